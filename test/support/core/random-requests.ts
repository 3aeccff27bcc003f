/** Estimate requests of every kind that must be accepted. */
import fc from 'fast-check';
import { rawModels, rawPresets } from './raw-data.ts';

const upTo = (max: number) =>
  fc.oneof(fc.constantFrom(0, 1, max), fc.double({ min: 0, max, noNaN: true }), fc.nat({ max: Math.min(max, 50) }));
const optional = { requiredKeys: [] };

export const estimateRequests = fc.record(
  {
    presetId: fc.constantFrom(...rawPresets.map(({ id }) => id)),
    modelId: fc.constantFrom(...rawModels.flatMap(({ id, aliases }) => [id, ...aliases])),
    tasksPerMonth: upTo(1e9),
    modelCallsPerTask: upTo(1000),
    toolCallsPerTask: upTo(1000),
    handoffs: upTo(100),
    systemPromptTokens: upTo(2e6),
    toolSchemaTokens: upTo(2e6),
    retrievedContextTokens: upTo(2e6),
    outputTokensPerCall: upTo(2e6),
    toolResultTokens: upTo(2e6),
    retryRatePct: upTo(100),
    timeoutLoopsPerTask: upTo(100),
    hallucinatedToolPct: upTo(100),
    taskFailureRatePct: upTo(100),
    promptCaching: fc.boolean(),
    compare: fc.boolean(),
  },
  optional,
);
