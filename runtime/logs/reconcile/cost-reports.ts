/**
 * Reports of costs by the makers of models: dollars without tokens, so that no log format reads them.
 *
 * Anthropic's cost report has decimal cents as text; with `group_by[]=description` a line for each model and type of
 * tokens. Priority tier is not in it.
 * https://platform.claude.com/docs/en/api/admin/cost_report (2026-11-24)
 * OpenAI's costs have dollars as a number; with `group_by=line_item` a line such as `gpt-4o-2024-08-06, input`.
 * https://platform.openai.com/docs/api-reference/usage/costs (2026-11-24)
 * Claude Code's analytics have tokens and estimated cents by day, user and model.
 * https://platform.claude.com/docs/en/api/admin/usage_report (2026-11-24)
 */
import { firstTime } from '../fields/times.ts';
import {
  countIn,
  firstCount,
  isObject,
  type JsonObject,
  listIn,
  Misread,
  objectIn,
  objectsIn,
  textIn,
} from '../fields/values.ts';
import { attoIn, type InvoiceLine, modelIn, noLine, unitOf } from './invoice.ts';

export interface InvoiceFormat {
  name: string;
  /** What its values look like. */
  marks: string;
  recognise(value: JsonObject): boolean;
  /** The lines in a value: a document, or a row of CSV. Throws a Misread. */
  read(value: JsonObject): Iterable<InvoiceLine>;
}

/** A bucket of a report, or the first one of an answer. */
const bucketOf = (value: JsonObject): JsonObject => {
  const [first] = listIn(value, 'data');
  return isObject(first) ? first : value;
};
const firstRow = (value: JsonObject): JsonObject => {
  const row = listIn(value, 'data')
    .concat(value)
    .filter(isObject)
    .flatMap((bucket) => objectsIn(bucket, 'results'))[0];
  return row ?? {};
};

/** A line for each row of a report's buckets, and one of $0 for a bucket without any: a day on which nothing was billed. */
function* linesIn(
  value: JsonObject,
  start: string,
  lineOf: (row: JsonObject) => Partial<InvoiceLine>,
): Generator<InvoiceLine> {
  for (const bucket of Object.hasOwn(value, start) ? [value] : objectsIn(value, 'data')) {
    const day = dayOf(firstTime(bucket, start));
    const rows = objectsIn(bucket, 'results');
    if (rows.length === 0) yield { ...noLine, day, attoUsd: 0n };
    for (const row of rows) yield { ...noLine, day, ...lineOf(row) };
  }
}

export const dayOf = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString().slice(0, 10);

const anthropicCosts: InvoiceFormat = {
  name: 'anthropic-costs',
  marks: 'the JSON of /v1/organizations/cost_report',
  recognise: (value) => 'starting_at' in bucketOf(value) && typeof firstRow(value).amount === 'string',
  read: (value) =>
    linesIn(value, 'starting_at', (row) => {
      checkCurrency(textIn(row, 'currency'));
      const type = textIn(row, 'token_type');
      return {
        ...{ model: textIn(row, 'model'), project: textIn(row, 'workspace_id') },
        attoUsd: attoIn(row.amount, 'amount', 2),
        unit: type === null ? null : unitOf(type),
        item: textIn(row, 'description') ?? textIn(row, 'cost_type'),
      };
    }),
};

const openAiCosts: InvoiceFormat = {
  name: 'openai-costs',
  marks: 'the JSON of /v1/organization/costs',
  recognise: (value) => firstRow(value).object === 'organization.costs.result',
  read: (value) =>
    linesIn(value, 'start_time', (row) => {
      const amount = objectIn(row, 'amount');
      checkCurrency(textIn(amount, 'currency'));
      const item = textIn(row, 'line_item');
      return {
        ...{ project: textIn(row, 'project_id'), key: textIn(row, 'api_key_id'), item },
        model: item?.includes(', ') ? modelIn(item) : null,
        attoUsd: attoIn(amount.value, 'amount.value'),
        unit: item === null ? null : unitOf(item.slice(item.indexOf(', ') + 1)),
      };
    }),
};

const claudeCodeAnalytics: InvoiceFormat = {
  name: 'claude-code-analytics',
  marks: 'the JSON of /v1/organizations/usage_report/claude_code',
  recognise: (value) => isAnalytics(value) || isAnalytics(listIn(value, 'data')[0]),
  *read(value) {
    for (const day of isAnalytics(value) ? [value] : objectsIn(value, 'data')) {
      const actor = objectIn(day, 'actor');
      for (const row of objectsIn(day, 'model_breakdown')) {
        const cost = objectIn(row, 'estimated_cost');
        checkCurrency(textIn(cost, 'currency'));
        const tokens = objectIn(row, 'tokens');
        yield {
          ...noLine,
          day: dayOf(firstTime(day, 'date')),
          model: textIn(row, 'model'),
          key: textIn(actor, 'api_key_name'),
          attoUsd: attoIn(cost.amount, 'estimated_cost.amount', 2),
          counts: {
            input: countIn(tokens, 'input') ?? 0,
            cachedInput: countIn(tokens, 'cache_read') ?? 0,
            cacheWrite: countIn(tokens, 'cache_creation') ?? 0,
            output: countIn(tokens, 'output') ?? 0,
          },
        };
      }
    }
  },
};

/**
 * GitHub's AI usage report: credits and dollars of Copilot by day, user and model, with what the plan pays for as a discount.
 * https://docs.github.com/en/billing/reference/billing-reports (2026-11-25)
 */
const copilotUsage: InvoiceFormat = {
  name: 'copilot-usage',
  marks: "rows of GitHub's AI usage report: sku, model, gross_amount, discount_amount, net_amount",
  recognise: (row) =>
    ['sku', 'model', 'gross_amount', 'discount_amount', 'net_amount'].every((name) => Object.hasOwn(row, name)),
  *read(row) {
    const day = dayOf(firstTime(row, 'date'));
    const counts = Object.fromEntries(
      Object.entries(copilotCounts).map(([unit, names]) => [unit, firstCount(row, ...names) ?? 0]),
    );
    const discount = attoIn(row.discount_amount, 'discount_amount');
    yield {
      ...noLine,
      ...{ day, project: textIn(row, 'repository'), item: textIn(row, 'sku') },
      // Those that Copilot chose itself.
      model: textIn(row, 'model')?.replace(/^Auto: /, '') ?? null,
      attoUsd: attoIn(row.gross_amount, 'gross_amount'),
      counts: Object.values(counts).some((count) => count > 0) ? counts : null,
    };
    if (discount !== 0n) yield { ...noLine, day, item: 'discount: what the plan includes', attoUsd: -discount };
  },
};

/** Columns of the counts, under their names of different months. */
const copilotCounts = {
  input: ['input', 'total_input_tokens'],
  output: ['output', 'total_output_tokens'],
  cachedInput: ['cache_read', 'total_cache_read_tokens'],
  cacheWrite: ['cache_write', 'total_cache_creation_tokens'],
} as const;

const isAnalytics = (value: unknown): boolean => isObject(value) && 'model_breakdown' in value && 'actor' in value;

/** @throws Misread for an amount that is not in dollars, which is not converted */
export function checkCurrency(currency: string | null): void {
  if (currency !== null && currency.trim() !== '' && currency.trim().toUpperCase() !== 'USD') {
    throw new Misread('the amount is not in US dollars');
  }
}

export const costReports: readonly InvoiceFormat[] = [anthropicCosts, openAiCosts, claudeCodeAnalytics, copilotUsage];
