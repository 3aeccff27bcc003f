/** Finds the model behind a name as gateways, clouds and SDKs write it. A pattern never chooses between two models. */
import { didYouMean, nearestName, quote } from '../values/did-you-mean.ts';
import { memoize } from '../values/memoize.ts';
import { type Catalog, type CatalogModel, knownModels, namesOf } from './catalog.ts';
import { hostPrefixes, makerPrefixes, regionPrefixes, snapshotsOfTheirOwn } from './model-name-prefixes.ts';

export interface Resolved {
  model: CatalogModel;
  /** `exact`: the id; `alias`: a name in the dataset; `pattern`: the name without what a gateway or cloud adds. */
  via: 'exact' | 'alias' | 'pattern';
  /** The host the name points to (`azure`, `bedrock`, ...), whose price may differ; null: none. */
  host: string | null;
  /** Bedrock's region prefix; null: none. */
  region: string | null;
}

export interface Unresolved {
  /** Why there is no answer, in a sentence; null: the name is unknown. */
  reason: string | null;
  /** Ids to suggest in a message. */
  near: string[];
}

export const isResolved = (answer: Resolved | Unresolved): answer is Resolved => 'model' in answer;

/**
 * Finds the model behind `name`.
 *
 *     resolve(catalog, 'us.anthropic.claude-sonnet-4-6-v1:0')  // claude-sonnet-4-6, region us, host bedrock
 *     resolve(catalog, 'openrouter/openai/gpt-5')              // gpt-5
 *     resolve(catalog, 'gpt-5-latest')                         // not resolved: it names no fixed model
 */
export function resolve(catalog: Catalog, name: string): Resolved | Unresolved {
  const known = catalog.find(name);
  if (known) return { model: known, via: known.id === name ? 'exact' : 'alias', host: null, region: null };

  const { passed, bare, host, region } = withoutPlaces(name.toLowerCase());
  const variant = /:(?!\d+$)([a-z][a-z0-9-]*)$/.exec(bare)?.[1];
  if (variant !== undefined) {
    const base = modelsCalled(catalog, bare.slice(0, -variant.length - 1));
    return {
      reason: base.length > 0 ? `":${variant}" is a variant with its own price.` : null,
      near: base.map(({ id }) => id),
    };
  }
  const latest = bare.replace(/[-@:]latest$/, '');
  if (latest !== bare) {
    const today = modelsCalled(catalog, latest);
    return {
      reason: 'A name that ends in "latest" points to different models over time.',
      near: today.map(({ id }) => id),
    };
  }
  // A regional id can be a separate model with its own price: global.amazon.nova-2-lite-v1:0.
  const whole = folded(catalog).get(fold(passed));
  if (whole?.size === 1) return { model: [...whole][0] as CatalogModel, via: 'pattern', host, region: null };
  const found = modelsCalled(catalog, bare);
  if (found.length === 1) return { model: found[0] as CatalogModel, via: 'pattern', host, region };
  if (found.length > 1) return { reason: 'It could mean several models.', near: found.map(({ id }) => id) };
  return { reason: null, near: [] };
}

