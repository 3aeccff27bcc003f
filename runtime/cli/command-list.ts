/** Every command by name, in the order of the help. Commands are loaded on demand. */
import type { Command } from 'commander';

export const commandList: Readonly<Record<string, () => Promise<Command>>> = {
  price: async () => (await import('./price/price-command.ts')).priceCommand(),
  estimate: async () => (await import('./commands/estimate-command.ts')).estimateCommand(),
  rank: async () => (await import('./commands/estimate-command.ts')).rankCommand(),
  explain: async () => (await import('./commands/explain-command.ts')).explainCommand(),
  check: async () => (await import('./budgets/check-command.ts')).checkCommand(),
  watch: async () => (await import('./budgets/watch-command.ts')).watchCommand(),
  models: async () => (await import('./commands/models-command.ts')).modelsCommand(),
  model: async () => (await import('./commands/model-command.ts')).modelCommand(),
  presets: async () => (await import('./commands/presets-command.ts')).presetsCommand(),
  measured: async () => (await import('./commands/measured-command.ts')).measuredCommand(),
  changes: async () => (await import('./commands/changes-command.ts')).changesCommand(),
  report: async () => (await import('./commands/runs/report-command.ts')).reportCommand(),
  totals: async () => (await import('./commands/runs/totals-command.ts')).totalsCommand(),
  calibrate: async () => (await import('./commands/runs/calibrate-command.ts')).calibrateCommand(),
  reprice: async () => (await import('./commands/runs/reprice-command.ts')).repriceCommand(),
  backtest: async () => (await import('./commands/runs/backtest-command.ts')).backtestCommand(),
  sql: async () => (await import('./commands/runs/sql-command.ts')).sqlCommand(),
  verify: async () => (await import('./commands/snapshot/verify-command.ts')).verifyCommand(),
  'verify-list': async () => (await import('./commands/snapshot/verify-list-command.ts')).verifyListCommand(),
  timestamp: async () => (await import('./commands/snapshot/timestamp-command.ts')).timestampCommand(),
  diff: async () => (await import('./commands/snapshot/diff-command.ts')).diffCommand(),
  keys: async () => (await import('./keys/keys-command.ts')).keysCommand(),
  mcp: async () => (await import('./commands/mcp-command.ts')).mcpCommand(),
  completion: async () => (await import('./completion/completion-command.ts')).completionCommand(),
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
