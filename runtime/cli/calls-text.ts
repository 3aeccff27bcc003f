/** The calls behind an estimate: a table for people, and a file that `agent-cost report` bills to the same dollars. */
import type { ExpectedCall, ExpectedCalls } from '../core/answers/schemas/expected-calls-schema.ts';
import { billableUnits, promptTokensIn, toolUnits } from '../core/schemas/billable-units.ts';
import { csvOf } from '../core/values/csv.ts';
import { mean, usd, whole } from '../core/values/rounded.ts';
import { table } from './answer-forms.ts';

const facts = ['format', 'presetId', 'model', 'host', 'day', 'serviceTier', 'region'] as const;
const ofCall = ['call', 'compacts', 'retried', 'weight', ...billableUnits.map(({ count }) => count)];

export const callsCsv = ({ calls, ...of }: ExpectedCalls): string =>
  csvOf(
    [...facts, ...ofCall],
    calls.map((call) => ({ ...of, ...call })),
  );

/** Rounded, one entry per line. */
export function callsText(expected: ExpectedCalls): string[] {
  const { presetId, model, day, callsPerTask, meanTask, unpriced, costPerTask } = expected;
  const tools = toolUnits.filter(({ count }) => meanTask.some((call) => call[count] > 0));
  const header = ['call', 'prompt', 'plain', 'read', 'written', 'output', ...tools.map(({ label }) => label), 'counts'];
  const rows = meanTask.map((call) => [
    `${call.call}${call.compacts ? ', compacts' : ''}`,
    ...[promptTokensIn(call), call.input, call.cachedInput, call.cacheWrite + call.cacheWrite1h, call.output].map(
      whole,
    ),
    ...tools.map(({ count }) => String(Number(call[count].toPrecision(3)))),
    countsAs(call),
  ]);
  return [
    `${presetId} on ${model}: the calls of a task of mean length, ${mean(callsPerTask)}, in tokens at prices of ${day}`,
    '',
    ...table(header, rows),
    '',
    'Of a prompt, what the cache holds is read, and the rest is written or plain input. A call counts as much as it weighs.',
    ...(unpriced.length === 0 ? [] : [`Not in the calls, since the fee is unknown: ${unpriced.join(', ')}.`]),
    `All tasks and retries: with --csv or --json; agent-cost report bills that file to the ${usd(costPerTask)} of the estimate.`,
  ];
}

const countsAs = ({ weight }: ExpectedCall): string => (weight === 1 ? '1' : weight.toFixed(3));
