/** `agent-cost explain`: every step of an estimate. */
import type { Command } from 'commander';
import type { Explanation, Step } from '../../core/answers/schemas/explanation-schema.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import { explain } from '../../core/explain/explain.ts';
import { printAs, withJson } from '../answer-forms.ts';
import { openPrices } from '../catalog-options.ts';
import { estimateSummary } from '../estimate-summary.ts';
import { command } from '../program.ts';
import { accepted, type RequestOptions, requestFrom, withRequestOptions } from '../workflow-options.ts';

const examples = `
Prints a summary with rounded numbers, then every step: the formula, the formula with its numbers, and the result. The
numbers are doubles, shown to their last digit; * and / are evaluated before + and -, from left to right.

Examples:
  agent-cost explain coding --model claude-sonnet-4-6
  agent-cost explain rag --set retryRatePct=5 --set promptCaching=true --json`;

export const explainCommand = (): Command =>
  withRequestOptions(
    withJson(
      command('explain')
        .summary('every step of an estimate, to follow with a calculator')
        .description('Shows every step of an estimate: inputs, formulas, prices, their sources and dates.'),
    ),
    true,
  )
    .addHelpText('after', examples)
    .action((preset: string | undefined, options: RequestOptions) => {
      const { catalog } = openPrices(options);
      const explanation = accepted(explain(catalog, requestFrom(catalog, preset, options)));
      printAs(options, { json: () => explanation, text: () => explanationText(catalog, explanation).split('\n') });
    });

function explanationText(
  catalog: Catalog,
  { datasetVersion, pricesAsOf, price, sections, estimate }: Explanation,
): string {
  const sources = price.sources.map(({ url, name, on, note }) => `  ${on}  ${url ?? name}${note ? ` (${note})` : ''}`);
  const parts = sections.map(({ title, note, steps }) =>
    [title, '-'.repeat(title.length), ...(note ? [note] : []), ...steps.map(line)].join('\n'),
  );
  const { costPerTask, costPerSuccessfulTask, monthlySpend } = estimate;
  return `${estimateSummary(catalog, estimate, true).join('\n')}

Every step, from dataset ${datasetVersion}, in force since ${pricesAsOf}. Prices of this model in force ${price.inForceSince === null ? 'since release' : `since ${price.inForceSince}`}, first read from a source on ${price.knownSince}, verified ${price.verifiedOn}, from
${sources.join('\n')}${price.note ? `\n  Note: ${price.note}` : ''}

${parts.join('\n\n')}

As in the estimate: $${costPerTask} a task, ${costPerSuccessfulTask === null ? 'no task succeeds' : `$${costPerSuccessfulTask} a successful task`}, $${monthlySpend} a month.`;
}

function line({ symbol, what, formula, numbers, value, unit, from, field }: Step): string {
  const end = `${typeof value === 'number' ? value : `[${value.join(', ')}]`} ${unit}`.trimEnd();
  const label = `${what}${field === null ? '' : ` [${field}]`}`;
  if (formula === null) return `${symbol} = ${end}    ${label}; ${from}`;
  return numbers === String(value)
    ? `${symbol} = ${formula} = ${end}    ${label}`
    : `${symbol} = ${formula}    ${label}\n    = ${numbers}\n    = ${end}`;
}
