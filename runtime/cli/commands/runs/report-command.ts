/** `agent-cost report`: what the calls of a log cost. */
import { type Command, InvalidArgumentError } from 'commander';
import { type Dimension, dimensionNames } from '../../../runs/report/dimensions.ts';
import { reportOf } from '../../../runs/report/report-of.ts';
import { RunsReporter } from '../../../runs/report/runs-reporter.ts';
import { type FormOptions, printAs, withJsonAndCsv } from '../../answer-forms.ts';
import { aDay, type CatalogOptions, openPrices, withCatalogOptions } from '../../catalog-options.ts';
import { command, plainExitCodes, unknown } from '../../program.ts';
import { readLogs } from '../../runs/read-logs.ts';
import { readingLines } from '../../runs/reading-lines.ts';
import { reportCsv } from '../../runs/report-csv.ts';
import { reportText } from '../../runs/report-text.ts';

const epilogue = `
Each call is priced on its day, to the nano-dollar. What has no price is listed and is in no sum.
--by takes one or several of its names with commas between them; default model,day.

Examples:
  agent-cost report calls.jsonl
  agent-cost report calls.jsonl --by project,day --since 2026-11-01 --csv
  cd ~/.claude && agent-cost report projects --by project
  zcat old/*.gz | agent-cost report - --by month --json
${plainExitCodes}`;

interface Options extends CatalogOptions, FormOptions {
  by: Dimension[];
  since?: string;
  until?: string;
  host?: string;
  top: number;
}

export const reportCommand = (): Command =>
  withCatalogOptions(
    withJsonAndCsv(
      command('report')
        .summary('what the calls of your own logs cost')
        .description(
          'The bill of the calls in logs: by model, day, project and more, with the share read from the cache, waste, and the dearest tasks.',
        )
        .argument('<logs...>', 'files, folders, or - for standard input; gzipped or not')
        .option('--by <groups>', `what to group by: ${dimensionNames.join(', ')}`, dimensionsIn, ['model', 'day'])
        .option('--since <day>', 'only calls from this day on (YYYY-MM-DD, UTC)', aDay)
        .option('--until <day>', 'only calls up to this day', aDay)
        .option('--host <id>', 'host at whose prices all calls are priced; default as the log says')
        .option('--top <n>', 'rows of each table at the most', aCount, 20),
    ),
  )
    .addHelpText('after', epilogue)
    .action(report);

async function report(logs: string[], options: Options): Promise<void> {
  const { catalog } = openPrices(options);
  const hosts = catalog.offers.hosts.map(({ id }) => id);
  if (options.host !== undefined && !hosts.includes(options.host)) throw unknown('host', options.host, hosts);
  const reporter = new RunsReporter(catalog, {
    by: options.by,
    since: options.since ?? null,
    until: options.until ?? null,
    on: options.asOf ?? null,
    host: options.host ?? null,
  });
  const read = await readLogs(logs, (records) => reporter.add(records));
  const made = reportOf(reporter, options.top);
  printAs(options, {
    json: () => ({ ...made, reading: read }),
    csv: () => reportCsv(made),
    text: () => [...reportText(made, options.top), ...readingLines(read)],
  });
}

function dimensionsIn(text: string): Dimension[] {
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) {
    if (!isDimension(name)) throw unknown('group', name, dimensionNames);
  }
  return [...new Set(names as Dimension[])];
}

const isDimension = (name: string): name is Dimension => (dimensionNames as string[]).includes(name);

function aCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 999999.');
}
