/** `agent-cost report`: what the calls of a log cost. */
import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import type { ReportQuestion } from '../../../audit/receipt/receipt-shape.ts';
import { dimensionNames } from '../../../logs/report/dimensions.ts';
import { reportOf } from '../../../logs/report/report-of.ts';
import { RunsReporter } from '../../../logs/report/runs-reporter.ts';
import { type FormOptions, printAs, withJsonAndCsv } from '../../answer-forms.ts';
import { type CatalogOptions, openPrices, type Prices, withCatalogOptions } from '../../catalog-options.ts';
import { command, plainExitCodes } from '../../program.ts';
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
import { type ReportOptions, reporterOptions, withReportOptions } from '../../runs/report-options.ts';
import { reportText } from '../../runs/report-text.ts';

const epilogue = `
Each call is priced on its day, to the nano-dollar. Calls without a price are listed and are in no total.
--by takes one or more names, separated by commas; default model,day.

Examples:
  agent-cost report calls.jsonl
  agent-cost report calls.jsonl --by project,day --since 2026-11-01 --csv
  cd ~/.claude && agent-cost report projects --by project
  agent-cost report calls.jsonl --html report.html --focus charges.csv
  zcat old/*.gz | agent-cost report - --by month --json
${plainExitCodes}`;

interface Options extends CatalogOptions, FormOptions, ReceiptOptions, ReportOptions {
  html?: string;
  focus?: string;
}

export const reportCommand = (): Command =>
  withCatalogOptions(
    withJsonAndCsv(
      withReportOptions(
        command('report')
          .summary('what the calls of your own logs cost')
          .description(
            'The bill of the calls in logs: by model, day, project and more, with the share read from the cache, waste, and the most expensive tasks.',
          )
          .argument('<logs...>', 'files, folders, or - for standard input; gzipped or not'),
        dimensionNames,
      )
        .option('--html <file>', 'also write the report as one HTML file')
        .option('--focus <file>', 'also write the charges as FOCUS 1.2 CSV, for FinOps tools')
        .option(...receiptOption),
    ),
  )
    .addHelpText('after', epilogue)
    .action(report);

async function report(logs: string[], options: Options): Promise<void> {
  const prices = openPrices(options);
  const { catalog, list } = prices;
  const asked = reporterOptions(catalog, options);
  const files: Pick<NewFile, 'end' | 'drop'>[] = [];
  try {
    const focus = options.focus === undefined ? null : focusFile(options.focus, catalog, list, asked);
    if (focus !== null) files.push(focus);
    const page = options.html === undefined ? null : newFile(options.html, '--html');
    if (page !== null) files.push(page);
    const reporter = new RunsReporter(catalog, { ...asked, ...(focus !== null && { onCall: focus.add }) });
    const hashes = options.receipt === undefined ? [] : await logHashes(logs);
    const read = await readLogs(logs, (records) => reporter.add(records));
    if (options.receipt !== undefined && !isDeepStrictEqual(hashes, await logHashes(logs))) {
      throw new Error('A log changed while it was read, so there is no receipt: use copies that do not change.');
    }
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

/** The question in a receipt, without the logs. */
const askedIn = (options: Options, prices: Prices): Omit<ReportQuestion, 'logs'> => ({
  command: 'report',
  by: options.by,
  since: options.since ?? null,
  until: options.until ?? null,
  host: options.host ?? null,
  top: options.top,
  ...askedPrices(options, prices),
});
