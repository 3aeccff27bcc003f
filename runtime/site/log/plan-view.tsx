/** What a plan is worth, by the calls of its agents and what they say of its quotas. */
import { planLines } from '../../logs/plan/plan-text.ts';
import { TimeZone } from '../../logs/report/time-zone.ts';
import { Select } from '../components/select.tsx';
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
      <Select
        id="log-plan"
        label="Plan that you pay"
        class="log-plan no-print"
        chosen={choice.plan ?? ''}
        options={[{ value: '', name: 'None, or not listed' }, ...plans.map(({ id, name }) => ({ value: id, name }))]}
        onChoose={(plan) => onChoose({ ...choice, plan: plan === '' ? null : plan })}
      />
      <div id="log-plan-lines">
        {worth !== null && planLines(worth, new TimeZone(timeZone)).map((line) => <p key={line}>{line}</p>)}
      </div>
    </section>
  );
}
