/** What makes the figures less certain than they look, beside them. */
import { isMeasuredAt } from '../../core/benchmarks/proven.ts';
import { withPricingTerms } from '../../core/dataset/terms.ts';
import { costPerTaskOf } from '../../core/model/bill.ts';
import { grouped, usd } from '../formatting.ts';
import type { Answered } from './evaluate-form.ts';
import { endOf, nextPriceOf, promisedUntil } from './marks.ts';

export const Warnings = ({ answered }: { answered: Answered }) => {
  const warnings = warningsOf(answered);
  return warnings.length === 0 ? null : (
    <ul class="notice warnings">
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
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
