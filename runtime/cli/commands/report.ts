/** `agent-cost report`: what the calls of a log cost. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import type { ReportQuestion } from '../../audit/receipt.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import { type OutputFile, openOutput } from '../../io/output-file.ts';
import type { CallRecord } from '../../logs/call-record.ts';
import { dimensionNames } from '../../logs/report/dimensions.ts';
import { FocusCharges } from '../../logs/report/focus-charges.ts';
import { focusCsv, focusHeader } from '../../logs/report/focus-csv.ts';
import { LogReporter } from '../../logs/report/log-reporter.ts';
import type { RecordPrice } from '../../logs/report/price-record.ts';
import { type RecordTariff, RecordTariffs, type TariffOptions } from '../../logs/report/record-tariffs.ts';
import { reportCsv } from '../../logs/report/report-csv.ts';
import { reportHtml } from '../../logs/report/report-html.ts';
import { reportOf } from '../../logs/report/report-of.ts';
import { callsText } from '../../logs/report/report-tables.ts';
import { reportText } from '../../logs/report/report-text.ts';
import { type FormOptions, printAs, terminalWidth, withJsonAndCsv } from '../answer-forms.ts';
import { type CatalogOptions, openPrices, type Prices, withCatalogOptions } from '../catalog-options.ts';
import { printError } from '../output.ts';
import { command, strictExitCodes } from '../program.ts';
import { checkStrict, readingLines, readLogs, type StrictOptions, withStrict } from '../read-logs.ts';
import { type ReportOptions, reporterOptions, withReportOptions } from '../report-options.ts';
import { askedPrices, logHashes, type ReceiptOptions, receiptOption, writeReceipt } from '../write-receipt.ts';

const epilogue = `
Each call is priced on its day, to the nano-dollar. Calls without a price are listed and are in no total.
--by takes one or more names, separated by commas; default model,day.

Examples:
  agent-cost report calls.jsonl
  agent-cost report calls.jsonl --by project,day --since 2026-11-01 --csv
  cd ~/.claude && agent-cost report projects --by project
  agent-cost report calls.jsonl --html report.html --focus charges.csv
  zcat old/*.gz | agent-cost report - --by month --json
${strictExitCodes}`;

interface Options extends CatalogOptions, FormOptions, ReceiptOptions, ReportOptions, StrictOptions {
  html?: string;
  focus?: string;
}

export const reportCommand = (): Command =>
  withCatalogOptions(
    withJsonAndCsv(
      withReportOptions(
        withStrict(command('report'))
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
  const files: Pick<OutputFile, 'end' | 'drop'>[] = [];
  try {
    const focus = options.focus === undefined ? null : focusFile(options.focus, catalog, list, asked);
    if (focus !== null) files.push(focus);
    const page = options.html === undefined ? null : openOutput(options.html, { option: '--html' });
    if (page !== null) files.push(page);
    const reporter = new LogReporter(catalog, { ...asked, ...(focus !== null && { onCall: focus.add }) });
    const hashes = options.receipt === undefined ? [] : await logHashes(logs);
    const read = await readLogs(logs, (records) => reporter.add(records));
    if (options.receipt !== undefined && !isDeepStrictEqual(hashes, await logHashes(logs))) {
      throw new Error('A log changed while it was read, so there is no receipt: use copies that do not change.');
    }
    checkStrict(options, read);
    const made = reportOf(reporter, options.top);
    const logNames = read.files.map(({ name }) => name);
    page?.write(reportHtml(made, { files: logNames, top: options.top, sha256 }));
    for (const file of files) file.end();
    if (options.receipt !== undefined) {
      writeReceipt(options.receipt, prices, { ...askedIn(options, prices), logs: hashes }, made);
    }
    printAs(options, {
      json: () => ({ ...made, reading: read }),
      csv: () => reportCsv(made),
      text: () => [...reportText(made, { top: options.top, width: terminalWidth() }), ...readingLines(read)],
    });
  } finally {
    for (const file of files) file.drop();
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

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

/**
 * Collects charges and writes them to `path`.
 * @param list the catalog at list prices; the same as `catalog` without an overlay
 */
export function focusFile(path: string, catalog: Catalog, list: Catalog, terms: TariffOptions) {
  const file = openOutput(path, { option: '--focus' });
  const facts = {
    datasetVersion: catalog.version,
    day: terms.on ?? catalog.asOf,
    hostNames: new Map(catalog.offers.hosts.map(({ id, name }) => [id, name])),
  };
  const listTariffs = new RecordTariffs(list, terms);
  const charges = new FocusCharges(
    (record) => listTariffs.of(record),
    (some) => file.write(focusCsv(some, facts)),
  );
  file.write(focusHeader());
  return {
    add: (record: CallRecord, tariff: RecordTariff, price: RecordPrice): void => charges.add(record, tariff, price),
    end(): void {
      charges.end();
      file.end();
      const { unpricedCalls } = charges;
      if (unpricedCalls > 0) printError([`--focus: without a price, and not in ${path}: ${callsText(unpricedCalls)}.`]);
    },
    drop: file.drop,
  };
}
