/** Options of the commands that add up the calls of logs: which calls, at which prices, in which groups. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Catalog } from '../core/dataset/catalog.ts';
import { ownMachine } from '../core/dataset/sellers.ts';
import { WrongUse } from '../io/command-line.ts';
import { type Dimension, dimensionNames } from '../logs/report/dimensions.ts';
import type { ReporterOptions } from '../logs/report/log-reporter.ts';
import type { TimeZone } from '../logs/report/time-zone.ts';
import { unknown } from './program.ts';
import { daysOf, type TimeOptions, timeOptions } from './time-options.ts';

export interface ReportOptions extends TimeOptions {
  by: Dimension[];
  host?: string;
  top: number;
  fullNames?: true;
}

/** @param dimensions accepted by --by */
export function withReportOptions(command: Command, dimensions: readonly Dimension[]): Command {
  command.addOption(
    new Option('--by <groups>', `what to group by: ${dimensions.join(', ')}`)
      .argParser(groupsAmong(dimensions))
      .default(['model', 'day'], 'model,day'),
  );
  for (const option of timeOptions()) command.addOption(option);
  return command
    .option(
      '--host <id>',
      'host at whose prices all calls are priced, or local: your own machine, $0; default the host in the log',
    )
    .option('--top <n>', 'maximum number of rows in each table', aCount, 20)
    .addOption(
      new Option(
        '--full-names',
        'folders, sessions, users, machines and files in full; without it they are short, to be shared',
      ).conflicts('receipt'),
    );
}

/**
 * The options as those of a reporter.
 * @param zone in whose days --since and --until are meant
 * @throws WrongUse if the host or a time is unknown
 */
export function reporterOptions(
  catalog: Catalog,
  options: ReportOptions & { asOf?: string },
  zone: TimeZone,
): ReporterOptions {
  const { by, host = null, asOf: on = null } = options;
  const hosts = [...catalog.offers.hosts.map(({ id }) => id), ownMachine];
  if (host !== null && !hosts.includes(host)) throw unknown('host', host, hosts);
  return { by, ...daysOf(options, zone, Date.now()), host, on, zone };
}

const groupsAmong = (dimensions: readonly Dimension[]) => (text: string) =>
  groupsNamed(
    text.split(',').map((name) => name.trim()),
    dimensions,
  );

/**
 * The groups of these names, each once.
 * @param dimensions those that are accepted
 * @throws WrongUse for any other name
 */
export function groupsNamed(names: readonly string[], dimensions: readonly Dimension[] = dimensionNames): Dimension[] {
  const groups = names.map((name) => {
    const found = dimensions.find((one) => one === name);
    if (found === undefined && dimensionNames.some((one) => one === name)) {
      throw new WrongUse(`Only agent-cost report groups by "${name}". Groups: ${dimensions.join(', ')}.`);
    }
    if (found === undefined) throw unknown('group', name, dimensions);
    return found;
  });
  return [...new Set(groups)];
}

/** An argument that is a number of rows. */
export function aCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 999999.');
}
