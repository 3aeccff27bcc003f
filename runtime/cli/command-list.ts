/** Every command by name, in the order of the help. Commands are loaded on demand. */
import type { Command } from 'commander';

export const commandList: Readonly<Record<string, () => Promise<Command>>> = {
  price: async () => (await import('./commands/price.ts')).priceCommand(),
  estimate: async () => (await import('./commands/estimate.ts')).estimateCommand(),
  rank: async () => (await import('./commands/estimate.ts')).rankCommand(),
  explain: async () => (await import('./commands/explain.ts')).explainCommand(),
  check: async () => (await import('./commands/check.ts')).checkCommand(),
  watch: async () => (await import('./commands/watch.ts')).watchCommand(),
  models: async () => (await import('./commands/models.ts')).modelsCommand(),
  model: async () => (await import('./commands/model.ts')).modelCommand(),
  presets: async () => (await import('./commands/presets.ts')).presetsCommand(),
  measured: async () => (await import('./commands/measured.ts')).measuredCommand(),
  changes: async () => (await import('./commands/changes.ts')).changesCommand(),
  report: async () => (await import('./commands/report.ts')).reportCommand(),
  totals: async () => (await import('./commands/totals.ts')).totalsCommand(),
  calibrate: async () => (await import('./commands/calibrate.ts')).calibrateCommand(),
  reprice: async () => (await import('./commands/reprice.ts')).repriceCommand(),
  backtest: async () => (await import('./commands/backtest.ts')).backtestCommand(),
  sql: async () => (await import('./commands/sql.ts')).sqlCommand(),
  verify: async () => (await import('./commands/verify.ts')).verifyCommand(),
  'verify-list': async () => (await import('./commands/verify-list.ts')).verifyListCommand(),
  timestamp: async () => (await import('./commands/timestamp.ts')).timestampCommand(),
  diff: async () => (await import('./commands/diff.ts')).diffCommand(),
  keys: async () => (await import('./commands/keys.ts')).keysCommand(),
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand(),
  completion: async () => (await import('./commands/completion.ts')).completionCommand(),
};

/** Commands that need all the others. */
const overviews = ['completion'];

/**
 * The names of the commands to load: only `name` if it is a command, none for the version, otherwise all.
 */
export function namesFor(name = ''): string[] {
  if (['-V', '--version'].includes(name)) return [];
  return Object.hasOwn(commandList, name) && !overviews.includes(name) ? [name] : Object.keys(commandList);
}

/** The commands to load for an invocation with `name`. */
export const commandsFor = (name?: string): Promise<Command[]> =>
  Promise.all(namesFor(name).flatMap((one) => commandList[one]?.() ?? []));
