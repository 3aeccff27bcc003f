/** What an agent costs: a month and a task, how certain that is, and what it is against a budget. */
import type { Figures as Figured } from '../../core/answers/figures.ts';
import { fittedInWords } from '../../core/answers/summary.ts';
import { pageLink } from '../browser.ts';
import { Facts } from '../components/facts.tsx';
import { decimalsForAll, fixed, grouped, percent, usd } from '../formatting.ts';
import { numberIn } from '../typed-numbers.ts';
import type { Answered } from './evaluate-form.ts';
import type { ListTyped } from './link-state.ts';
import { kindsOfWork } from './sentence.tsx';

interface Answer {
  answered: Answered;
  /** USD a month; null: none. */
  budget: number | null;
}

/** The figures, and how certain they are. */
export const Figures = ({ answered: { question, figures }, budget }: Answer) => {
  const { range, costPerSuccessfulTask, monthlySpend, costPerTask, workflow } = figures;
  const perTask = [range.typicalTask, range.oneInTen, costPerSuccessfulTask ?? 0];
  const decimals = decimalsForAll(perTask);
  // Alike in decimals, unless that takes more digits than can be read.
  const areFew = String(Math.floor(Math.max(...perTask))).length + decimals <= 5;
  const shown = (amount: number): string => (areFew ? fixed(amount, decimals) : usd(amount));
  const { one, many } = kindsOfWork[question.preset.id];
  const { taskFailureRatePct: failed } = workflow;
  const solved = costPerSuccessfulTask === null ? 'none solved' : shown(costPerSuccessfulTask);
  return (
    <div class="answer">
      <p>
        <span class="big">{usd(monthlySpend)}</span>{' '}
        <span class="range">
          a month on {question.model.facts.name}: {usd(costPerTask)} a {one},{' '}
          {grouped(Math.round(workflow.tasksPerMonth))} {many}
        </span>
      </p>
      <p class="certainty">{certaintyOf(figures)}</p>
      {budget !== null && <p class="verdict">{heldAgainst(budget, figures)}</p>}
      <Facts
        facts={[
          [`Half the ${many} below`, shown(range.typicalTask)],
          ['One in ten above', shown(range.oneInTen)],
          ...(failed > 0 ? [[`A solved one, if ${percent(failed)} fail`, solved] as const] : []),
        ]}
      />
    </div>
  );
};

/** Whether the estimate is within a budget, and whether its upper quarter is. */
function heldAgainst(budget: number, figures: Figured): string {
  const { monthlySpend } = figures;
  const upper = upperOf(figures);
  const isWithin = monthlySpend <= budget;
  const said = `The estimate is ${isWithin ? 'within' : 'over'} ${usd(budget)}`;
  if (figures.range.modelError?.fittedTo !== undefined) return `${said}.`;
  if (upper === null) return `${said}; how far it may be off is not known.`;
  const isSafe = monthlySpend * upper <= budget;
  return `${said}; its upper quarter, ${roughly(monthlySpend * upper)}, is ${isSafe ? 'within' : 'over'} it${isSafe === isWithin ? ' too' : ''}.`;
}

/** The range in dollars that was recorded for such estimates, and what it rests on. */
function certaintyOf({ range: { modelError }, monthlySpend, costPerTask }: Figured) {
  const [amount, unit] = monthlySpend > 0 ? [monthlySpend, 'a month'] : [costPerTask, 'each'];
  if (amount === 0) return null;
  const log = <a href={pageLink('log.html')}>Your own log</a>;
  if (modelError === null) return <>No recorded runs tell how far this is off. {log} will.</>;
  const { factor, dollarsPct, owners, basis, fittedTo } = modelError;
  if (fittedTo !== undefined) return fittedInWords(fittedTo, costPerTask);
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
      if the inputs hold: recorded runs were off by {percent(dollarsPct)} on average
      {basis === 'otherOwners' && '; on eleven owners kept aside, an earlier version was off by half as much again'}.
    </>
  );
}

/** Two digits: more would claim what a factor does not know. */
export function roughly(value: number): string {
  let unit = 1;
  while (value >= 100 * unit) unit *= 10;
  return usd(unit === 1 ? value : Math.round(value / unit) * unit);
}

/** USD a month; null: none is typed, or it is no number. */
export function budgetOf({ budget = '' }: ListTyped): number | null {
  const amount = numberIn(budget.replace(/[$\s]/g, ''));
  return amount !== null && amount >= 0 ? amount : null;
}

/**
 * How far above an estimate a quarter of recorded owners lie, as a factor; where only the error of given inputs is known,
 * one and that error; null: nothing is known.
 */
export function upperOf({ range: { modelError } }: Pick<Figured, 'range'>): number | null {
  if (modelError === null) return null;
  if (modelError.factor !== null) return modelError.factor;
  return modelError.dollarsPct === null ? null : 1 + modelError.dollarsPct / 100;
}
