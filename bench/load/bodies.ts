/** Bodies for POST, all different: with repeated bodies the engine would reuse numbers that it has already printed. */
import { presetIds, type WorkflowField } from '../../runtime/core/schemas/request-fields.ts';
import { digits, type Random, randomFrom } from '../random.ts';

/** Realistic values: mostly whole numbers, some with a fraction. */
const values: Partial<Record<WorkflowField, (random: Random) => number>> = {
  tasksPerMonth: (random) => random.whole(1, 100_000),
  modelCallsPerTask: (random) => digits(random.spread(1, 80), 3),
  toolCallsPerTask: (random) => random.whole(0, 60),
  handoffs: (random) => random.whole(0, 4),
  systemPromptTokens: (random) => random.whole(200, 8000),
  toolSchemaTokens: (random) => random.whole(0, 6000),
  retrievedContextTokens: (random) => random.whole(0, 20_000),
  outputTokensPerCall: (random) => random.whole(20, 1500),
  toolResultTokens: (random) => random.whole(50, 2000),
  retryRatePct: (random) => digits(random.spread(0.1, 10), 2),
  timeoutLoopsPerTask: (random) => digits(random.spread(0.01, 2), 2),
  hallucinatedToolPct: (random) => digits(random.spread(0.1, 10), 2),
  taskFailureRatePct: (random) => digits(random.spread(0.5, 40), 3),
  callDispersion: (random) => digits(random.spread(0.05, 3), 2),
  userTokensPerCall: (random) => random.whole(0, 200),
  warmPrefixPct: (random) => random.whole(0, 100),
};

/** `count` requests as JSON, each with most of the fields; `models` are ids in the server's dataset. */
export function estimateBodies(
  count: number,
  seed: number,
  models: readonly string[],
  fixed: { compare?: true } = {},
): string[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => {
    const fields = Object.entries(values).filter(() => random.chance(0.8));
    return JSON.stringify({
      presetId: random.pick(presetIds),
      ...(fixed.compare ? fixed : { modelId: random.pick(models) }),
      ...Object.fromEntries(fields.map(([name, value]) => [name, value(random)])),
      ...(random.chance(0.5) && { promptCaching: random.chance(0.7) }),
    });
  });
}