/** The name without gateways and hosts (`passed`), and without regions and makers too (`bare`). */
function withoutPlaces(name: string): { passed: string; bare: string; host: string | null; region: string | null } {
  let bare = name
    .replace(/^arn:aws[a-z-]*:bedrock:[a-z0-9-]*:\d*:(?:inference-profile|foundation-model)\//, 'bedrock/')
    .replace(/^projects\/[^/]+\/locations\/[^/]+\/publishers\/[^/]+\/models\//, 'vertex_ai/')
    .replace(/^publishers\/[^/]+\/models\//, 'vertex_ai/')
    .replace(/^accounts\/fireworks\/(?:models|routers)\//, 'fireworks/');
  let host: string | null = null;
  for (;;) {
    const [, prefix = '', rest = ''] = /^([^/]+)\/(.+)$/.exec(bare) ?? [];
    // LiteLLM puts the region of a cloud between host and model: bedrock/us-east-1/..., azure/eu/...
    const isRegion = host !== null && (/^[a-z]{2}(-gov)?-[a-z]+-\d$/.test(prefix) || regionPrefixes.includes(prefix));
    const account = host === 'fireworks' ? /^accounts\/fireworks\/(?:models|routers)\//.exec(bare)?.[0] : undefined;
    if (account !== undefined) bare = bare.slice(account.length);
    else if (prefix !== '' && (isRegion || Object.hasOwn(hostPrefixes, prefix))) {
      host ??= hostPrefixes[prefix] ?? null;
      bare = rest;
    } else break;
  }
  const passed = bare;
  const region = regionPrefixes.find(
    (prefix) => bare.startsWith(`${prefix}.`) && isMaker(bare.slice(prefix.length + 1)),
  );
  if (region !== undefined) bare = bare.slice(region.length + 1);
  if (isMaker(bare)) {
    host ??= 'bedrock';
    bare = bare.slice(bare.indexOf('.') + 1);
  }
  // Fireworks writes a dot as p: glm-5p3.
  if (host === 'fireworks') bare = bare.replace(/(\d)p(?=\d)/g, '$1.');
  return { passed, bare, host, region: region ?? null };
}

const isMaker = (name: string): boolean => makerPrefixes.some((maker) => name.startsWith(`${maker}.`));

/** Models whose id or alias is this name: as given, without Bedrock's version, or without the date of a snapshot. */
function modelsCalled(catalog: Catalog, bare: string): CatalogModel[] {
  const unversioned = bare.replace(/-v\d+(:\d+)?(:\d+k)?$/, '').replace(/:\d+$/, '');
  const undated = unversioned.replace(/[-@]20\d\d-?(0[1-9]|1[0-2])-?([0-2]\d|3[01])$/, '');
  const names = folded(catalog);
  for (const name of [bare, unversioned, snapshotsOfTheirOwn.includes(unversioned) ? unversioned : undated]) {
    const models = names.get(fold(name));
    if (models !== undefined) return [...models];
  }
  return [];
}

/** The message of a refusal for an unresolved name. */
export const unresolvedMessage = (catalog: Catalog, name: string, unresolved: Unresolved): string =>
  `${unresolvedReason(catalog, name, unresolved)} /models lists the ids.`;

/** Why a name was not resolved, and the nearest id. */
export function unresolvedReason(catalog: Catalog, name: string, { reason, near }: Unresolved): string {
  const known = near.length > 0 ? ` Name the model: ${near.join(', ')}.` : didYouMean(name, idsOf(catalog));
  return `Unknown model ${quote(name)}.${reason === null ? '' : ` ${reason}`}${known}`;
}

/** Ids that an unresolved name may mean: its `near` ids, otherwise the nearest in spelling. */
export const nearIds = (catalog: Catalog, name: string, { near }: Unresolved): string[] =>
  near.length > 0 ? near : [nearestName(name, idsOf(catalog)) ?? []].flat();

/** Why a model that is shut down cannot be priced, and what to ask for instead. */
export function shutDownReason({ facts }: CatalogModel): string {
  const { shutDown, successor } = facts.lifecycle ?? {};
  const instead = successor ? `its provider recommends ${quote(successor)}` : 'its provider names no successor';
  return `${quote(facts.id)} was shut down on ${shutDown}, calls to it fail; ${instead}.`;
}

const idsOf = ({ models }: Catalog): string[] => models.map(({ id }) => id);

/** Models by their folded ids and aliases. */
const folded = memoize((catalog: Catalog) => {
  const names = new Map<string, Set<CatalogModel>>();
  for (const model of knownModels(catalog)) {
    for (const name of namesOf(model)) {
      const key = fold(name);
      names.set(key, (names.get(key) ?? new Set()).add(model));
    }
  }
  return names;
});

/** Canonical spelling: lower case, hyphens for dots, underscores, colons and @, Claude's version after its family. */
const fold = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[._:@]/g, '-')
    .replace(/^claude-(\d+(?:-\d{1,2})?)-(opus|sonnet|haiku|fable)(?=-|$)/, 'claude-$2-$1');
