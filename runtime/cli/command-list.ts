/** Every command by name, in groups by what people want, in the order of the help. Commands are loaded on demand. */

import type { Command } from 'commander';
import { lookUp } from '../core/values/look-up.ts';

type Loaders = Readonly<Record<string, () => Promise<Command>>>;

/** The commands under the heading of their group in the help. */
const groups: Readonly<Record<string, Loaders>> = {
  'What did I spend? From your own logs:': {
    report: async () => (await import('./commands/report.ts')).reportCommand(),
    totals: async () => (await import('./commands/totals.ts')).totalsCommand(),
    reconcile: async () => (await import('./commands/reconcile.ts')).reconcileCommand(),
    reprice: async () => (await import('./commands/reprice.ts')).repriceCommand(),
    calibrate: async () => (await import('./commands/calibrate.ts')).calibrateCommand(),
  },
  'What does it cost now? While agents run:': {
    statusline: async () => (await import('./commands/statusline.ts')).statuslineCommand(),
    live: async () => (await import('./commands/live.ts')).liveCommand(),
    guard: async () => (await import('./commands/guard.ts')).guardCommand(),
  },
  'What will it cost? Estimate and compare:': {
    estimate: async () => (await import('./commands/estimate.ts')).estimateCommand(),
    rank: async () => (await import('./commands/rank.ts')).rankCommand(),
    explain: async () => (await import('./commands/explain.ts')).explainCommand(),
    presets: async () => (await import('./commands/presets.ts')).presetsCommand(),
    measured: async () => (await import('./commands/measured.ts')).measuredCommand(),
    forecast: async () => (await import('./commands/forecast.ts')).forecastCommand(),
    backtest: async () => (await import('./commands/backtest.ts')).backtestCommand(),
  },
  'What are the prices?': {
    price: async () => (await import('./commands/price.ts')).priceCommand(),
    models: async () => (await import('./commands/models.ts')).modelsCommand(),
    model: async () => (await import('./commands/model.ts')).modelCommand(),
    changes: async () => (await import('./commands/changes.ts')).changesCommand(),
  },
  'Does it stay within budget? In CI:': {
    check: async () => (await import('./commands/check.ts')).checkCommand(),
    watch: async () => (await import('./commands/watch.ts')).watchCommand(),
  },
  'Are the numbers right? Audit a snapshot:': {
    verify: async () => (await import('./commands/verify.ts')).verifyCommand(),
    'verify-list': async () => (await import('./commands/verify-list.ts')).verifyListCommand(),
    timestamp: async () => (await import('./commands/timestamp.ts')).timestampCommand(),
    diff: async () => (await import('./commands/diff.ts')).diffCommand(),
  },
  'Serve and integrate:': {
    export: async () => (await import('./commands/export.ts')).exportCommand(),
    enrich: async () => (await import('./commands/enrich.ts')).enrichCommand(),
    sql: async () => (await import('./commands/sql.ts')).sqlCommand(),
    mcp: async () => (await import('./commands/mcp.ts')).mcpCommand(),
    keys: async () => (await import('./commands/keys.ts')).keysCommand(),
    completion: async () => (await import('./commands/completion.ts')).completionCommand(),
  },
};

export const commandList: Loaders = Object.assign({}, ...Object.values(groups));

/** The heading for the command `help` itself. */
export const lastGroup = Object.keys(groups).at(-1) as string;

/** Commands that need all the others. */
const overviews = ['completion'];

/**
 * The names of the commands to load: only `name` if it is a command, none for the version, otherwise all.
 */
export function namesFor(name = ''): string[] {
  if (['-V', '--version'].includes(name)) return [];
  return Object.hasOwn(commandList, name) && !overviews.includes(name) ? [name] : Object.keys(commandList);
}

/** The commands to load for an invocation with `name`, each under its heading. */
export function commandsFor(name?: string): Promise<Command[]> {
  const names = new Set(namesFor(name));
  return Promise.all(
    Object.entries(groups).flatMap(([heading, loaders]) =>
      Object.entries(loaders).flatMap(([one, load]) =>
        names.has(one) ? load().then((command) => command.helpGroup(heading)) : [],
      ),
    ),
  );
}

/** What people type for `report`, and its arguments. */
const meaningReport: Readonly<Record<string, string>> = {
  bill: '',
  cost: '',
  costs: '',
  spend: '',
  usage: '',
  today: ' --since today --by model,hour',
  daily: ' --by day',
  weekly: ' --by week',
  monthly: ' --by month',
  session: ' --by session',
  sessions: ' --by session',
  projects: ' --by project',
};

/** A command that answers what `name`, which is no command, asks for; undefined: none is known. */
export function commandMeantBy(name = ''): string | undefined {
  const options = lookUp(meaningReport, name);
  return options === undefined ? undefined : `${ownBill}${options}`;
}

/** Where most people begin: it finds the logs itself. */
export const ownBill = 'agent-cost report';
