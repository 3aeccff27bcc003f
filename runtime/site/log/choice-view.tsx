/** Which calls of the log count: those of a month, of a project, or all. */

import { monthName } from '../../logs/report/months-text.ts';
import { grouped } from '../formatting.ts';
import type { Choice, LogRead } from './log-reader.ts';

interface ChoiceProps {
  read: Pick<LogRead, 'months' | 'projects'>;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

export const ChoiceView = ({ read: { months, projects }, choice, onChoose }: ChoiceProps) => (
  <div class="fields log-choice no-print">
    <div class="field">
      <label for="log-month">Month</label>
      <select
        id="log-month"
        onChange={({ currentTarget: { value } }) => onChoose({ ...choice, month: value === '' ? null : value })}
      >
        <option value="">All months</option>
        {months.map(({ name, calls }) => (
          <option key={name} value={name} selected={name === choice.month}>
            {monthName(name)} ({grouped(calls)})
          </option>
        ))}
      </select>
    </div>
    <div class="field">
      <label for="log-project">Project</label>
      <select
        id="log-project"
        onChange={({ currentTarget: { value } }) =>
          onChoose({ ...choice, project: value === '' ? null : Number(value) })
        }
      >
        <option value="">All projects</option>
        {projects.map(({ name, calls }, index) => (
          <option key={index} value={index} selected={index === choice.project}>
            {name} ({grouped(calls)})
          </option>
        ))}
      </select>
    </div>
  </div>
);
