/** What is behind the figures: the prices, where the money goes, and what to know about them. */
import type { ComponentChildren } from 'preact';
import { lastSeenInWords } from '../../core/dataset/sources.ts';
import { causes } from '../../core/schemas/answer-words.ts';
import { pageLink } from '../browser.ts';
import { Dated } from '../components/facts.tsx';
import { decimalsFor, fixed, listPrice, percent, usd } from '../formatting.ts';
import { type Estimated, estimated } from './estimated.ts';
import { sentenceOf } from './labels.ts';
import type { Store } from './store.ts';

export const Reasons = ({ store }: { store: Store }) => {
  const answered = estimated(store.first.last);
  return (
    <>
      <Spending {...answered} />
      <Notes notes={answered.estimate.notes} />
    </>
  );
};

const parts = [
  ['freshInput', 'Fresh input', 'hue-1'],
  ['cachedInput', 'Cached input', 'hue-2'],
  ['output', 'Output', 'hue-3'],
  ['toolFees', 'Web searches', 'hue-4'],
] as const;

/** The parts of the cost of a task, which add up to it, and how much of it is waste. */
const Spending = ({ estimate: { costPerTask, costBreakdown, waste } }: Estimated) => {
  const decimals = decimalsFor(costPerTask);
  const amountAndShare = (amount: number, pct: number): string => `${fixed(amount, decimals)} · ${percent(pct)}`;
  const shareOf = (amount: number): number => (costPerTask > 0 ? (100 * amount) / costPerTask : 0);
  const spent = parts.filter(([part]) => part !== 'toolFees' || costBreakdown.toolFees !== 0);
  const wasted = waste.causes.filter((cause) => cause.costPerTask > 0);
  return (
    <>
      <h2>Where the money of a task goes</h2>
      <Bars
        most={costPerTask}
        rows={spent.map(([part, name, hue]) => {
          const amount = costBreakdown[part];
          return {
            name,
            hue,
            amount: amount ?? 0,
            value: amount === null ? 'unknown' : amountAndShare(amount, shareOf(amount)),
          };
        })}
      />
      <h3>
        Wasted: {usd(waste.costPerTask)} a task, {percent(waste.pct)}
      </h3>
      {wasted.length === 0 ? (
        <p class="small muted">No faults are assumed.</p>
      ) : (
        <Bars
          most={costPerTask}
          rows={wasted.map(({ cause, costPerTask: amount, pct }) => ({
            name: labelOf(cause),
            hue: 'hue-rest',
            amount,
            value: amountAndShare(amount, pct),
          }))}
        />
      )}
    </>
  );
};

function labelOf(cause: string): string {
  const label = causes.find(({ name }) => name === cause)?.label ?? cause;
  return label.charAt(0).toUpperCase() + label.slice(1);
}

export const Prices = ({ question, estimate: { pricing, modelId } }: Estimated) => (
  <p class="small muted">
    <a href={pageLink(`models/${modelId}.html`)}>{question.model.facts.name}</a>: ${listPrice(pricing.inputPerMTok)}{' '}
    input, {pricing.cachedInputPerMTok !== null && `$${listPrice(pricing.cachedInputPerMTok)} cached, `}
    {pricing.cacheWritePerMTok !== null && `$${listPrice(pricing.cacheWritePerMTok)} cache write, `}$
    {listPrice(pricing.outputPerMTok)} output per 1M tokens
    <Dated
      text={`${pricing.inForceSince === null ? '' : `, in force since ${pricing.inForceSince}`}, ${lastSeenInWords(pricing.lastSeen)}.`}
    />
  </p>
);

const Notes = ({ notes }: { notes: readonly string[] }) => (
  <details class="more">
    <summary>What to know about this number ({notes.length})</summary>
    <ul class="small">
      {notes.map((note) => (
        <li key={note}>{sentenceOf(note)}</li>
      ))}
    </ul>
  </details>
);

interface BarRow {
  name: ComponentChildren;
  /** Sets the length of the bar. */
  amount: number;
  /** The amount as text. */
  value: string;
  /** The CSS class of its colour. */
  hue: string;
}

interface Amounts {
  rows: readonly BarRow[];
  /** The amount of a full bar. */
  most: number;
}

/** Amounts as bars, each with its value as text. */
const Bars = ({ rows, most }: Amounts) => (
  <dl class="bars">
    {rows.map(({ name, amount, value, hue }, index) => (
      <div key={index}>
        <dt>{name}</dt>
        <dd>
          <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect class={hue} width={most > 0 ? Math.min(100, (100 * amount) / most) : 0} height="8" />
          </svg>
          <span class="value">{value}</span>
        </dd>
      </div>
    ))}
  </dl>
);
