/** What a plan is worth, by the calls of its agents and what they say of its quotas. */
import { planLines } from '../../logs/plan/plan-text.ts';
import { TimeZone } from '../../logs/report/time-zone.ts';
import type { Choice, LogRead } from './log-reader.ts';

interface PlanProps {
  read: Pick<LogRead, 'plans' | 'worth' | 'timeZone'>;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

export function PlanView({ read: { plans, worth, timeZone }, choice, onChoose }: PlanProps) {
  if (plans.length === 0) return null;
  return (
    <section id="log-worth" aria-labelledby="log-worth-name">
      <h2 id="log-worth-name">What a plan is worth</h2>
      <div class="field log-plan no-print">
        <label for="log-plan">Plan that you pay</label>
        <select
          id="log-plan"
          onChange={({ currentTarget: { value } }) => onChoose({ ...choice, plan: value === '' ? null : value })}
        >
          <option value="">None, or not listed</option>
          {plans.map(({ id, name }) => (
            <option key={id} value={id} selected={id === choice.plan}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div id="log-plan-lines">
        {worth !== null && planLines(worth, new TimeZone(timeZone)).map((line) => <p key={line}>{line}</p>)}
      </div>
    </section>
  );
}
