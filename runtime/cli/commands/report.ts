/** `agent-cost report`: what the calls of a log cost. */
import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import type { ReportQuestion } from '../../audit/receipt.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import { newestLook } from '../../core/dataset/price-age.ts';
import { whole } from '../../core/values/rounded.ts';
import { WrongUse } from '../../io/command-line.ts';
import { filesNamed } from '../../io/named-files.ts';
import { type OutputFile, openOutput } from '../../io/output-file.ts';
import type { CallRecord } from '../../logs/call-record.ts';
import { planLines, planTable } from '../../logs/plan/plan-text.ts';
import { PlanCalls } from '../../logs/plan/plan-worth.ts';
import { FocusCharges, type FocusVersion, focusCsv, focusHeader, focusVersions } from '../../logs/report/focus-csv.ts';
import { dimensionNames } from '../../logs/report/log-report.ts';
import { LogReporter, type ReporterOptions } from '../../logs/report/log-reporter.ts';
import { MonthComparison, type Months, monthsText } from '../../logs/report/month-comparison.ts';
import type { RecordPrice } from '../../logs/report/price-record.ts';
import { type RecordTariff, RecordTariffs, type TariffOptions } from '../../logs/report/record-tariffs.ts';
import { reportHtml } from '../../logs/report/report-html.ts';
import { type LogReport, reportOf } from '../../logs/report/report-of.ts';
import { detailsText, groupsText, reportCsv, reportText, type TextSize } from '../../logs/report/report-text.ts';
import { callsText } from '../../logs/report/report-words.ts';
import { coveredName, shortNames } from '../../logs/report/short-names.ts';
import { TimeZone, utc } from '../../logs/report/time-zone.ts';
import { ageToday, type CatalogOptions, catalogFiles, openPrices, type Prices } from '../catalog-options.ts';
import { thisMachine } from '../find-logs.ts';
import { indexOn, type LogIndex } from '../log-index.ts';
import { agentLines, checkLogOutputs, logsAsked } from '../logs-asked.ts';
import { type FormOptions, printAs, printError, terminalWidth } from '../output.ts';
import { limitsIn, namesOfSettings, ownSettings, planAsked, planHint, withoutLimits } from '../own-settings.ts';
import { aCount, command, strictExitCodes } from '../program.ts';
import { checkStrict, readingLines, readLogs, type StrictOptions, withShortPaths } from '../read-logs.ts';
import { askedPrices, logHashes, type ReceiptOptions, receiptOption, writeReceipt } from '../receipt.ts';
import {
  type ReportOptions,
  reporterOptions,
  reportOptions,
  sha256,
  timeZoneNamed,
  zoneOption,
} from '../report-options.ts';
import { keepWorth, keptLimits } from '../running/limits-file.ts';

const epilogue = `
Without logs it finds those of the agents on this machine, says which, and compares this month so far with the last
one. With --by, --since, --until, --this-month or --last-month it reports on these calls instead.

Each call is priced on its day, to the nano-dollar. Calls without a price are listed and are in no total.
--by takes one or more names, separated by commas; default model,day.
--timezone is that of this machine for logs it finds, and UTC for logs you name and in --json and --csv.

Examples:
  agent-cost report
  agent-cost report --last-month --by project
  agent-cost report --since 30d --by week,agent
  agent-cost report --plan claude-max-20x
  agent-cost report calls.jsonl
  agent-cost report calls.jsonl --by project,day --since 2026-11-01 --csv
  cd ~/.claude && agent-cost report projects --by project
  agent-cost report calls.jsonl --html report.html --focus charges.csv
  zcat old/*.gz | agent-cost report - --by month --json
${strictExitCodes}`;

interface Options extends CatalogOptions, FormOptions, ReceiptOptions, ReportOptions, StrictOptions {
  html?: string;
  focus?: string;
  focusVersion: FocusVersion;
  timezone?: string;
  plan?: string;
  jobs?: number;
  index: boolean;
}

