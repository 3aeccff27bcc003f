/** The columns of a table of calls and their accepted names. Case, spaces, underscores and dots do not matter. */
import { byUnit, tokenUnits, toolUnits } from '../../core/schemas/billable-units.ts';
import { didYouMean, quote } from '../../core/values/did-you-mean.ts';

const tokenColumns = byUnit(tokenUnits, 'count', ({ loggedAs }): readonly string[] => loggedAs);

/** Columns of tokens for which one name is enough: `input` and `cachedInput` have names that tell what they include. */
const { input: _, cachedInput: __, ...tokenColumnsByName } = tokenColumns;
export const otherTokenColumns = Object.keys(tokenColumnsByName) as (keyof typeof tokenColumnsByName)[];

export const plainColumns = {
  at: ['at', 'time', 'timestamp', 'date', 'datetime', 'created_at', 'start_time', 'started_at', 'ts', 'day'],
  model: ['model', 'model_name', 'model_id', 'model_slug'],
  host: ['host', 'provider', 'provider_name', 'gateway', 'vendor'],
  calls: ['calls', 'requests', 'num_requests', 'request_count'],
  input: tokenColumns.input,
  /** The whole prompt, what was read from the cache and written to it included. */
  prompt: ['prompt_tokens', 'total_input_tokens', 'tokens_prompt'],
  cachedBeside: tokenColumns.cachedInput,
  /** Tokens read from the cache, where the input includes them. */
  cachedInside: [
    'cached_tokens',
    'cached_input_tokens',
    'input_cached_tokens',
    'prompt_cached_tokens',
    'tokens_cached',
  ],
  ...tokenColumnsByName,
  reasoning: ['reasoning', 'reasoning_tokens', 'reasoning_output_tokens', 'tokens_reasoning', 'thinking_tokens'],
  ...byUnit(toolUnits, 'count', ({ loggedAs }) => loggedAs),
  serviceTier: ['service_tier'],
  region: ['region', 'inference_geo'],
  session: ['session', 'session_id', 'conversation', 'conversation_id', 'run', 'run_id', 'trace_id'],
  task: ['task', 'task_id', 'instance', 'instance_id'],
  project: ['project', 'project_id', 'project_name', 'repo'],
  user: ['user', 'user_id', 'user_name', 'user_email', 'end_user'],
  machine: ['machine', 'host_name', 'hostname'],
  team: ['team', 'team_id', 'team_alias'],
  key: ['api_key', 'api_key_name', 'api_key_id', 'api_key_alias', 'key_name'],
  agent: ['agent', 'agent_name'],
  agentVersion: ['agent_version'],
  compacted: ['compacted', 'compacted_before'],
  tags: ['tags', 'tag', 'labels'],
  usd: ['usd', 'cost', 'cost_usd', 'total_cost', 'spend', 'dollars'],
  solved: ['solved', 'success', 'resolved', 'passed'],
  retried: ['retried', 'is_retry', 'retry'],
  id: ['request_id', 'call_id', 'generation_id'],
} as const satisfies Record<string, readonly string[]>;

export type PlainColumn = keyof typeof plainColumns;

/** The name that a table uses for each column. */
export type ColumnNames = { [column in PlainColumn]?: string };

/** Totals of columns that are read individually. */
const sums = ['total_tokens', 'tokens_total'];

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const meanings = new Map<string, PlainColumn>(
  Object.entries(plainColumns).flatMap(([column, names]) =>
    names.map((name) => [bare(name), column as PlainColumn] as const),
  ),
);

/** The names that a table uses for the columns; the first if a column has two. */
export function columnNamesIn(names: Iterable<string>): ColumnNames {
  const found: ColumnNames = {};
  for (const name of names) {
    const column = meanings.get(bare(name));
    if (column !== undefined) found[column] ??= name;
  }
  return found;
}

/** Columns for which counts under a second name would be lost; those in one line mean the same tokens. */
const counted: readonly (readonly PlainColumn[])[] = [
  ['calls'],
  ['input'],
  ['prompt'],
  ['cachedBeside', 'cachedInside'],
  ...otherTokenColumns.map((column) => [column]),
  ...toolUnits.map(({ count }) => [count]),
];

/** Names in a table that mean the same counts; only the first of each group would be read. */
export const rivalNamesIn = (names: readonly string[]): string[][] =>
  counted
    .map((columns) => names.filter((name) => columns.some((column) => column === meanings.get(bare(name)))))
    .filter((rivals) => rivals.length > 1);

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);

const tokenWords = /^tokens?$/;
const countWords =
  /^(cached?|input|output|prompt|completion|reasoning|thinking|search(es)?|calls|requests|costs?|usd|eur|price|spend|dollars?|amount|fees?|charges?)$/;
/** Words for measurements of calls that are not counts. */
const otherWords = /^(id|ids|ms|seconds?|latency|duration|time|per|rate|max|limit|version|index)$/;

/**
 * Whether an unknown column looks like counts of tokens or calls, or like money, that would be lost.
 * @param isNumber whether the column holds numbers
 */
export function looksCounted(name: string, isNumber: boolean): boolean {
  const words = wordsOf(name);
  if (meanings.has(bare(name)) || sums.some((sum) => bare(sum) === bare(name))) return false;
  if (words.some((word) => otherWords.test(word))) return false;
  return words.some((word) => tokenWords.test(word) || (isNumber && countWords.test(word)));
}

/** Whether an unknown column looks like the time of a call: `request_created_at` with a time in it. */
export const looksTimed = (name: string, value: unknown): boolean =>
  !meanings.has(bare(name)) &&
  wordsOf(name).some((word) => /^(time|timestamp|date|datetime|created|started|start)$/.test(word)) &&
  ((typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value.trim())) || Number(value) > 1e9);

/** What tokens were used for, by the words in a name: nothing of one is suggested for another, whose price differs. */
const uses: readonly RegExp[] = [
  /^(reads?|hits?|cached)$/,
  /^(writes?|written|creations?|created)$/,
  /^(outputs?|completions?|generated)$/,
  /^(inputs?|prompts?)$/,
  /^(miss(es|ed)?|fresh|uncached)$/,
];

const usesIn = (name: string): number[] =>
  uses.flatMap((use, index) => (wordsOf(name).some((word) => use.test(word)) ? [index] : []));

/** ` Did you mean "cached_input"?` for the nearest of all names that contradict it in nothing, or an empty string. */
export function nearColumn(name: string): string {
  const own = usesIn(name);
  const agrees = (other: string): boolean => {
    const its = usesIn(other);
    return own.length === 0 || its.length === 0 || own.some((use) => its.includes(use));
  };
  return didYouMean(name, Object.values(plainColumns).flat().filter(agrees));
}

/** `input (input, input_tokens, ...)` */
export const columnText = (column: PlainColumn): string => plainColumns[column].map(quote).join(', ');
