/**
 * Names that agents use for the arguments of tools without having read their list. A name that is spelt otherwise
 * (`tasks_per_month`) needs no line here; one that could mean two things has none and is refused.
 */
import { callRequest } from '../core/schemas/priced-call-schemas.ts';
import { lookUp } from '../core/values/look-up.ts';
import { columnNamesIn, type PlainColumn } from '../logs/fields/plain-columns.ts';
import { argumentsOf, type ToolName, toolOptions } from './tool-schemas.ts';

type OtherNames = Readonly<Record<string, readonly string[]>>;

const rows: OtherNames = { limit: ['top', 'n', 'count', 'max', 'topN', 'maxResults', 'rows'] };
const day: OtherNames = { on: ['date', 'day', 'asOf'] };
const work: OtherNames = {
  presetId: ['preset', 'work', 'workflow', 'kind', 'task', 'type', 'useCase', 'scenario'],
  modelId: ['model', 'modelName', 'name'],
  tasksPerMonth: ['tasks', 'volume', 'monthlyTasks'],
  modelCallsPerTask: ['calls', 'modelCalls', 'callsPerTask', 'turns', 'steps'],
  toolCallsPerTask: ['toolCalls', 'tools'],
  outputTokensPerCall: ['outputTokens'],
  reasoningEffort: ['effort', 'reasoning'],
  host: ['provider', 'cloud', 'gateway'],
  serviceTier: ['tier'],
};
const logged: OtherNames = {
  since: ['from', 'start', 'startDate', 'after'],
  until: ['to', 'end', 'endDate', 'before'],
  project: ['repo', 'repository', 'folder', 'projectName'],
};

/** For each tool its arguments, with the other names of each. */
export const otherNames: Readonly<Record<ToolName, OtherNames>> = {
  price: { ...rows, calls: ['requests', 'items'], usage: ['response', 'answer'] },
  estimate: { ...rows, ...day, ...work },
  advise: { ...rows, ...day, ...work },
  rank: { limit: rows.limit?.filter((name) => name !== 'top') ?? [], ...day, ...work },
  cheapest: {
    ...rows,
    work: ['presetId', 'preset', 'kind', 'task', 'category', 'domain', 'useCase'],
    board: ['benchmark'],
    maxUsdPerSolvedTask: ['maxUsd', 'maxCost', 'budget', 'maxUsdPerTask'],
    minSuccessPct: ['minSuccess', 'minSolvedPct', 'success'],
  },
  measured: { ...rows, board: ['benchmark', 'id', 'name'], model: ['modelId', 'modelName'] },
  changes: { ...rows, since: ['from', 'start', 'after', 'date'], model: ['modelId', 'name'] },
  resolve: { name: ['model', 'modelId', 'modelName', 'id', 'query', 'text'] },
  report: { ...rows, ...logged, by: ['groupBy', 'group', 'groups', 'dimension', 'dimensions', 'breakdown'] },
  budget: {
    usd: ['amount', 'budget', 'limit', 'max', 'dollars', 'monthlyBudget'],
    per: ['period', 'interval', 'every'],
    project: logged.project ?? [],
  },
  reprice: {
    ...rows,
    ...logged,
    // What follows "at the prices of", not the end of a period.
    until: logged.until?.filter((name) => name !== 'to') ?? [],
    model: ['to', 'target', 'modelId', 'onModel'],
    host: ['provider', 'cloud', 'gateway'],
  },
};

