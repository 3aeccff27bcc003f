/** The workflow fields: one row each, from which schemas, validators, OpenAPI and messages are made. */

/** A bounded number field. Bounds: COST-MODEL, "Inputs". */
const number = <const Max extends number>(maximum: Max, description: string) =>
  ({ type: 'number', minimum: 0, maximum, description }) as const;

export const workflowFields = {
  tasksPerMonth: number(1e9, 'Tasks a month.'),
  modelCallsPerTask: number(1000, 'Model calls of a task when nothing goes wrong; a mean, so it need not be whole.'),
  toolCallsPerTask: number(1000, 'Tool calls of a task when nothing goes wrong.'),
  handoffs: number(100, 'Handoffs to another agent in a task; each costs one call and one cold prompt cache.'),
  systemPromptTokens: number(2e6, 'Tokens of the system prompt, re-sent with every call.'),
  toolSchemaTokens: number(2e6, 'Tokens of the tool definitions, re-sent with every call.'),
  retrievedContextTokens: number(2e6, 'Tokens of retrieved context in the first prompt.'),
  outputTokensPerCall: number(2e6, 'Output tokens of a call, reasoning tokens included (they are billed as output).'),
  toolResultTokens: number(2e6, 'Tokens one tool call appends to the transcript.'),
  retryRatePct: number(100, 'Percent of billed model calls that are sent again (at most twice).'),
  timeoutLoopsPerTask: number(100, 'Fruitless loops in a task, 3 model and tool calls each.'),
  hallucinatedToolPct: number(100, 'Percent of tool calls that are invalid; each costs one corrective call.'),
  taskFailureRatePct: number(100, 'Percent of tasks whose result is worthless.'),
  promptCaching: {
    type: 'boolean',
    description: 'Whether prompt caching is used where the model offers it.',
  },
} as const;

export type WorkflowField = keyof typeof workflowFields;
export const workflowFieldNames = Object.keys(workflowFields) as WorkflowField[];

export const tiers = ['fast', 'mid', 'frontier'] as const;
export type Tier = (typeof tiers)[number];

export const presetIds = ['coding', 'support', 'research', 'rag', 'voice'] as const;
export type PresetId = (typeof presetIds)[number];
