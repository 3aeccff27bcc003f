/** `agent-cost check watch`: what scheduled changes will do to workflows. */
import { scheduledChanges } from '../../core/budgets/scheduled.ts';
import { ageInWords, newestLook, priceAge } from '../../core/dataset/price-age.ts';
import { type BudgetOptions, budgetOptions, budgetsAsked, pricedOf } from '../budget-file.ts';
import { watchMarkdown } from '../budget-markdown.ts';
import { printAs } from '../output.ts';
import { aShortCount, command } from '../program.ts';

const epilogue = `
FILE is the agent-cost.json of "agent-cost check". Scheduled changes come from the catalog: announced price changes,
ends of promotions, shutdowns; and from your own prices, where a rule begins or ends. A newer catalog may have more.
Every budget is judged as "agent-cost check --as-of" judges it on the day of the change, growth limits included.

Examples:
  agent-cost check watch
  agent-cost check watch --days 90 --json

Exit codes: 0 no scheduled change takes a workflow, or all together, over budget; 1 a change does, or ends a model;
2 usage error, or an invalid file; 74 the output could not be written.`;

interface Options extends BudgetOptions {
  days: number;
}

export const watchCommand = () =>
  command('watch')
    .summary('what scheduled price changes will do to your workflows')
    .description(
      'Shows in advance what price changes, ends of promotions and shutdowns will do to your workflows. Prints Markdown.',
    )
    .option('--days <number>', 'how many days to look ahead', aShortCount, 60)
    .with(budgetOptions('baseline to measure growth from'))
    .addHelpText('after', epilogue)
    .action(watch);

function watch(file: string, { days, ...options }: Options): void {
  const { budgets, prices, baseline } = budgetsAsked(file, options);
  const from = prices.catalog.asOf;
  const until = new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);
  const judgedBy = { total: budgets.total, baseline };
  const found = pricedOf(file, scheduledChanges(prices, budgets.works, judgedBy, until));
  if (found.over) process.exitCode = 1;
  const { over, events, totals } = found;
  printAs(options, {
    json: () => ({ from, until, over, events, totals, newestLook: newestLook(prices.catalog) }),
    text: () => [
      ...watchMarkdown(found, { from, until, overlay: prices.own?.name ?? null }),
      '',
      ageInWords(priceAge(prices.catalog, from)),
    ],
  });
}
