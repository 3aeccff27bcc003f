import { expect, test } from 'vitest';
import { answer, resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import type { Estimate } from '../../../runtime/core/answers/schemas/estimate-schema.ts';
import { leverEntries } from '../../../runtime/core/model/levers.ts';
import { ApiError } from '../../../runtime/core/schemas/api-error.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { sentenceOf } from '../../../runtime/site/cost/labels.ts';
import { catalog } from '../../support/core/catalog.ts';

function notesOf(request: EstimateRequest): readonly string[] {
  const question = resolveRequest(catalog, request);
  if (question instanceof ApiError) throw new Error(question.message);
  return (answer(question) as Estimate).notes;
}

/** A path within an answer, or the name of a field: `assumptions.effort`, `taskFailureRatePct`. */
const fieldOfTheApi = /[a-z]\.[a-z]|\b[a-z]+[A-Z]/;

test('a lever is described without a field of the API', () => {
  expect(leverEntries.some(({ description }) => fieldOfTheApi.test(description))).toBe(true);
  for (const { description } of leverEntries) expect(sentenceOf(description)).not.toMatch(fieldOfTheApi);
  const effort = leverEntries.find(({ name }) => name === 'effort')?.description ?? '';
  expect(sentenceOf(effort)).toBe(
    'Reasoning effort one step lower; fewer tasks are solved, see the notes of that estimate.',
  );
});

test('a note names a field by its label', () => {
  const notes = notesOf({ reasoningEffort: 'low' }).filter((note) => fieldOfTheApi.test(note));
  expect(notes.join()).toContain('taskFailureRatePct is unchanged');
  const shown = notes.map(sentenceOf).join();
  expect(shown).not.toMatch(fieldOfTheApi);
  expect(shown).toContain('“Tasks whose result is worthless” is unchanged');
});

test('a number and its percent sign stay on one line', () => {
  expect(sentenceOf('At least 20 % cheaper.')).toBe('At least 20\u00a0% cheaper.');
});
