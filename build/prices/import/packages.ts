/** The packages that the import reads, and their statements. They are fetched when it runs, so they are not dependencies of the project. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { calcPrice, findProvider, MatchLogic, Provider } from '@pydantic/genai-prices';
import { lookUp } from '../../../runtime/core/values/look-up.ts';
import { WrongUse } from '../../../runtime/io/command-line.ts';
import { nothing, type Prices, type Stated, statedOf } from '../check/compare-prices.ts';
import { statedBy } from '../check/genai-prices.ts';
import type { Lineage, Locked, Pinned } from './lock.ts';

export type { Lineage } from './lock.ts';

/** A package on disk. */
export interface Unpacked extends Pick<Locked, 'lineage' | 'name' | 'version' | 'on'> {
  dir: string;
}

/** Runs `use` with the packages in `from`, laid out as in node_modules, or with those fetched by npm. */
export async function withPackages<One extends Pinned, T>(
  locked: readonly One[],
  from: string | null,
  use: (found: (One & { dir: string })[]) => Promise<T>,
): Promise<T> {
  if (from !== null) return use(locked.map((one) => found(one, join(from, one.name))));
  const dir = mkdtempSync(join(tmpdir(), 'agent-cost-import-'));
  try {
    return await use(locked.map((one) => found(one, fetched(one, dir))));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Downloads and unpacks the pinned version from npm; nothing is installed and no scripts run. */
function fetched({ name, version, integrity }: Pinned, below: string): string {
  const dir = join(below, name);
  mkdirSync(dir, { recursive: true });
  const archive = execFileSync('npm', ['pack', '--silent', '--pack-destination', dir, `${name}@${version}`], {
    encoding: 'utf8',
  }).trim();
  const digest = `sha512-${createHash('sha512')
    .update(readFileSync(join(dir, archive)))
    .digest('base64')}`;
  if (digest !== integrity) {
    throw new WrongUse(
      `${name} ${version}: the archive is ${digest}, but data/imported-packages.json has ${integrity}.`,
    );
  }
  execFileSync('tar', ['-xzf', archive, '--strip-components=1'], { cwd: dir });
  return dir;
}

function found<One extends Pinned>(one: One, dir: string): One & { dir: string } {
  const { name, version } = one;
  if (!existsSync(join(dir, 'package.json')))
    throw new WrongUse(`${dir} is not the package ${name}: it has no package.json.`);
  const there = (JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { version: string }).version;
  if (there !== version) {
    throw new WrongUse(`${name} ${there} is not ${version}, the version in data/imported-packages.json.`);
  }
  return { ...one, dir };
}

const readers: Record<Lineage, (found: Unpacked, day: string) => Promise<FeedReader>> = {
  'models.dev': readPiAi,
  'genai-prices': readGenaiPrices,
  litellm: readLlmPrices,
};

/** The reader of each package's lists. `day`: prices that depend on the day or hour are read for this day. */
export async function readersOf(found: readonly Unpacked[], day: string): Promise<Map<Lineage, FeedReader>> {
  const all = found.map(async (one) => [one.lineage, await readers[one.lineage](one, day)] as const);
  return new Map(await Promise.all(all));
}

const load = async <Module>({ dir }: Unpacked, path: string): Promise<Module> =>
  (await import(pathToFileURL(join(dir, path)).href)) as Module;

interface PiPrices {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

interface PiModel {
  id: string;
  cost?: PiPrices & { tiers?: (PiPrices & { inputTokensAbove: number })[] };
  contextWindow: number;
  input?: readonly string[];
}

/** pi-ai writes 0 both for "free" and for "not offered": a cache price of 0 is read as not offered. */
const ofPi = ({ input, output, cacheRead, cacheWrite }: PiPrices): Prices => ({
  ...nothing,
  input,
  output,
  cachedInput: cacheRead || null,
  cacheWrite: cacheWrite || null,
});

async function readPiAi(by: Unpacked): Promise<FeedReader> {
  const { MODELS } = await load<{ MODELS: Record<string, Record<string, PiModel>> }>(by, 'dist/models.generated.js');
  return (feed) =>
    Object.values(lookUp(MODELS, feed) ?? {}).flatMap(({ id, cost, contextWindow, input }): Statement[] => {
      if (cost === undefined) return [];
      const bands = (cost.tiers ?? []).map((tier) => ({ above: tier.inputTokensAbove, prices: ofPi(tier) }));
      const takes = input === undefined ? {} : { takes: { image: input.includes('image') } };
      return [{ by, feed, id, stated: statedOf(ofPi(cost), bands), contextWindow, ends: null, ...takes }];
    });
}

/** The lists of the newest package, which has the most sellers, with how many models each has. */
export async function listsOf(found: readonly Unpacked[]): Promise<Map<string, number>> {
  const by = found.find(({ lineage }) => lineage === 'models.dev');
  if (by === undefined) return new Map();
  const { MODELS } = await load<{ MODELS: Record<string, object> }>(by, 'dist/models.generated.js');
  return new Map(Object.entries(MODELS).map(([feed, models]) => [feed, Object.keys(models).length]));
}

interface GenaiPrices {
  calcPrice: typeof calcPrice;
  findProvider: typeof findProvider;
}

/**
 * The package matches names by prefix or substring and could return another model, so each model is looked up in a
 * separate list. For a provider that resells others' models, the package falls back to their lists.
 */
async function readGenaiPrices(by: Unpacked, day: string): Promise<FeedReader> {
  const { calcPrice, findProvider } = await load<GenaiPrices>(by, 'dist/index.js');
  const timestamp = new Date(`${day}T02:00:00Z`);
  const usage = { input_tokens: 1 };
  return (feed) => {
    const provider = findProvider({ providerId: feed });
    if (provider?.id !== feed) return [];
    const statements = (list: Provider, from: string) =>
      list.models.flatMap((model): Statement[] => {
        const { id, context_window } = model;
        const { fallback_model_providers: _, ...alone } = list;
        const one = { ...alone, models: [{ ...model, match: { equals: id } }] };
        const found = calcPrice(usage, id, { provider: one, timestamp });
        if (!found) return [];
        const prices = statedBy(found.model_price);
        const snapshots = namesIn(model.match).filter((name) => isSnapshot(name, id));
        return [{ by, feed: from, id, snapshots, stated: prices, contextWindow: context_window ?? null, ends: null }];
      });
    const resold = (provider.fallback_model_providers ?? []).flatMap((id) => {
      const list = findProvider({ providerId: id });
      const isResold = (name: string) => {
        const model = calcPrice(usage, name, { providerId: feed, timestamp })?.model;
        return model?.id === name && !provider.models.includes(model);
      };
      if (!list) return [];
      const models = list.models.filter((model) => isResold(model.id));
      return statements({ ...list, models }, `${feed}, for which the list of ${id} holds`);
    });
    return [...statements(provider, feed), ...resold];
  };
}

/** The whole names that an entry of the package matches. */
function namesIn(match: MatchLogic | undefined): string[] {
  if (match === undefined) return [];
  if ('equals' in match) return [match.equals];
  return 'or' in match ? match.or.flatMap(namesIn) : [];
}

/** Whether a name is a model's with a date behind it: `codestral-2501` of `codestral`. */
const isSnapshot = (name: string, id: string): boolean =>
  name.startsWith(id) && /^-\d[\d-]*$/.test(name.slice(id.length));

interface LlmPrices {
  input: number;
  output: number;
  cacheRead: number | null;
  cacheWrite: number | null;
}

interface LlmModel extends LlmPrices {
  provider: string;
  context: number | null;
  deprecated?: string;
  /** What it can do; what is not named may be unknown. */
  caps?: readonly string[];
  longContext?: LlmPrices & { threshold: number };
}

const ofLlmPrices = ({ input, output, cacheRead, cacheWrite }: LlmPrices): Prices => ({
  ...nothing,
  input,
  output,
  cachedInput: cacheRead,
  cacheWrite,
});

async function readLlmPrices(by: Unpacked): Promise<FeedReader> {
  const text = readFileSync(join(by.dir, 'data/prices.json'), 'utf8');
  const { models } = JSON.parse(text) as { models: Record<string, LlmModel> };
  return (feed) =>
    Object.entries(models).flatMap(([id, model]): Statement[] => {
      if (model.provider !== feed) return [];
      const { longContext, context, deprecated, caps = [] } = model;
      const bands = longContext ? [{ above: longContext.threshold, prices: ofLlmPrices(longContext) }] : [];
      const prices = statedOf(ofLlmPrices(model), bands);
      const takes = {
        ...(caps.includes('vision') && { image: true }),
        ...(caps.includes('pdf') && { pdf: true }),
      };
      return [{ by, feed, id, stated: prices, contextWindow: context, ends: deprecated ?? null, takes }];
    });
}

/** The price of a model at one seller, according to one package. */
export interface Statement {
  by: Pick<Unpacked, 'lineage' | 'name' | 'version' | 'on'>;
  /** The list in the package. */
  feed: string;
  /** The seller's name for the model, as in the package. */
  id: string;
  /** Its dated names that the package has beside it; absent: none. */
  snapshots?: readonly string[];
  stated: Stated;
  /** Tokens; null: not stated. */
  contextWindow: number | null;
  /** First day on which the model is no longer sold; null: none stated. */
  ends: string | null;
  /** What it takes besides text; absent: not stated. */
  takes?: { image?: boolean; pdf?: boolean };
}

/** The name of a list as a source: package, version and the list in it. */
export const nameOf = (by: Statement['by'], feed: string): string =>
  `${by.lineage === 'litellm' ? 'LiteLLM price map in ' : ''}${by.name} ${by.version} (npm): ${feed}`;

/** Reads the statements in one list of a package; empty if it has no such list. */
export type FeedReader = (feed: string) => Statement[];
