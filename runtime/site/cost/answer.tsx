/** What an agent costs: a month and a task, and how certain that is. */
import type { Figures as Figured } from '../../core/answers/figures.ts';
import { pageLink } from '../browser.ts';
import { decimalsForAll, fixed, grouped, percent, usd } from '../formatting.ts';
import type { Answered } from './evaluate-form.ts';

/** The figures, and how certain they are. */
export const Figures = ({ question, figures }: Answered) => {
  const { range, costPerSuccessfulTask, monthlySpend, costPerTask, workflow } = figures;
  const perTask = [range.typicalTask, range.oneInTen, costPerSuccessfulTask ?? 0];
  const decimals = decimalsForAll(perTask);
  // Alike in decimals, unless that takes more digits than can be read.
  const areFew = String(Math.floor(Math.max(...perTask))).length + decimals <= 5;
  const shown = (amount: number): string => (areFew ? fixed(amount, decimals) : usd(amount));
  return (
    <div class="answer">
      <p>
        <span class="big">{usd(monthlySpend)}</span>{' '}
        <span class="range">
          a month on {question.model.facts.name}: {usd(costPerTask)} a task,{' '}
          {grouped(Math.round(workflow.tasksPerMonth))} tasks
        </span>
      </p>
      <p class="certainty">{certaintyOf(figures)}</p>
      <dl class="facts">
        <Fact name="Half the tasks below" value={shown(range.typicalTask)} />
        <Fact name="One in ten above" value={shown(range.oneInTen)} />
        <Fact
          name="Per solved task"
          value={costPerSuccessfulTask === null ? 'none solved' : shown(costPerSuccessfulTask)}
        />
      </dl>
    </div>
  );
};

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

/** The range in dollars that was recorded for such estimates, and what it rests on. */
function certaintyOf({ range: { modelError }, monthlySpend, costPerTask }: Figured) {
  const [amount, unit] = monthlySpend > 0 ? [monthlySpend, 'a month'] : [costPerTask, 'a task'];
  if (amount === 0) return null;
  const log = <a href={pageLink('log.html')}>Your own log</a>;
  if (modelError === null) return <>No recorded runs tell how far this is off. {log} will.</>;
  const { factor, dollarsPct, owners, basis } = modelError;
  if (factor !== null) {
    const whose = basis === 'boards' ? 'measured boards' : 'recorded owners';
    const many = owners === null ? whose : `${owners} ${whose}`;
    return (
      <>
        <strong>
          {roughly(amount / factor)} to {roughly(amount * factor)} {unit}
        </strong>{' '}
        covers half of {many}: these are typical inputs, not yours. {log} narrows it.
      </>
    );
  }
  if (dollarsPct === null) return null;
  const off = (amount * dollarsPct) / 100;
  return (
    <>
      <strong>
        {usd(Math.max(0, amount - off))} to {usd(amount + off)} {unit}
      </strong>{' '}
      if the inputs hold: recorded runs were off by {percent(dollarsPct)} on average.
    </>
  );
}

/** Two digits: more would claim what a factor does not know. */
function roughly(value: number): string {
  let unit = 1;
  while (value >= 100 * unit) unit *= 10;
  return usd(unit === 1 ? value : Math.round(value / unit) * unit);
}