export const reportCommand = () =>
  command('report')
    .strict()
    .summary('what the calls of your own logs cost')
    .description(
      'The bill of the calls in logs: by model, day, project and more, with the share read from the cache, waste, and the most expensive tasks.',
    )
    .argument('[logs...]', 'files, folders, or - for standard input, gzipped or not; default those of your agents')
    .addOptions(reportOptions(dimensionNames))
    .addOption(zoneOption())
    .option('--plan <id>', 'what this plan is worth, by the same calls; default that of agent-cost.json')
    .option('--jobs <n>', 'threads that read large logs side by side (default one for each processor)', aCount)
    .option('--no-index', 'read every log from its beginning, and remember nothing of it for the next run')
    .option('--html <file>', 'also write the report as one HTML file')
    .option('--focus <file>', 'also write the charges as FOCUS CSV, for FinOps tools')
    .choice('--focus-version <version>', 'version of FOCUS', focusVersions, '1.4')
    .option(...receiptOption)
    .jsonAndCsv()
    .prices()
    .addHelpText('after', epilogue)
    .action(report);

async function report(names: string[], options: Options, given: Command): Promise<void> {
  const asked = logsAsked(names);
  const { found: logs, isOwn, agents } = asked;
  const zone = zoneOf(options, isOwn);
  if (options.receipt !== undefined && (isOwn || zone !== utc)) {
    throw new WrongUse('--receipt needs logs that are named, and counts in UTC, so that others get the same answer.');
  }
  const { html, focus: charges, receipt } = options;
  const outputs = filesNamed({ '--html': html, '--focus': charges, '--receipt': receipt });
  await checkLogOutputs(outputs, catalogFiles(options), logs.files);
  const prices = openPrices(options);
  const { catalog, list } = prices;
  const isGiven = (option: string) => given.getOptionValueSource(option) === 'cli';
  const terms = reporterOptions(catalog, options, zone);
  const isOverview = isOwn && !['by', 'since', 'until', 'lastMonth', 'thisMonth'].some(isGiven);
  const comparison = isOverview ? new MonthComparison(zone, Date.now()) : null;
  if (comparison !== null) Object.assign(terms, { by: ['model', 'project', 'week'], since: comparison.since });
  const settings = ownSettings();
  const plan = planAsked(catalog, options.plan, settings);
  const own = namesOfSettings(catalog, settings);
  const kept = isOwn ? keptLimits(thisMachine()) : [];
  const planCalls = plan === null && kept.length === 0 ? null : new PlanCalls(list, zone);
  const files: Pick<OutputFile, 'end' | 'drop'>[] = [];
  try {
    const focus = options.focus === undefined ? null : focusFile(options.focus, catalog, list, terms, options);
    if (focus !== null) files.push(focus);
    const page = options.html === undefined ? null : openOutput(options.html, { option: '--html' });
    if (page !== null) files.push(page);
    const reporter = new LogReporter(catalog, {
      ...terms,
      onCall(record, tariff, price) {
        focus?.add(record, tariff, price);
        comparison?.add(record, tariff, price);
      },
    });
    const hashes = options.receipt === undefined ? [] : await logHashes(logs.files);
    const readInFull = await readLogs(
      asked.names,
      (records) => {
        const named = own.named(records);
        reporter.add(named);
        planCalls?.add(named);
      },
      {
        ...asked,
        ...{ index: indexFor(options), jobs: options.jobs },
      },
    );
    const read = options.fullNames ? readInFull : withShortPaths(readInFull);
    if (options.receipt !== undefined && !isDeepStrictEqual(hashes, await logHashes(logs.files))) {
      throw new Error('A log changed while it was read, so there is no receipt: use copies that do not change.');
    }
    checkStrict(options, read);
    const limits = [...kept, ...limitsIn(read.files)];
    const worth = planCalls?.worth(plan, limits, Date.now()) ?? null;
    if (isOwn && worth !== null) keepWorth(indexFor(options), worth);
    const { fullNames = false } = options;
    for (const note of own.notes()) reporter.notes.add(note);
    const made = reportOf(reporter, options.top, fullNames);
    const ofPlan = worth === null ? [] : planLines(worth, zone);
    const shown = { files: read.files.map(({ name }) => name), top: options.top, sha256 };
    page?.write(reportHtml(made, shown, ofPlan));
    for (const file of files) file.end();
    if (options.receipt !== undefined) {
      const question = { ...askedIn(terms, options, prices), aliases: own.used(), logs: hashes };
      writeReceipt(options.receipt, prices, question, made);
    }
    const folders = agents?.map(({ agent, folder, files: { length } }) => ({ agent, folder, files: length }));
    const months = comparison?.months(fullNames);
    const size = { top: options.top, width: terminalWidth() };
    printAs(options, {
      json: () => ({
        ...made,
        ...(folders && { agents: folders }),
        ...(months && { months }),
        ...(worth && { plan: worth }),
        reading: withoutLimits(read),
        newestLook: newestLook(catalog),
      }),
      csv: () => reportCsv(made, worth === null ? undefined : planTable(worth)),
      text: () => [
        ...(isOwn ? [...agentLines(asked), `Days are those of ${zone.name}; --timezone takes another.`, ''] : []),
        ...(months === undefined ? reportText(made, size) : overviewText(made, months, size)),
        ...(worth === null ? planHint(limits) : ['', ...ofPlan]),
        ...readingLines(read),
        ageToday(catalog),
      ],
    });
  } finally {
    for (const file of files) file.drop();
  }
}

