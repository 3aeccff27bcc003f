/** Every command, by the question it answers, in the order of the help. Commands are loaded on demand. */

import type { Command } from 'commander';
import { nearestName } from '../core/values/did-you-mean.ts';
import { lookUp } from '../core/values/look-up.ts';
import { command } from './program.ts';

type Loader = () => Promise<Command>;
type Loaders = Readonly<Record<string, Loader>>;

/** What people ask; the command that answers it; below it, what else belongs to the question. */
const questions: Readonly<Record<string, Loaders>> = {
  'what did I spend? From your own logs': {
    report: async () => (await import('./commands/report.ts')).reportCommand(),
    'report totals': async () => (await import('./commands/totals.ts')).totalsCommand(),
    'report reconcile': async () => (await import('./commands/reconcile.ts')).reconcileCommand(),
    'report reprice': async () => (await import('./commands/reprice.ts')).repriceCommand(),
  },
  'what does it cost now? While agents run': {
    live: async () => (await import('./commands/live.ts')).liveCommand(),
    'live statusline': async () => (await import('./commands/statusline.ts')).statuslineCommand(),
    'live guard': async () => (await import('./commands/guard.ts')).guardCommand(),
  },
  'what will it cost? A workflow on a model': {
    estimate: async () => (await import('./commands/estimate.ts')).estimateCommand(),
    'estimate rank': async () => (await import('./commands/rank.ts')).rankCommand(),
    'estimate advise': async () => (await import('./commands/advise.ts')).adviseCommand(),
    'estimate explain': async () => (await import('./commands/explain.ts')).explainCommand(),
    'estimate presets': async () => (await import('./commands/presets.ts')).presetsCommand(),
    'estimate measured': async () => (await import('./commands/measured.ts')).measuredCommand(),
    'estimate calibrate': async () => (await import('./commands/calibrate.ts')).calibrateCommand(),
    'estimate forecast': async () => (await import('./commands/forecast.ts')).forecastCommand(),
    'estimate backtest': async () => (await import('./commands/backtest.ts')).backtestCommand(),
  },
  'what are the prices? Of one call, or a model': {
    price: async () => (await import('./commands/price.ts')).priceCommand(),
    'price models': async () => (await import('./commands/models.ts')).modelsCommand(),
    'price model': async () => (await import('./commands/model.ts')).modelCommand(),
    'price changes': async () => (await import('./commands/changes.ts')).changesCommand(),
    'price export': async () => (await import('./commands/export.ts')).exportCommand(),
    'price sql': async () => (await import('./commands/sql.ts')).sqlCommand(),
    'price enrich': async () => (await import('./commands/enrich.ts')).enrichCommand(),
  },
  'does it stay within budget? In CI': {
    check: async () => (await import('./commands/check.ts')).checkCommand(),
    'check watch': async () => (await import('./commands/watch.ts')).watchCommand(),
  },
  'are the numbers right? Audit a snapshot': {
    verify: async () => (await import('./commands/verify.ts')).verifyCommand(),
    'verify list': async () => (await import('./commands/verify-list.ts')).verifyListCommand(),
    'verify timestamp': async () => (await import('./commands/timestamp.ts')).timestampCommand(),
    'verify diff': async () => (await import('./commands/diff.ts')).diffCommand(),
  },
  'the same as tools for agents (Model Context Protocol)': {
    mcp: async () => (await import('./commands/mcp.ts')).mcpCommand(),
  },
  'API keys of the server': { keys: async () => (await import('./commands/keys.ts')).keysCommand() },
  'a completion script for your shell': {
    completion: async () => (await import('./commands/completion.ts')).completionCommand(),
  },
};

/** Every command by its words: `report`, `report totals`. */
export const commandList: Loaders = Object.assign({}, ...Object.values(questions));
const paths = Object.keys(commandList);

const partsOf = (main: string): string[] => paths.filter((path) => path.startsWith(`${main} `));

const mainNames = paths.filter((path) => !path.includes(' '));

/** The names that parts had as commands of their own, with their words now: they keep working. */
const formerNames = new Map(
  paths
    .filter((path) => path.includes(' '))
    .map((path) => [path === 'verify list' ? 'verify-list' : (path.split(' ')[1] as string), path]),
);

/** The words that replace a command's former name: `report totals` for `totals`; undefined: `name` is none. */
export const nowCalled = (name = ''): string | undefined => formerNames.get(name);

const asksForHelp = (word = ''): boolean => ['-h', '--help', 'help'].includes(word);

/** The commands to load for `words`, the words after the program's name: as few as will do. */
export function pathsFor([first = '', second = '']: readonly string[]): string[] {
  if (['-V', '--version'].includes(first)) return [];
  // Completes all the others.
  if (first === 'completion') return paths;
  if (Object.hasOwn(commandList, `${first} ${second}`)) return [`${first} ${second}`];
  if (Object.hasOwn(commandList, first)) return asksForHelp(second) ? [first, ...partsOf(first)] : [first];
  const path = nowCalled(first);
  if (path !== undefined) return [path];
  return asksForHelp(first) ? [...mainNames, ...partsOf(second)] : mainNames;
}

/** The commands to load for `words`, each below the command of its question. */
export async function commandsFor(words: readonly string[]): Promise<Command[]> {
  const [first = ''] = words;
  const top = new Map<string, Command>();
  for (const path of pathsFor(words)) {
    const [main = '', part] = path.split(' ');
    const one = await (lookUp(commandList, path) as Loader)();
    if (part === undefined) {
      if (!Object.hasOwn(commandList, first)) one.summary(overviewOf(main));
      top.set(main, one);
    } else if (nowCalled(first) === path) top.set(path, one);
    else {
      const above = top.get(main) ?? command(main);
      // An option after the part's name is the part's.
      top.set(main, above.enablePositionalOptions().addCommand(one.name(part)));
    }
    one.showHelpAfterError(`Run agent-cost ${nowCalled(first) === path ? first : path} --help for usage.`);
  }
  return [...top.values()];
}

/** The question that a command answers, and what else belongs to it, for the overview. */
function overviewOf(main: string): string {
  const [question = ''] = Object.entries(questions).find(([, loaders]) => Object.hasOwn(loaders, main)) ?? [];
  const parts = partsOf(main).map((path) => path.slice(main.length + 1));
  return parts.length === 0 ? question : `${question}\nbelow it: ${parts.join(', ')}`;
}

/** The words of the part whose name is near to `name`, which is no command: `estimate presets` for `preset`. */
export function partLike(name = ''): string | undefined {
  if (name.startsWith('-') || Object.hasOwn(commandList, name) || formerNames.has(name)) return undefined;
  return nowCalled(nearestName(name, [...mainNames, ...formerNames.keys()]) ?? undefined);
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
