/** What makes the figures less certain than they look, beside them. */
import { isMeasuredAt } from '../../core/benchmarks/proven.ts';
import { type Catalog, type CatalogModel, modelOn } from '../../core/dataset/catalog.ts';
import { hasLapsed, nextPriceAfter, nextPriceFor } from '../../core/dataset/price-on-day.ts';
import { withPricingTerms } from '../../core/dataset/terms.ts';
import { costPerTaskOf } from '../../core/model/bill.ts';
import { Dated } from '../components/facts.tsx';
import { grouped, usd } from '../formatting.ts';
import type { Answered } from './evaluate-form.ts';

export const Warnings = ({ answered }: { answered: Answered }) => {
  const warnings = warningsOf(answered);
  return warnings.length === 0 ? null : (
    <ul class="notice warnings">
      {warnings.map((warning) => (
        <li key={warning}>
          <Dated text={warning} />
        </li>
      ))}
    </ul>
  );
};

/** A sentence for each: the work does not fit, the model ends, its price changes, nobody measured it at this work. */
export function warningsOf({ question, figures }: Answered): string[] {
  const { sold, model, preset, workflow } = question;
  const { name } = model.facts;
  const { peakTokens, window, fits } = figures.context;
  const warnings: string[] = [];
  if (fits < 0.5) {
    warnings.push(
      `Does not fit: the longest prompt has about ${grouped(Math.round(peakTokens))} tokens, and ${name} takes ${grouped(window)}.`,
    );
  }
  const end = endOf(model);
  if (end !== null) warnings.push(`${name} ends on ${end}.`);
  const next = nextPriceOf(withPricingTerms(model, workflow), sold);
  if (next !== null) {
    const then = costPerTaskOf(preset, workflow, withPricingTerms(next.then, workflow));
    const becomes =
      then === figures.costPerTask
        ? 'this bill stays as it is'
        : `this bill becomes ${usd(then * workflow.tasksPerMonth)} a month, ${usd(then)} a task`;
    warnings.push(`The price of ${name} changes on ${next.on}: ${becomes}.`);
  }
  const promised = promisedUntil(model, sold);
  if (promised !== null) warnings.push(`The price of ${name} is promised until ${promised} only.`);
  if (!isMeasuredAt(sold, model.facts.id, preset))
    warnings.push(`No board here has measured ${name} at this kind of work: whether it can do it is open.`);
  return warnings;
}

type Day = Pick<Catalog, 'asOf'>;

/** The day on which the model is shut down, YYYY-MM-DD; null: none is known. */
export const endOf = ({ facts }: CatalogModel): string | null => facts.lifecycle?.shutDown ?? null;

/** The next day with another price of the model on its terms, and the model on that day; null: none is known. */
export function nextPriceOf(model: CatalogModel, { asOf }: Day): { on: string; then: CatalogModel } | null {
  const on = nextPriceFor(model, model.facts.prices, asOf, model.terms)?.from;
  const then = on ? modelOn(model, on) : undefined;
  return on && then ? { on, then } : null;
}

/** The last day for which the price is promised, where nothing is known of what follows; null: no such day. */
export function promisedUntil({ facts, listPrice }: CatalogModel, { asOf }: Day): string | null {
  const until = listPrice.holdsUntil;
  if (until === undefined || nextPriceAfter(facts.prices, asOf) !== undefined) return null;
  return hasLapsed(facts.prices, listPrice, asOf) ? null : until;
}
