/**
 * The fields of a workflow, one entry each. The request and its parser, the presets, the answers, `explain`, OpenAPI,
 * the `--set` option and the random requests of the tests are derived from this list, so a new field needs an entry
 * here, a description, a value in the presets (or a default), and a place in a formula.
 */
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { efforts, serviceTiers } from './levels.ts';
import { fieldDescriptions } from './request-field-texts.ts';

/** What describes a field in addition to its schema. */
interface About {
  /** A few words without a full stop, for `explain`. */
  label: string;
  /** Name of a numeric field in the formulas of `explain`; a percentage `x_pct` also defines the share `x`. */
  symbol?: string;
  unit?: string;
  /** The value in presets that do not set the field. Without a default every preset must set it. */
  default?: string | number | boolean | null;
}

interface Entry extends About {
  schema: JSONSchema;
}

/** A field of any schema, such as an enum, or `{ type: ['number', 'null'], minimum: 0 }` with `default: null`. */
const field = <const Schema extends object, const Facts extends About>(schema: Schema, facts: Facts) =>
  ({ ...facts, schema }) as const;

/** A number from 0 to `maximum`. */
const number = <const Max extends number, const Facts extends About>(maximum: Max, facts: Facts) =>
  field({ type: 'number', minimum: 0, maximum }, facts);

const workflow = {
  tasksPerMonth: number(1e9, {
    label: 'tasks a month',
    symbol: 'V',
    unit: 'tasks',
  }),
  modelCallsPerTask: number(1000, {
    label: 'model calls when nothing goes wrong',
    symbol: 'N',
    unit: 'calls',
  }),
  toolCallsPerTask: number(1000, {
    label: 'tool calls when nothing goes wrong',
    symbol: 'K',
    unit: 'calls',
  }),
  handoffs: number(100, {
    label: 'handoffs to another agent',
    symbol: 'H',
    unit: 'handoffs',
  }),
  systemPromptTokens: number(2e6, {
    label: 'system prompt',
    symbol: 'S',
    unit: 'tokens',
  }),
  toolSchemaTokens: number(2e6, {
    label: 'tool definitions',
    symbol: 'T',
    unit: 'tokens',
  }),
  retrievedContextTokens: number(2e6, {
    label: 'retrieved context',
    symbol: 'R',
    unit: 'tokens',
  }),
  outputTokensPerCall: number(2e6, {
    label: 'output of a call',
    symbol: 'O',
    unit: 'tokens',
  }),
  toolResultTokens: number(2e6, {
    label: 'what a tool call appends',
    symbol: 'X',
    unit: 'tokens',
  }),
  retryRatePct: number(100, {
    label: 'retried calls',
    symbol: 'r_pct',
    unit: '%',
  }),
  timeoutLoopsPerTask: number(100, {
    label: 'fruitless loops',
    symbol: 't',
    unit: 'loops',
  }),
  hallucinatedToolPct: number(100, {
    label: 'tool calls that are invalid',
    symbol: 'h_pct',
    unit: '%',
  }),
  taskFailureRatePct: number(100, {
    label: 'tasks whose result is worthless',
    symbol: 'f_pct',
    unit: '%',
  }),
  promptCaching: field({ type: 'boolean' }, { label: 'prompt caching' }),
  callDispersion: number(25, {
    label: 'squared coefficient of variation of calls per task',
    symbol: 'd',
    unit: '',
  }),
  userTokensPerCall: number(2e6, {
    label: 'what a user adds per call',
    symbol: 'U',
    unit: 'tokens',
  }),
  warmPrefixPct: number(100, {
    label: 'tasks that find a warm prefix',
    symbol: 'w_pct',
    unit: '%',
    default: 0,
  }),
  cacheTtl: field(
    { type: 'string', enum: ['5m', '1h'] },
    {
      label: 'the life of a cache write',
      default: '5m',
    },
  ),
  searchesPerTask: number(10_000, {
    label: 'web searches when nothing goes wrong',
    symbol: 'J',
    unit: 'searches',
    default: 0,
  }),
  serviceTier: field(
    { type: 'string', enum: serviceTiers },
    {
      label: 'the terms',
      default: 'standard',
    },
  ),
  region: field(
    { type: 'string', minLength: 1, maxLength: 60 },
    {
      label: 'the region of processing',
      default: 'global',
    },
  ),
  reasoningEffort: field(
    { type: ['string', 'null'], enum: [...efforts, null] },
    {
      label: 'reasoning effort',
      default: null,
    },
  ),
  compactAtTokens: field(
    { type: ['number', 'null'], minimum: 10_000, maximum: 2e6 },
    {
      label: 'the prompt at which the transcript is compacted',
      symbol: 'Ct',
      unit: 'tokens',
      default: null,
    },
  ),
  compactedToTokens: field(
    { type: ['number', 'null'], minimum: 0, maximum: 2e6 },
    {
      label: 'the prompt after a compaction',
      symbol: 'Cr',
      unit: 'tokens',
      default: null,
    },
  ),
  coldCallsPct: number(100, {
    label: 'later calls that find a cold cache',
    symbol: 'cold_pct',
    unit: '%',
    default: 0,
  }),
  interactive: field(
    { type: 'boolean' },
    {
      label: 'somebody waiting for the answers',
      default: false,
    },
  ),
} as const satisfies Record<string, Entry>;

