/** `agent-cost report`: what the calls of a log cost. */
import { type Command, InvalidArgumentError } from 'commander';
import { type Dimension, dimensionNames } from '../../../runs/report/dimensions.ts';
import { reportOf } from '../../../runs/report/report-of.ts';
import { RunsReporter } from '../../../runs/report/runs-reporter.ts';
import type { ReportQuestion } from '../../../snapshot/receipt/receipt-shape.ts';
import { type FormOptions, printAs, withJsonAndCsv } from '../../answer-forms.ts';
import { aDay, type CatalogOptions, openPrices, type Prices, withCatalogOptions } from '../../catalog-options.ts';
import { command, plainExitCodes, unknown } from '../../program.ts';
import {
  askedPrices,
  logHashes,
  type ReceiptOptions,
  receiptOption,
  writeReceipt,
} from '../../receipts/write-receipt.ts';
import { focusFile } from '../../runs/focus-file.ts';
import { reportHtml } from '../../runs/html/report-html.ts';
import { type NewFile, newFile } from '../../runs/new-file.ts';
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
  agent-cost report calls.jsonl --html report.html --focus charges.csv
  zcat old/*.gz | agent-cost report - --by month --json
${plainExitCodes}`;

interface Options extends CatalogOptions, FormOptions, ReceiptOptions {
  by: Dimension[];
  since?: string;
  until?: string;
  host?: string;
  top: number;
  html?: string;
  focus?: string;
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
        .option('--html <file>', 'also write the report as one HTML file')
        .option('--focus <file>', 'also write the charges as CSV of FOCUS 1.2, for FinOps tools')
        .option('--top <n>', 'rows of each table at the most', aCount, 20)
        .option(...receiptOption),
    ),
  )
    .addHelpText('after', epilogue)
    .action(report);

async function report(logs: string[], options: Options): Promise<void> {
  const prices = openPrices(options);
  const { catalog, list } = prices;
  const hosts = catalog.offers.hosts.map(({ id }) => id);
  if (options.host !== undefined && !hosts.includes(options.host)) throw unknown('host', options.host, hosts);
  const terms = { on: options.asOf ?? null, host: options.host ?? null };
  const files: Pick<NewFile, 'end' | 'drop'>[] = [];
  try {
    const focus = options.focus === undefined ? null : focusFile(options.focus, catalog, list, terms);
    if (focus !== null) files.push(focus);
    const page = options.html === undefined ? null : newFile(options.html, '--html');
    if (page !== null) files.push(page);
    const reporter = new RunsReporter(catalog, {
      ...{ by: options.by, since: options.since ?? null, until: options.until ?? null, ...terms },
      ...(focus !== null && { onCall: focus.add }),
    });
    const hashes = options.receipt === undefined ? [] : await logHashes(logs);
    const read = await readLogs(logs, (records) => reporter.add(records));
    const made = reportOf(reporter, options.top);
    const logNames = read.files.map(({ name }) => name);
    page?.write(reportHtml(made, logNames, options.top));
    for (const file of files) file.end();
    if (options.receipt !== undefined) {
      writeReceipt(options.receipt, prices, { ...askedIn(options, prices), logs: hashes }, made);
    }
    printAs(options, {
      json: () => ({ ...made, reading: read }),
      csv: () => reportCsv(made),
      text: () => [...reportText(made, options.top), ...readingLines(read)],
    });
  } finally {
    for (const file of files) file.drop();
  }
}

/** What a receipt says was asked; the logs are added to it. */
const askedIn = (options: Options, prices: Prices): Omit<ReportQuestion, 'logs'> => ({
  command: 'report',
  by: options.by,
  since: options.since ?? null,
  until: options.until ?? null,
  host: options.host ?? null,
  top: options.top,
  ...askedPrices(options, prices),
});

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
