import { expect, test } from 'vitest';
import { answer } from '../../../runtime/core/answers/answer.ts';
import { resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import type { Estimate } from '../../../runtime/core/answers/schemas/estimate-schema.ts';
import { ApiError } from '../../../runtime/core/schemas/api-error.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { sentenceOf } from '../../../runtime/site/cost/labels.ts';
import { fieldHelp } from '../../../runtime/site/cost/more-inputs.tsx';
import { catalog } from '../../support/core/catalog.ts';
import { advice } from '../../support/core/made-up.ts';

function answerTo(request: EstimateRequest): Estimate {
  const question = resolveRequest(catalog, request);
  if (question instanceof ApiError) throw new Error(question.message);
  return answer(question) as Estimate;
}

const notesOf = (request: EstimateRequest): readonly string[] => answerTo(request).notes;

/** A path within an answer, or the name of a field: `assumptions.effort`, `taskFailureRatePct`. */
const fieldOfTheApi = /[a-z]\.[a-z]|\b[a-z]+[A-Z]/;

test('a lever is described without a field of the API', () => {
  const requests = catalog.presets.flatMap(({ id: presetId }) =>
    ['claude-haiku-4-5', 'claude-sonnet-4-6', 'gpt-5.5'].map((modelId) => ({ presetId, modelId })),
  );
  const found = new Set<string>();
  for (const request of requests) {
    const short = { ...request, interactive: false, modelCallsPerTask: 1, timeoutLoopsPerTask: 0 };
    for (const { lever, description } of [...advice(catalog, request).levers, ...advice(catalog, short).levers]) {
      found.add(lever);
      expect(sentenceOf(description)).not.toMatch(fieldOfTheApi);
    }
  }
  for (const name of ['effort', 'cacheablePrompt', 'batch', 'turns']) expect([...found]).toContain(name);
});

test.each(Object.entries(fieldHelp))('the help of %s is short and has no terms of the API: %s', (_, help) => {
  expect(help.length).toBeLessThanOrEqual(100);
  expect(help).not.toMatch(/null|[{}/]|percent|coefficient|worthless/i);
});

test('a note names a field by its label', () => {
  const notes = notesOf({ reasoningEffort: 'low' }).filter((note) => fieldOfTheApi.test(note));
  expect(notes.join()).toContain('taskFailureRatePct is unchanged');
  const shown = notes.map(sentenceOf).join();
  expect(shown).not.toMatch(fieldOfTheApi);
  expect(shown).toContain('“Failed tasks” is unchanged');
});

test('a number and its percent sign stay on one line', () => {
  expect(sentenceOf('At least 20 % cheaper.')).toBe('At least 20\u00a0% cheaper.');
});

test('a number of tokens is whole and grouped, and a date stays as it is', () => {
  expect(sentenceOf('The largest prompt, 424696.181 tokens, does not fit the context of 128000.')).toBe(
    'The largest prompt, 424,696 tokens, does not fit the context of 128,000.',
  );
  expect(sentenceOf('It costs $0.0042 from 2026-12-01.')).toBe('It costs $0.0042 from 2026-12-01.');
});
