/** The state of the page, and the part of a link behind `#` that holds it. */
import { type FittedTo, fittedTo } from '../../core/schemas/estimate-request-schema.ts';
import { type WorkflowField, workflowFieldNames } from '../../core/schemas/request-fields.ts';
import { inAddress, numberIn } from '../typed-numbers.ts';

/** The fields of a request on the page: what a person fills in, and what a calibration says of itself. */
export type Field = 'presetId' | 'modelId' | 'host' | 'fittedTo' | WorkflowField;

/**
 * The names of fields in a link; any other field keeps its own name. Links are kept for years: a name is never changed,
 * removed or given another meaning. If one must be, add the next version to `links`, which links state as `v`, and keep
 * the earlier ones.
 */
const shortNames = {
  presetId: 'workflow',
  modelId: 'model',
  host: 'host',
  tasksPerMonth: 'tasks',
  modelCallsPerTask: 'calls',
  reasoningEffort: 'effort',
  toolCallsPerTask: 'toolcalls',
  handoffs: 'handoffs',
  systemPromptTokens: 'system',
  toolSchemaTokens: 'tools',
  retrievedContextTokens: 'context',
  outputTokensPerCall: 'output',
  toolResultTokens: 'result',
  retryRatePct: 'retries',
  timeoutLoopsPerTask: 'loops',
  hallucinatedToolPct: 'invalid',
  taskFailureRatePct: 'failed',
  promptCaching: 'caching',
  callDispersion: 'spread',
  userTokensPerCall: 'user',
  warmPrefixPct: 'warm',
  cacheTtl: 'ttl',
  searchesPerTask: 'searches',
  serviceTier: 'tier',
  region: 'region',
  interactive: 'waits',
  fittedTo: 'fitted',
} as const satisfies Partial<Record<Field, string>>;

export const fieldNames = [...new Set<Field>([...(Object.keys(shortNames) as Field[]), ...workflowFieldNames])];

type Names = Readonly<Record<Field, string>>;

const version1 = Object.fromEntries(
  fieldNames.map((name) => [name, (shortNames as Partial<Names>)[name] ?? name]),
) as Names;

/** The names in every version; the first is that of links without `v`. */
export const links: readonly Names[] = [version1];

const newestLink = links.length;

/** What was typed into each field, as text; a missing field has the value of the workflow. */
export type Typed = Readonly<Partial<Record<Field, string>>>;

/** The settings of the list of models, with their names in a link, kept like those above. */
const listNames = {
  budget: 'budget',
  solved: 'solved',
  board: 'board',
  by: 'by',
  maker: 'maker',
  soldAt: 'soldat',
  tier: 'class',
  window: 'window',
  measuredOnly: 'measured',
  show: 'show',
} as const;

export type ListField = keyof typeof listNames;
export const listFields = Object.keys(listNames) as ListField[];
/** How the list of models is narrowed and sorted, as text; a missing setting has its usual value. */
export type ListTyped = Readonly<Partial<Record<ListField, string>>>;

export interface PageState {
  /** The estimate. */
  first: Typed;
  /** What it is compared with; null: nothing. */
  second: Typed | null;
  /** How the models are listed. */
  list: ListTyped;
}

/** What a link holds. */
export interface LinkState extends PageState {
  /** Names that this page does not know, such as those of a later version. */
  unknown: string[];
}

/** Prefix of the names of the second scenario; alone, it marks a second scenario without fields. */
const ofSecond = 'b.';

/**
 * Reads the hash of an address: `#workflow=support&model=gpt-4.1-mini&tasks=50000`, with a second scenario
 * `&b.workflow=support&b.model=claude-haiku-4-5`. Of a repeated name the first counts.
 */
export function readLink(hash: string): LinkState {
  const pairs = new URLSearchParams(hash.replace(/^#/, ''));
  const names = links[Number(pairs.get('v') ?? 1) - 1] ?? links[newestLink - 1];
  const fields = new Map(fieldNames.map((field) => [names?.[field], field]));
  const first: Partial<Record<Field, string>> = {};
  const second: Partial<Record<Field, string>> = {};
  const list: Partial<Record<ListField, string>> = {};
  let isCompared = false;
  const unknown: string[] = [];
  for (const [name, text] of pairs) {
    if (name === 'v') continue;
    const isSecond = name.startsWith(ofSecond);
    if (isSecond) isCompared = true;
    if (name === ofSecond) continue;
    const field = fields.get(isSecond ? name.slice(ofSecond.length) : name);
    const setting = isSecond ? undefined : listFields.find((one) => listNames[one] === name);
    const scenario = isSecond ? second : first;
    if (setting !== undefined) list[setting] ??= text;
    else if (field === undefined) unknown.push(name);
    else scenario[field] ??= text;
  }
  return { first, second: isCompared ? second : null, list, unknown };
}

/** The hash for a state, with the fields in a fixed order; empty for the state that the page opens with. */
export function linkTo({ first, second, list = {} }: Omit<PageState, 'list'> & Partial<PageState>): string {
  const pairs = new URLSearchParams();
  const names = links[newestLink - 1];
  const add = (typed: Typed, prefix: string) => {
    for (const field of fieldNames) {
      const text = typed[field];
      if (text !== undefined && names !== undefined) pairs.append(prefix + names[field], inAddress(text));
    }
  };
  add(first, '');
  if (second !== null) {
    add(second, ofSecond);
    if (Object.keys(second).length === 0) pairs.append(ofSecond, '');
  }
  for (const setting of listFields) {
    const text = list[setting];
    if (text !== undefined) pairs.append(listNames[setting], inAddress(text));
  }
  if (newestLink > 1 && pairs.size > 0) pairs.append('v', String(newestLink));
  const text = pairs.toString();
  return text === '' ? '' : `#${text}`;
}

/** What a workflow was fitted to, as one value of a link: its numbers in the order of the schema. */
export const fittedText = (fitted: FittedTo): string => fittedNames.map((name) => fitted[name]).join(betweenFitted);

/** The same back from a link; any other text as it is, for the check of the request to refuse. */
export function fittedIn(text: string): unknown {
  const values = text.split(betweenFitted).map(numberIn);
  return values.length === fittedNames.length && values.every((value) => value !== null)
    ? Object.fromEntries(fittedNames.map((name, place) => [name, values[place]]))
    : text;
}

const fittedNames = Object.keys(fittedTo.properties) as (keyof FittedTo)[];
/** Neither part of a number nor escaped in an address. */
const betweenFitted = '*';
