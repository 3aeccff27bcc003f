/** Why: cheaper models for the same work, what caching saves, and how the prompt grows. */
import type { Estimate } from '../../core/answers/schemas/estimate-schema.ts';
import type { Suggestion } from '../../core/answers/schemas/routing-schema.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import { billFor } from '../../core/model/bill.ts';
import { usesCache } from '../../core/model/cost.ts';
import { workOf } from '../../core/model/work.ts';
import { pageLink } from '../browser.ts';
import { percent, usd } from '../formatting.ts';
import { GrowthChart, growthOf } from './context-growth.tsx';
import { type Estimated, estimated } from './estimated.ts';
import { sentenceOf } from './labels.ts';
import type { Typed } from './link-state.ts';
import type { Store } from './store.ts';

/** @param room available width in pixels */
export const Change = ({ store, room }: { store: Store; room: number }) => {
  const { catalog, first } = store;
  const answered = estimated(first.last);
  const { estimate, question } = answered;
  const compareWith = (change: Typed) => store.compare({ ...first.typed, ...change });
  return (
    <>
      <Routes catalog={catalog} estimate={estimate} onCompare={compareWith} />
      <h2>What caching saves</h2>
      <p>{cachingSaves(answered)}</p>
      <GrowthChart growth={growthOf(question)} room={room} />
    </>
  );
};

interface Comparing {
  estimate: Estimate;
  onCompare: (change: Typed) => void;
}

const Routes = ({ catalog, estimate, onCompare }: Comparing & { catalog: Catalog }) => {
  const { best, bestSameProvider, unproven, rule, nearMisses } = estimate.routing;
  const routes = [
    { route: best, title: 'Measured side by side' },
    {
      route: bestSameProvider?.modelId === best?.modelId ? null : bestSameProvider,
      title: 'Measured, same provider',
    },
    { route: unproven, title: 'Not measured: by list price alone' },
  ].filter((entry): entry is { route: Suggestion; title: string } => entry.route !== null);
  return (
    <>
      <h2>Cheaper models, measured at the same work</h2>
      {best === null && (
        <>
          <p>No model passes the rule for a measured route. {rule}</p>
          <NearMisses {...{ catalog, nearMisses }} />
        </>
      )}
      <div class="grid">
        {routes.map(({ route, title }) => (
          <Route key={title} {...{ catalog, route, title, onCompare }} />
        ))}
      </div>
    </>
  );
};

type NearMiss = Estimate['routing']['nearMisses'][number];

/** Models that were measured to be cheaper, with what speaks against each. */
const NearMisses = ({ catalog, nearMisses }: { catalog: Catalog; nearMisses: readonly NearMiss[] }) =>
  nearMisses.length === 0 ? null : (
    <>
      <p>The nearest misses:</p>
      <ul class="small">
        {nearMisses.map(({ modelId, why }) => (
          <li key={modelId}>
            <a href={pageLink(`models/${modelId}.html`)}>{catalog.find(modelId)?.facts.name ?? modelId}</a>:{' '}
            {why.map(sentenceOf).join(' ')}
          </li>
        ))}
      </ul>
    </>
  );

interface RouteProps {
  catalog: Catalog;
  route: Suggestion;
  title: string;
  onCompare: (change: Typed) => void;
}

const Route = ({ catalog, route, title, onCompare }: RouteProps) => {
  const { modelId, strategy, costPerSuccessfulTaskRange: range, measured } = route;
  const name = catalog.find(modelId)?.facts.name ?? modelId;
  return (
    <section class="card" aria-label={`${title}: ${name}`}>
      <p class="small muted">{title}</p>
      <p>
        <strong>{strategy === 'escalate' ? `${name} first, failures retried here` : name}</strong>
      </p>
      <p>
        {measured.length > 0 && 'Measured beside yours: '}
        <strong>{usd(route.monthlySpend)} a month</strong>, {usd(route.monthlySaving)} less ({percent(route.savingPct)}
        ): {usd(route.costPerSuccessfulTask)} per solved task
        {range === null ? '' : `, ${usd(range.low)} to ${usd(range.high)} by board`}
      </p>
      <p class="small">{sentenceOf(route.note)}</p>
      <p class="small muted">
        Counts {percent(route.assumedFailureRatePct)} failed tasks; it stays cheaper as long as fewer than{' '}
        {percent(route.breakEvenFailureRatePct)} fail.
      </p>
      {measured.length > 0 && (
        <ul class="small">
          {measured.map(({ board, benchmark, harness, solvedRatio, successRate, chosenSuccessRate }) => (
            <li key={board}>
              {benchmark}, {harness}: {percent(100 * solvedRatio)} of the cost per solved task,{' '}
              {percent(100 * successRate)} solved against {percent(100 * chosenSuccessRate)}
            </li>
          ))}
        </ul>
      )}
      <p class="row no-print">
        {strategy === 'switch' && (
          <button
            type="button"
            class="button quiet"
            onClick={() => onCompare({ modelId })}
            aria-label={`Compare with ${name}`}
          >
            Compare
          </button>
        )}
        <a href={pageLink(`models/${modelId}.html`)}>Prices of {name}</a>
      </p>
    </section>
  );
};

/** What the prompt cache saves, in a sentence. */
function cachingSaves({ question: { preset, model, workflow }, estimate }: Estimated): string {
  const { savings, tokensPerTask } = estimate;
  if (savings.promptCaching !== null) {
    const { costPerTask, monthly, pct } = savings.promptCaching;
    return `Prompt caching is off: it would save ${usd(costPerTask)} a task, ${percent(pct)}, or ${usd(monthly)} a month.`;
  }
  if (model.price.cachedInput === null)
    return `${model.facts.name} has no price for cached input, so caching saves nothing.`;
  if (!usesCache(model, workflow)) return 'Prompt caching is off, and would save nothing here.';
  // The same bill at a price list without a discount for cached input.
  const without = billFor(workOf(preset, workflow), {
    ...model,
    price: { ...model.price, cachedInput: null },
  }).costPerTask;
  const share = tokensPerTask.input > 0 ? (100 * tokensPerTask.cachedInput) / tokensPerTask.input : 0;
  const saved = without - estimate.costPerTask;
  const read = `${percent(share)} of the input is read from the cache`;
  if (saved <= 0) return `${read}; without caching a task would cost ${usd(without)}, no more than it does now.`;
  return `${read}: without caching a task would cost ${usd(without)} instead of ${usd(estimate.costPerTask)}. That saves ${usd(saved)} a task, ${percent((100 * saved) / without)}.`;
}
