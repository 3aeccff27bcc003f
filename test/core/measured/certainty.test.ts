/**
 * No sentence of an answer is more certain than its evidence: over all presets, models and efforts, what levers, routes and
 * notes say is held against the recorded rows. The rule for `range` and `summary` is in test/core/model.
 */
import { describe, expect, test } from 'vitest';
import { resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import type { Estimate } from '../../../runtime/core/answers/schemas/estimate-schema.ts';
import { boardsOf } from '../../../runtime/core/benchmarks/facts.ts';
import type { CatalogModel } from '../../../runtime/core/dataset/catalog.ts';
import { ApiError } from '../../../runtime/core/schemas/api-error.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { efforts } from '../../../runtime/core/schemas/levels.ts';
import { catalog } from '../../support/core/catalog.ts';
import { estimate } from '../../support/core/made-up.ts';

const boards = boardsOf(catalog);

/** Every preset on every model, coding at every effort too. */
const questions: EstimateRequest[] = catalog.presets.flatMap(({ id: presetId }) =>
  catalog.models.flatMap(({ id: modelId }) =>
    (presetId === 'coding' ? [null, ...efforts] : [null]).map((reasoningEffort) => ({
      presetId,
      modelId,
      reasoningEffort,
    })),
  ),
);

const isAnswered = (request: EstimateRequest): boolean => !(resolveRequest(catalog, request) instanceof ApiError);
const answers = questions.filter(isAnswered).map((request) => ({ request, got: estimate(catalog, request) }));
const tierOf = (id: string): number =>
  ['fast', 'mid', 'frontier'].indexOf((catalog.find(id) as CatalogModel).facts.tier);

/** What is wrong with the sentences of an answer; empty: nothing. */
function tooCertain({ presetId, modelId, reasoningEffort }: EstimateRequest, got: Estimate): string[] {
  const faults: string[] = [];
  const wrong = (holds: boolean, what: string) => {
    if (!holds) faults.push(`${presetId} on ${modelId} at ${reasoningEffort}: ${what}`);
  };
  const { best, bestSameProvider, unproven, nearMisses } = got.routing;
  const ofKind = boards.filter(({ domain }) => domain === presetId);
  for (const route of [best, bestSameProvider]) {
    if (route === null) continue;
    wrong(route.measured.length >= 2, 'a measured route on fewer than two boards');
    for (const one of route.measured) {
      const rows = ofKind.find(({ id }) => id === one.board)?.rows ?? [];
      const theirs = rows.find((row) => row.modelId === route.modelId && row.effort === one.effort);
      const mine = rows.find((row) => row.modelId === modelId && row.effort === one.chosenEffort);
      wrong(theirs !== undefined && mine !== undefined, `no row of both on ${one.board}`);
      wrong(theirs?.usdBasis !== 'recorded' && mine?.usdBasis !== 'recorded', 'dollars of a day of unknown prices');
      wrong(one.solvedRatio <= 0.75, `${one.solvedRatio} times on ${one.board}`);
      wrong(one.successRate >= one.chosenSuccessRate - 0.05, `solves fewer on ${one.board}`);
      wrong(reasoningEffort === null || one.chosenEffort === reasoningEffort, 'measured at another effort');
      if (one.effort === null || one.chosenEffort === null)
        wrong(/not stated/.test(route.note), 'an effort nobody stated');
      const scaled = [one.priceRatio, one.chosenPriceRatio].some((ratio) => ratio !== null && ratio !== 1);
      if (scaled) wrong(/prices that have changed since/.test(route.note), 'scaled dollars, unsaid');
    }
  }
  if (unproven !== null) {
    const measured = ofKind.some(({ rows }) => rows.some((row) => row.modelId === unproven.modelId));
    wrong(/assume[sd]/i.test(unproven.note), 'an assumption that is not called one');
    wrong(measured !== /Nobody here has measured/.test(unproven.note), 'whether it was measured');
    wrong(measured || tierOf(modelId as string) - tierOf(unproven.modelId) < 2, 'two tiers down, unmeasured');
  }
  for (const { measured, why } of nearMisses) wrong(measured.length > 0 && why.length > 0, 'a miss without reason');
  for (const { lever, description } of got.levers) {
    if (lever === 'batch') {
      wrong(!got.workflow.interactive && got.assumptions.callsPerTask <= 5, 'batch for work that cannot wait');
    }
    if (lever !== 'effort') continue;
    const from = reasoningEffort ?? 'high';
    const to = efforts[efforts.indexOf(from) - 1];
    const pairs = ofKind.flatMap(({ rows }) => {
      const at = (effort: unknown) => rows.find((row) => row.modelId === modelId && row.effort === effort);
      const [before, after] = [at(from)?.usdPerSolvedTask, at(to)?.usdPerSolvedTask];
      return before && after ? [after < before] : [];
    });
    wrong(pairs.every(Boolean), 'a lower effort that was measured to be dearer per solved task');
    wrong((pairs.length === 0) === /Not measured on this model/.test(description), 'whether the effort was measured');
  }
  const notes = got.notes.join(' ');
  const failures = /a failed run cost [\d.]+ times/.test(notes);
  wrong(failures === ['coding', 'research', 'support'].includes(presetId as string), 'what failed runs cost');
  if (!got.context.fits)
    wrong(/not fit/.test(got.summary) && /not fit/.test(got.notes[0] ?? ''), 'work that does not fit');
  return faults;
}

describe('an answer', () => {
  test('says nothing that is more certain than its evidence, on any preset, model and effort', () => {
    expect(answers.length).toBeGreaterThan(1000);
    expect(answers.flatMap(({ request, got }) => tooCertain(request, got))).toEqual([]);
  });

  test('is one of many with routes, misses and levers, so that the rule above is tried', () => {
    const routed = answers.filter(({ got }) => got.routing.best !== null);
    const missed = answers.filter(({ got }) => got.routing.best === null && got.routing.nearMisses.length > 0);
    const lowered = answers.filter(({ got }) => got.levers.some(({ lever }) => lever === 'effort'));
    const none = answers.filter(({ got }) => got.routing.unproven === null);
    for (const some of [routed, missed, lowered, none]) expect(some.length).toBeGreaterThan(5);
  });
});
