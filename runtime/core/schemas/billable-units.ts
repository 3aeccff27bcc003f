/**
 * What can be billed, a row each, in the order of the lines of a bill. A row says where its quantity is found (the field
 * `count` of a call, of a log record and of a sum), where its price is found (a price of tokens, or a tool's fee), and
 * its names in tables. Everything else follows from the rows: the fields of a call, the lines of its bill, the columns
 * of prices and of the SQL view, the sums of a report, the charges of FOCUS, the columns that a log may have.
 */

interface Names {
  /** Its line in a bill; the price of tokens, or the name of the tool, in the data files. */
  part: string;
  /** The field with its quantity. */
  count: string;
  /** What the field counts. */
  counted: string;
  /** How many units its list price is for. */
  per: number;
  /** Its price in the API, and what is published about it. */
  priceField: string;
  priced: string;
  /** The columns with its price in `prices.csv` and with its quantity in a table of calls in SQL. */
  priceColumn: string;
  callColumn: string;
  /** Columns with its quantity in a plain table of calls; case, spaces and underscores do not matter. */
  loggedAs: readonly string[];
  /** Its line in a printed bill. */
  label: string;
  /** Completes "has no price for ...", where a model may lack its price. */
  lacking?: string;
  /** The meter in FOCUS. */
  meter: string;
  /** On the page for one call: its field, its line of the bill if that has another name, its name in links. */
  field: string;
  line?: string;
  link: string;
}

/** Priced with the model: by day, length of the prompt, level of service and region. */
interface TokenUnitRow extends Names {
  unit: 'tokens';
  per: 1e6;
  /** Whether it is a part of the prompt, whose length determines the price band. */
  isPrompt: boolean;
  /** What a price that is null means: nothing is sold, or no premium over another price. */
  whenNull: 'never' | 'notSold' | { sameAs: string };
}

/** A call of a provider's tool, or the time of one, at the same fee on all terms. */
interface ToolUnitRow extends Names, Tool {
  unit: 'calls' | 'minutes';
  /** Its field in `server_tool_use` of a usage object. */
  usageField: string;
  /** The field of a workflow with its uses in a task, where a workflow can have it. */
  perTask?: string;
  lacking: string;
}

/** A tool by its name in the data files, and its name for people. */
export interface Tool {
  part: string;
  tool: string;
}

export const billableUnits = [
  {
    part: 'input',
    count: 'input',
    counted: 'Prompt tokens that were neither read from the cache nor written to it',
    unit: 'tokens',
    per: 1e6,
    isPrompt: true,
    whenNull: 'never',
    priceField: 'inputPerMTok',
    priced: 'USD per 1,000,000 tokens.',
    priceColumn: 'input_per_mtok',
    callColumn: 'input',
    loggedAs: ['input', 'input_tokens', 'tokens_in', 'uncached_input_tokens', 'in_tokens'],
    label: 'input',
    meter: 'Input Tokens',
    field: 'Fresh input',
    link: 'input',
  },
  {
    part: 'cachedInput',
    count: 'cachedInput',
    counted: 'Prompt tokens read from the cache',
    unit: 'tokens',
    per: 1e6,
    isPrompt: true,
    whenNull: 'notSold',
    priceField: 'cachedInputPerMTok',
    priced: 'USD per 1,000,000 tokens read from the cache; null: not offered.',
    priceColumn: 'cached_input_per_mtok',
    callColumn: 'cached_input',
    loggedAs: ['cached_input', 'cache_read', 'cache_read_input_tokens', 'cache_read_tokens'],
    label: 'cached input',
    lacking: 'tokens read from the cache',
    meter: 'Cached Input Tokens',
    field: 'Read from the cache',
    link: 'cached',
  },
  {
    part: 'cacheWrite',
    count: 'cacheWrite',
    counted: 'Prompt tokens written to the cache, for its usual time',
    unit: 'tokens',
    per: 1e6,
    isPrompt: true,
    whenNull: { sameAs: 'input' },
    priceField: 'cacheWritePerMTok',
    priced: 'USD per 1,000,000 tokens written to the cache; null: no premium over the input price.',
    priceColumn: 'cache_write_per_mtok',
    callColumn: 'cache_write',
    loggedAs: [
      'cache_write',
      'cache_write_tokens',
      'cache_write_5m',
      'cache_creation_input_tokens',
      'cache_creation_tokens',
    ],
    label: 'cache write',
    meter: 'Cache Write Tokens',
    field: 'Written to the cache',
    link: 'write',
  },
  {
    part: 'cacheWrite1h',
    count: 'cacheWrite1h',
    counted: 'Prompt tokens written to the cache for one hour',
    unit: 'tokens',
    per: 1e6,
    isPrompt: true,
    whenNull: 'notSold',
    priceField: 'cacheWrite1hPerMTok',
    priced: 'USD per 1,000,000 tokens for a one-hour cache write; null: not offered or unknown.',
    priceColumn: 'cache_write_1h_per_mtok',
    callColumn: 'cache_write_1h',
    loggedAs: ['cache_write_1h', 'cache_write_1h_tokens', 'ephemeral_1h_input_tokens'],
    label: 'cache write, 1 h',
    lacking: 'one-hour cache writes',
    meter: 'One-Hour Cache Write Tokens',
    field: 'Written for one hour',
    link: 'write1h',
  },
  {
    part: 'output',
    count: 'output',
    counted: 'Output tokens, reasoning tokens included',
    unit: 'tokens',
    per: 1e6,
    isPrompt: false,
    whenNull: 'never',
    priceField: 'outputPerMTok',
    priced: 'USD per 1,000,000 tokens.',
    priceColumn: 'output_per_mtok',
    callColumn: 'output',
    loggedAs: ['output', 'output_tokens', 'completion_tokens', 'tokens_out', 'tokens_completion', 'out_tokens'],
    label: 'output',
    meter: 'Output Tokens',
    field: 'Output including reasoning',
    line: 'Output',
    link: 'output',
  },
  {
    part: 'webSearch',
    tool: 'Web search',
    count: 'searches',
    counted: "Calls of the maker's web search tool",
    unit: 'calls',
    per: 1000,
    priceField: 'webSearchPer1000',
    priced: "USD for 1,000 calls of the maker's web search tool; null: not offered or unknown.",
    priceColumn: 'search_per_1000',
    callColumn: 'searches',
    usageField: 'web_search_requests',
    perTask: 'searchesPerTask',
    loggedAs: ['searches', 'web_searches', 'web_search_requests'],
    label: 'web searches',
    lacking: 'web searches',
    meter: 'Web Searches',
    field: 'Web searches',
    link: 'searches',
  },
] as const satisfies readonly (TokenUnitRow | ToolUnitRow)[];