/** A receipt is made of what the logs are, not of what they were. */
function indexFor({ index, receipt }: Options): LogIndex | null {
  return !index || receipt !== undefined ? null : indexOn(thisMachine());
}

/** Days of this machine for people who look at their own logs, and UTC for what is kept or compared. */
function zoneOf({ timezone, json, csv }: Options, isFound: boolean): TimeZone {
  if (timezone !== undefined) return timeZoneNamed(timezone);
  return isFound && !json && !csv ? TimeZone.local() : utc;
}

/** The comparison of the months, then what the report has on both of them together. */
function overviewText(made: LogReport, months: Months, size: TextSize): string[] {
  const { callsLeftOut: earlier, total } = made;
  if (total.calls === 0) {
    return [
      `No call since ${months.lastMonth.from}; ${whole(earlier)} are earlier or have no time: agent-cost report --by month`,
    ];
  }
  const weeks = { ...made, groups: made.groups.filter(({ by }) => by === 'week') };
  return [
    ...monthsText(months, made, size),
    ...groupsText(weeks, size),
    ...detailsText(made, size),
    ...(earlier === 0
      ? []
      : ['', `Earlier, or without a time: ${callsText(earlier)}. All months: agent-cost report --by month`]),
  ];
}

/** The question in a receipt, without what only reading the logs tells. */
const askedIn = (
  { by, since, until }: ReporterOptions,
  options: Options,
  prices: Prices,
): Omit<ReportQuestion, 'aliases' | 'logs'> => ({
  ...{ command: 'report', by: [...by], since, until },
  host: options.host ?? null,
  top: options.top,
  ...askedPrices(options, prices),
});

/**
 * Collects charges and writes them to `path`.
 * @param list the catalog at list prices; the same as `catalog` without an overlay
 */
export function focusFile(
  path: string,
  catalog: Catalog,
  list: Catalog,
  terms: TariffOptions,
  { fullNames = false, focusVersion: version = '1.4' }: { fullNames?: boolean; focusVersion?: FocusVersion } = {},
) {
  const file = openOutput(path, { option: '--focus' });
  /** A project, a user or a key keeps the name that it was first written under. */
  const names = new Map<string, string>();
  const nameAll = (all: readonly (string | null)[]) => {
    const short = shortNames([...names.keys(), ...all]);
    for (const [name, shown] of short) if (!names.has(name)) names.set(name, shown);
  };
  const facts = {
    datasetVersion: catalog.version,
    version,
    day: terms.on ?? catalog.asOf,
    shownName: (name: string) => names.get(name) ?? name,
    shownPerson: fullNames ? (_: string, name: string) => name : coveredName,
    hostNames: new Map(catalog.offers.hosts.map(({ id, name }) => [id, name])),
  };
  const listTariffs = new RecordTariffs(list, terms);
  const charges = new FocusCharges(
    (record) => listTariffs.of(record),
    (some) => {
      if (!fullNames) nameAll(some.flatMap(({ project, who }) => [project, who?.key ?? null]));
      file.write(focusCsv(some, facts));
    },
  );
  file.write(focusHeader(version));
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
