/** What an agent costs: the figures, how certain they are, where the money goes, and the prices behind them. */
import type { Estimate } from '../../core/answers/schemas/estimate-schema.ts';
import { lastSeenInWords } from '../../core/dataset/sources.ts';
import { causes } from '../../core/model/waste.ts';
import { pageLink } from '../browser.ts';
import { Bars } from '../components/bars.tsx';
import { decimalsFor, fixed, listPrice, percent, usd } from '../formatting.ts';
import type { Answered } from './evaluate-form.ts';
import { sentenceOf } from './labels.ts';

/** The figures, and how certain they are. */
export const Figures = ({ question, estimate }: Answered) => {
  const { range, costPerSuccessfulTask, monthlySpend } = estimate;
  const error = range.modelError;
  return (
    <div class="answer">
      <p>
        <span class="big">{usd(estimate.costPerTask)}</span>{' '}
        <span class="range">
          a task on {question.model.facts.name}
          {error === null ? '' : howFar(error)}
        </span>
      </p>
      <dl class="facts">
        <Fact name="Typical task" value={usd(range.typicalTask)} />
        <Fact name="One in ten above" value={usd(range.oneInTen)} />
        <Fact
          name="Per solved task"
          value={costPerSuccessfulTask === null ? 'none solved' : usd(costPerSuccessfulTask)}
        />
        <Fact name="Per month" value={usd(monthlySpend)} />
      </dl>
      <p class="sentence">{sentenceOf(estimate.summary)}</p>
    </div>
  );
};

const howFar = ({ dollarsPct, factor }: NonNullable<Estimate['range']['modelError']>): string => {
  if (factor !== null) return `, perhaps off by a factor of ${factor.toFixed(1)}`;
  return dollarsPct === null ? '' : `, give or take ${percent(dollarsPct)} if the inputs hold`;
};

/** What is behind the figures. */
export const Reasons = ({ question, estimate }: Answered) => (
  <>
    <Spending estimate={estimate} />
    <Prices question={question} estimate={estimate} />
    <Notes notes={estimate.notes} />
  </>
);

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

const parts = [
  ['freshInput', 'Fresh input', 'hue-1'],
  ['cachedInput', 'Cached input', 'hue-2'],
  ['output', 'Output', 'hue-3'],
  ['toolFees', 'Web searches', 'hue-4'],
] as const;

/** The parts of the cost of a task, which add up to it, and how much of it is waste. */
const Spending = ({ estimate: { costPerTask, costBreakdown, waste } }: { estimate: Estimate }) => {
  const decimals = decimalsFor(costPerTask);
  const amountAndShare = (amount: number, pct: number): string => `${fixed(amount, decimals)} · ${percent(pct)}`;
  const shareOf = (amount: number): number => (costPerTask > 0 ? (100 * amount) / costPerTask : 0);
  const spent = parts.filter(([part]) => part !== 'toolFees' || costBreakdown.toolFees !== 0);
  const wasted = waste.causes.filter((cause) => cause.costPerTask > 0);
  return (
    <>
      <h2 class="small">Where the money goes</h2>
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
      <h2 class="small">
        Wasted: {usd(waste.costPerTask)} a task, {percent(waste.pct)}
      </h2>
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

const Prices = ({ question, estimate: { pricing, modelId } }: Pick<Answered, 'question' | 'estimate'>) => (
  <p class="small muted">
    <a href={pageLink(`models/${modelId}.html`)}>{question.model.facts.name}</a>: ${listPrice(pricing.inputPerMTok)}{' '}
    input, {pricing.cachedInputPerMTok !== null && `$${listPrice(pricing.cachedInputPerMTok)} cached, `}
    {pricing.cacheWritePerMTok !== null && `$${listPrice(pricing.cacheWritePerMTok)} cache write, `}$
    {listPrice(pricing.outputPerMTok)} output per 1M tokens
    {pricing.inForceSince === null ? '' : `, in force since ${pricing.inForceSince}`},{' '}
    {lastSeenInWords(pricing.lastSeen)}.
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