type Entries = Readonly<Record<string, Entry>>;
type SchemasOf<List extends Entries> = { readonly [Name in keyof List]: List[Name]['schema'] };
type ValuesOf<List extends Entries> = { [Name in keyof List]: FromSchema<List[Name]['schema']> };
type WithDefault<List extends Entries> = {
  [Name in keyof List]: List[Name] extends { default: unknown } ? Name : never;
}[keyof List];

const schemasOf = <List extends Entries>(list: List) =>
  Object.fromEntries(Object.entries(list).map(([name, { schema }]) => [name, schema])) as unknown as SchemasOf<List>;

export type WorkflowField = keyof typeof workflow;

/** A value for every field. */
export interface Workflow extends ValuesOf<typeof workflow> {}

export const workflowFieldNames = Object.keys(workflow) as WorkflowField[];

// Pages, which drop this statement, explain the fields in words of their own.
documented: for (const name of workflowFieldNames) {
  Object.assign(workflow[name].schema, { description: fieldDescriptions[name] });
}

/** Fields that a preset file lists under `assumptions`, as does every answer. */
export const assumptionFieldNames = ['callDispersion', 'userTokensPerCall'] as const satisfies WorkflowField[];
export type AssumptionField = (typeof assumptionFieldNames)[number];
export type Assumptions = Pick<Workflow, AssumptionField>;

/** The JSON Schemas of the fields, in the order in which every answer lists them. */
export const workflowFields = schemasOf(workflow);
export const assumptionFields = {
  callDispersion: workflowFields.callDispersion,
  userTokensPerCall: workflowFields.userTokensPerCall,
};

/** The entry of each field. */
export const aboutField: Readonly<Record<WorkflowField, Entry>> = workflow;

/** The fields that every preset must set. */
export const presetFieldNames = workflowFieldNames.filter((name) => !('default' in workflow[name]));

/** Those that it sets under `workflow`. */
export const requiredFieldNames = presetFieldNames.filter(
  (name) => !assumptionFieldNames.some((assumed) => assumed === name),
) as Exclude<WorkflowField, WithDefault<typeof workflow> | AssumptionField>[];

/** The workflow of a preset file with defaults filled in, its fields in the order of the list. */
export const withDefaults = (stated: Partial<Workflow>): Workflow =>
  Object.fromEntries(
    workflowFieldNames.map((name) => [name, stated[name] === undefined ? aboutField[name].default : stated[name]]),
  ) as Workflow;

/** Whether a field has a default and this is it, so that it changes nothing. */
export const isDefault = (name: WorkflowField, value: unknown): boolean =>
  aboutField[name].default !== undefined && aboutField[name].default === value;

/** No calls, no tokens, no faults, no caching; fields with a default have their default. */
export const noWork = Object.fromEntries(
  workflowFieldNames.map((name) => {
    const { schema, default: byDefault } = aboutField[name];
    if (byDefault !== undefined) return [name, byDefault];
    return [name, typeof schema === 'object' && schema.type === 'boolean' ? false : 0];
  }),
) as Workflow;

/** `base` with the fields that `request` sets; a negative zero becomes 0. */
export function overridden(base: Workflow, request: Partial<Workflow>): Workflow {
  const result: Record<string, unknown> = { ...base };
  for (const name of workflowFieldNames) {
    const asked = request[name];
    if (asked !== undefined) result[name] = asked === 0 ? 0 : asked;
  }
  return result as Workflow;
}

export const tiers = ['fast', 'mid', 'frontier'] as const;
export type Tier = (typeof tiers)[number];

/** The five of the service, and an extension: an interactive coding session. */
export const presetIds = ['coding', 'support', 'research', 'rag', 'voice', 'session'] as const;
export type PresetId = (typeof presetIds)[number];

/** Presets whose tasks take a reasoning effort: its cost was measured on coding tasks. */
export const takesEffort = (preset: PresetId): boolean => preset === 'coding' || preset === 'session';

/** The orders of a ranking: by the estimated cost of a task, and by what a solved task costs as measured. */
export const rankingOrders = ['cost', 'solved'] as const;
export type RankingOrder = (typeof rankingOrders)[number];

/** Tokens of the first prompt: system prompt, tool definitions, retrieved context. */
export const firstPromptOf = (
  workflow: Pick<Workflow, 'systemPromptTokens' | 'toolSchemaTokens' | 'retrievedContextTokens'>,
): number => workflow.systemPromptTokens + workflow.toolSchemaTokens + workflow.retrievedContextTokens;