/** Tools whose fee is listed with a model although no call counts their use yet. */
export const uncountedTools = [{ part: 'codeSession', tool: 'Code session' }] as const satisfies readonly Tool[];

export type BillableUnit = (typeof billableUnits)[number];
export type TokenUnit = Extract<BillableUnit, { unit: 'tokens' }>;
export type ToolUnit = Exclude<BillableUnit, TokenUnit>;
type PromptUnit = Extract<TokenUnit, { isPrompt: true }>;

/** The quantity of each unit, by the field of a call. */
export type UnitCounts = Record<BillableUnit['count'], number>;
export type TokenCounts = Record<TokenUnit['count'], number>;
export type ToolCounts = Record<ToolUnit['count'], number>;

const isTokens = (unit: BillableUnit): unit is TokenUnit => unit.unit === 'tokens';

/** The place of each unit in the list, by its part of a bill. */
export const unitAt = Object.fromEntries(billableUnits.map(({ part }, index) => [part, index])) as Readonly<
  Record<BillableUnit['part'], number>
>;

export const tokenUnits = billableUnits.filter(isTokens);
export const toolUnits = billableUnits.filter((unit): unit is ToolUnit => !isTokens(unit));
export const promptUnits = tokenUnits.filter((unit): unit is PromptUnit => unit.isPrompt);

/** Units of tokens as price lists print them: what every model has, then what it may lack. */
export const pricedTokenUnits: readonly TokenUnit[] = [
  ...tokenUnits.filter(({ whenNull }) => whenNull === 'never'),
  ...tokenUnits.filter(({ whenNull }) => whenNull !== 'never'),
];

/** The tokens of the whole prompt, which determine the price band. */
export function promptTokensIn(counts: Readonly<Partial<Record<PromptUnit['count'], number>>>): number {
  let tokens = 0;
  for (const { count } of promptUnits) tokens += counts[count] ?? 0;
  return tokens;
}

/** An object with a value for each unit, under one of its names. */
export const byUnit = <Unit extends BillableUnit, Name extends 'part' | 'count' | 'priceField' | 'priceColumn', Value>(
  units: readonly Unit[],
  name: Name,
  value: (unit: Unit) => Value,
): Record<Unit[Name], Value> =>
  Object.fromEntries(units.map((unit) => [unit[name], value(unit)])) as Record<Unit[Name], Value>;
