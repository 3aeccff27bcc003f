/** `agent-cost watch`: what scheduled changes will do to workflows. */
import { type Command, InvalidArgumentError } from 'commander';
import { scheduledEvents } from '../../core/budgets/scheduled.ts';
import { type FormOptions, printAs, withJson } from '../answer-forms.ts';
import { defaultFile, pricedOf, pricesNow, readBudgets } from '../budget-file.ts';
import { watchMarkdown } from '../budget-markdown.ts';
import { type CatalogOptions, withCatalogOptions } from '../catalog-options.ts';
import { command } from '../program.ts';

const epilogue = `
FILE is the agent-cost.json of "agent-cost check". Scheduled changes come from the catalog: announced price changes,
ends of promotions, shutdowns. A newer catalog may have more.

Examples:
  agent-cost watch
  agent-cost watch --days 90 --json

Exit codes: 0 no scheduled change takes a workflow over its budget; 1 a change takes a workflow over its budget in USD
per task or month, or ends its model; 2 usage error, or an invalid file; 74 the output could not be written.`;

interface Options extends CatalogOptions, FormOptions {
  days: number;
}

export const watchCommand = (): Command =>
  withCatalogOptions(
    withJson(
      command('watch')
        .summary('what scheduled price changes will do to your workflows')
        .description(
          'Shows in advance what price changes, ends of promotions and shutdowns will do to your workflows. Prints Markdown.',
        )
        .argument('[file]', 'workflows and budgets', defaultFile)
        .option('--days <number>', 'how many days to look ahead', aNumberOfDays, 60),
    ),
    'today',
  )
    .addHelpText('after', epilogue)
    .action(watch);

function aNumberOfDays(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number between 1 and 9999.');
}

function watch(file: string, { days, ...options }: Options): void {
  const { works, overlay } = readBudgets(file);
  const { catalog } = pricesNow(options, overlay);
  const from = catalog.asOf;
  const until = new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);
  const events = pricedOf(file, scheduledEvents(catalog, works, until));
  const over = events.some((event) => event.over);
  if (over) process.exitCode = 1;
  printAs(options, { json: () => ({ from, until, over, events }), text: () => watchMarkdown(events, from, until) });
}
