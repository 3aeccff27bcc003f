/** Options of the commands that add up the calls of logs: which calls, at which prices, in which groups. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Catalog } from '../core/dataset/catalog.ts';
import type { Dimension } from '../logs/report/dimensions.ts';
import type { ReporterOptions } from '../logs/report/log-reporter.ts';
import { aDay } from './catalog-options.ts';
import { unknown } from './program.ts';

export interface ReportOptions {
  by: Dimension[];
  since?: string;
  until?: string;
  host?: string;
  top: number;
}

/** @param dimensions accepted by --by */
export const withReportOptions = (command: Command, dimensions: readonly Dimension[]): Command =>
  command
    .addOption(
      new Option('--by <groups>', `what to group by: ${dimensions.join(', ')}`)
        .argParser(groupsAmong(dimensions))
        .default(['model', 'day'], 'model,day'),
    )
    .option('--since <day>', 'only calls from this day on (YYYY-MM-DD, UTC)', aDay)
    .option('--until <day>', 'only calls up to this day', aDay)
    .option('--host <id>', 'host at whose prices all calls are priced; default the host in the log')
    .option('--top <n>', 'maximum number of rows in each table', aCount, 20);

/** The options as those of a reporter. @throws WrongUse if the host is unknown */
export function reporterOptions(catalog: Catalog, options: ReportOptions & { asOf?: string }): ReporterOptions {
  const { by, since = null, until = null, host = null, asOf: on = null } = options;
  const hosts = catalog.offers.hosts.map(({ id }) => id);
  if (host !== null && !hosts.includes(host)) throw unknown('host', host, hosts);
  return { by, since, until, host, on };
}

const groupsAmong = (dimensions: readonly Dimension[]) => (text: string) => {
  const names = text.split(',').map((name) => name.trim());
  const groups = names.map((name) => {
    const found = dimensions.find((one) => one === name);
    if (found === undefined) throw unknown('group', name, dimensions);
    return found;
  });
  return [...new Set(groups)];
};

function aCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 999999.');
}
