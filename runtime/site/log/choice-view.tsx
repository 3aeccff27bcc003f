/** Which calls of the log count: those of a month, of a project, or all. */

import { monthName } from '../../core/values/day.ts';
import { Select } from '../components/select.tsx';
import { grouped } from '../formatting.ts';
import type { Choice, LogRead } from './log-reader.ts';

interface ChoiceProps {
  read: Pick<LogRead, 'months' | 'projects'>;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

export const ChoiceView = ({ read: { months, projects }, choice, onChoose }: ChoiceProps) => (
  <div class="fields log-choice no-print">
    <Select
      id="log-month"
      label="Month"
      chosen={choice.month ?? ''}
      options={[
        { value: '', name: 'All months' },
        ...months.map(({ name, calls }) => ({ value: name, name: `${monthName(name)} (${grouped(calls)})` })),
      ]}
      onChoose={(month) => onChoose({ ...choice, month: month === '' ? null : month })}
    />
    <Select
      id="log-project"
      label="Project"
      chosen={String(choice.project ?? '')}
      options={[
        { value: '', name: 'All projects' },
        ...projects.map(({ name, calls }, index) => ({ value: String(index), name: `${name} (${grouped(calls)})` })),
      ]}
      onChoose={(project) => onChoose({ ...choice, project: project === '' ? null : Number(project) })}
    />
  </div>
);
