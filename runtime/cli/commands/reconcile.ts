/** `agent-cost report reconcile`: what was billed against what the logs say. */
import { Option } from 'commander';
import { WrongUse } from '../../io/command-line.ts';
import { filesNamed } from '../../io/named-files.ts';
import { writeOutput } from '../../io/output-file.ts';
import { problemsIn } from '../../logs/read-report.ts';
import { type Side, sides } from '../../logs/reconcile/cells.ts';
import { invoiceFormats } from '../../logs/reconcile/cloud-bills.ts';
import { NoAmounts, readInvoice } from '../../logs/reconcile/read-invoice.ts';
import { type ReconcileOptions, Reconciler } from '../../logs/reconcile/reconcile.ts';
import { reconcileCsv, reconcileHtml, reconcileText } from '../../logs/reconcile/reconcile-text.ts';
import { utc } from '../../logs/report/time-zone.ts';
import { type CatalogOptions, catalogFiles, openPrices } from '../catalog-options.ts';
import { findLogs, thisMachine } from '../find-logs.ts';
import { logFilesOf } from '../log-files.ts';
import { checkLogOutputs } from '../logs-asked.ts';
import { type FormOptions, printAs, printError, terminalWidth } from '../output.ts';
import { aCount, argument, collect, command, unknown } from '../program.ts';
import { bytesOf, checkStrict, readingLines, readLogs, type StrictOptions, withShortPaths } from '../read-logs.ts';
import { daysOf, listIn, sha256, type TimeOptions, timeOptions, timeZoneNamed, zoneOption } from '../report-options.ts';

const epilogue = `
Compares by day and model, over the days of the invoice. Every dollar is in one class, and the classes add up to both
totals. An invoice without tokens cannot tell a price from a count: it is told as such. Without logs it takes those of the
agents on this machine.

An invoice is one of these, or a log whose calls have dollars (OpenRouter, LiteLLM, OpenAI's usage as CSV), or
Anthropic's or OpenAI's usage report, whose tokens are compared at list price:
${invoiceFormats.map(({ name, marks }) => `  ${name}: ${marks}`).join('\n')}

Examples:
  agent-cost report reconcile --invoice costs.json
  agent-cost report reconcile calls.jsonl --invoice costs.json --tolerance 2%
  agent-cost report reconcile logs --invoice focus.csv --by day,model,project --csv
  agent-cost report reconcile logs --invoice cur.csv --write-overlay as-billed.json

Exit codes: 0 within the tolerance; 1 beyond it, or a failure; 2 usage error; 3 with --strict: something was not read; 74
the output could not be written.`;

interface Options extends CatalogOptions, FormOptions, StrictOptions, TimeOptions {
  invoice: string[];
  by: Side[];
  host?: string;
  tolerance: ReconcileOptions['tolerance'];
  timezone?: string;
  top: number;
  html?: string;
  writeOverlay?: string;
}

export const reconcileCommand = () =>
  command('reconcile')
    .strict()
    .summary('an invoice against your own logs')
    .description('What was billed against what the logs say: every difference in dollars, by day and model.')
    .logs()
    .requiredOption('--invoice <file>', 'the invoice or report of costs; repeatable', collect)
    .jsonAndCsv()
    .prices()
    .addOption(
      new Option('--by <groups>', `what to compare by: ${sides.join(', ')}`)
        .argParser(sidesNamed)
        .default(['day', 'model'], 'day,model'),
    )
    .addOption(
      new Option(
        '--tolerance <amount>',
        'what the totals of the models may differ by: dollars, or percent of the invoice',
      )
        .argParser(aTolerance)
        .default({ pct: 1 }, '1%'),
    )
    .option('--host <id>', 'host at whose prices all calls are priced; default the host in the log')
    .option('--top <n>', 'maximum number of differences listed', aCount, 20)
    .addOptions(timeOptions())
    .addOption(zoneOption().default(undefined, 'UTC, in which makers count'))
    .option('--html <file>', 'also write it as one HTML file')
    .option(
      '--write-overlay <file>',
      'write the constant discount that explains the bill, if there is one, as an overlay',
    )
    .addHelpText('after', epilogue)
    .action(reconcile);

async function reconcile(names: string[], options: Options): Promise<void> {
  const found = names.length === 0 ? findLogs(thisMachine()) : null;
  if (found !== null && found.found.length === 0) {
    throw new WrongUse('No log of an agent was found on this machine: name a file or a folder.');
  }
  const logs = found?.logs ?? logFilesOf(names);
  const { html, writeOverlay, invoice: invoices } = options;
  const outputs = filesNamed({ '--html': html, '--write-overlay': writeOverlay });
  const bills = invoices.map((path) => ({ name: 'the invoice', path }));
  await checkLogOutputs(outputs, [...catalogFiles(options), ...bills], logs.files);
  const { catalog } = openPrices(options);
  const zone = options.timezone === undefined ? utc : timeZoneNamed(options.timezone);
  const read = await Promise.all(invoices.map(invoiceAt));
  printError(problemsIn(read.map(({ report }) => report)));
  const reconciler = new Reconciler(
    catalog,
    read.flatMap(({ lines }) => lines),
    {
      ...{ by: options.by, zone, on: options.asOf ?? null, host: options.host ?? null, tolerance: options.tolerance },
      ...daysOf(options, zone, Date.now()),
    },
  );
  const folders = found?.found.map(({ folder }) => folder) ?? names;
  const readLog = withShortPaths(await readLogs(folders, (records) => reconciler.add(records), { found: logs }));
  const made = reconciler.result();
  if (html !== undefined) {
    const files = readLog.files.map(({ name }) => name);
    writeOutput(html, reconcileHtml(made, { files, top: options.top, sha256 }), { option: '--html' });
  }
  if (writeOverlay !== undefined) {
    if (made.overlay === null)
      printError(['--write-overlay: no constant discount explains the invoice; nothing is written.']);
    else writeOutput(writeOverlay, `${JSON.stringify(made.overlay, null, 2)}\n`, { option: '--write-overlay' });
  }
  printAs(options, {
    json: () => ({ ...made, reading: readLog, invoices: read.map(({ report }) => report) }),
    csv: () => reconcileCsv(made),
    text: () => [...reconcileText(made, { top: options.top, width: terminalWidth() }), ...readingLines(readLog)],
  });
  if (!made.isWithinTolerance) process.exitCode = 1;
  checkStrict(options, readLog);
}

async function invoiceAt(path: string) {
  if (path === '-') throw new WrongUse('--invoice must be a file: it may be read twice.');
  try {
    return await readInvoice(() => bytesOf(path), path);
  } catch (error) {
    if (error instanceof NoAmounts) throw new WrongUse(error.summary, error.known);
    throw (error as NodeJS.ErrnoException).code === undefined
      ? error
      : new WrongUse(`--invoice: ${path} cannot be read: ${(error as Error).message}`);
  }
}

function sidesNamed(text: string): Side[] {
  const found = listIn(text).map((name) => {
    const side = sides.find((one) => one === name);
    if (side === undefined) throw unknown('group', name, sides);
    return side;
  });
  return [...new Set(found)];
}

const aTolerance = argument(
  'dollars, such as 5, or percent, such as 2%',
  (text): ReconcileOptions['tolerance'] | null => {
    const [, digits, unit] = /^\$?(\d+(?:\.\d+)?)\s*(%?)$/.exec(text.trim()) ?? [];
    if (digits === undefined) return null;
    return unit === '%' ? { pct: Number(digits) } : { usd: Number(digits) };
  },
);