/** An input under the names that a tool knows. What is not understood stays as it is, to be refused by its name. */
export function understood(tool: ToolName, given: object): object {
  const input =
    tool === 'price' ? priceInput(given) : tool === 'report' || tool === 'reprice' ? withPeriod(given) : given;
  const known = argumentsOf(tool);
  // The values of workflows and calls are checked as strictly as by the API.
  const own: Readonly<Record<string, unknown>> = toolOptions[tool].properties;
  const found = new Map<string, unknown>();
  for (const [name, value] of Object.entries(input)) if (Object.hasOwn(known, name)) found.set(name, value);
  for (const [name, value] of Object.entries(input)) {
    if (Object.hasOwn(known, name)) continue;
    const field = Object.keys(known).find((one) => isSame(one, name)) ?? fieldFor(otherNames[tool], name);
    found.set(field === undefined || found.has(field) ? name : field, value);
  }
  return Object.fromEntries([...found].map(([name, value]) => [name, typed(lookUp(own, name), value)]));
}

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const isSame = (one: string, other: string): boolean => bare(one) === bare(other);

const fieldFor = (names: OtherNames, name: string): string | undefined =>
  Object.entries(names).find(([, others]) => others.some((other) => isSame(other, name)))?.[0];

/** A value as its schema has it: one text for a list, digits for a number, `daily` for a day. */
function typed(schema: unknown, value: unknown): unknown {
  const { type, enum: values } = (schema ?? {}) as { type?: string; enum?: readonly unknown[] };
  if (typeof value !== 'string') return value;
  if (type === 'array') return value.split(',').map((part) => part.trim());
  if ((type === 'number' || type === 'integer') && /^\$?\d[\d,]*(\.\d+)?$/.test(value)) {
    return Number(value.replace(/[$,]/g, ''));
  }
  const period = lookUp({ daily: 'day', weekly: 'week', monthly: 'month', today: 'day' }, bare(value));
  return values?.includes(period) === true ? period : value;
}

/** `period: "last-month"`, `month: "2026-10"` and `days: 7` as a first and a last day. */
function withPeriod(given: object): object {
  const { period, month, days, ...others } = given as Record<string, unknown>;
  if (typeof days === 'number') return { ...others, since: `${days}d` };
  const whole = typeof period === 'string' ? period : typeof month === 'string' ? month : null;
  if (whole === null) return given;
  const isOpen = /^(this|today|\d+ ?[dwm])/i.test(whole);
  return { ...others, since: whole, ...(!isOpen && { until: whole }) };
}

/** The field of a call for each column of a table of calls. */
const callFields: Partial<Record<PlainColumn, keyof typeof callRequest.properties>> = {
  ...{ model: 'model', host: 'host', region: 'region', serviceTier: 'serviceTier', at: 'on' },
  ...{ input: 'input', prompt: 'input', cachedBeside: 'cachedInput', cachedInside: 'cachedInput' },
  ...{ cacheWrite: 'cacheWrite', cacheWrite1h: 'cacheWrite1h', output: 'output', searches: 'searches' },
};

function priceInput(given: object): object {
  const { calls, ...own } = given as { calls?: unknown };
  if (!Array.isArray(calls)) return callUnder(given);
  return { ...callUnder(own), calls: calls.map((one) => (isFields(one) ? callUnder(one) : one)) };
}

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A call whose fields are named as in logs and usage objects: `prompt_tokens` includes `cached_tokens`. */
function callUnder(given: object): object {
  const call = new Map<string, unknown>();
  let isWhole = false;
  for (const [name, value] of Object.entries(given)) {
    const [column] = Object.keys(columnNamesIn([name])) as PlainColumn[];
    const field = Object.hasOwn(callRequest.properties, name) || column === undefined ? undefined : callFields[column];
    if (field === undefined || call.has(field) || Object.hasOwn(given, field)) {
      call.set(name, value);
      continue;
    }
    isWhole ||= column === 'prompt' || (column === 'cachedInside' && !Object.hasOwn(given, 'input'));
    call.set(field, field === 'on' && typeof value === 'string' ? value.slice(0, 10) : value);
  }
  const count = (field: string): number => Number(call.get(field) ?? 0);
  if (isWhole && call.has('input')) {
    call.set('input', count('input') - count('cachedInput') - count('cacheWrite') - count('cacheWrite1h'));
  }
  return Object.fromEntries(call);
}
