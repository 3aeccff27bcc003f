/**
 * No sentence of an answer is more certain than its evidence: over all presets, models and efforts, what range, summary,
 * routes, levers and notes say is held against the recorded rows, by the rule in test/evidence/certainty.ts.
 */
import { describe, expect, test } from 'vitest';
import type { Estimate } from '../../../runtime/core/answers/schemas/estimate-schema.ts';
import { type Answered, answersTo, faultsIn, questionsOf, tooCertain } from '../../evidence/certainty.ts';
import { shippedCatalog } from '../../support/core/shipped-data.ts';
import { rounds } from '../../support/rounds.ts';

const catalog = shippedCatalog();
const all = questionsOf(catalog);
const step = Math.floor(all.length / rounds(all.length));
const answers = answersTo(
  catalog,
  all.filter((_, i) => i % step === 0),
);

describe('an answer', () => {
  test('says nothing that is more certain than its evidence, on any preset, model and effort', () => {
    expect(answers.length).toBeGreaterThan(rounds(2500));
    expect(faultsIn(catalog, answers)).toEqual([]);
  });

  test('is one of many with routes, misses and levers, so that the rule is tried', () => {
    const count = (is: (one: Answered) => boolean) => answers.filter(is).length;
    const hasMeasured = ({ advised }: Answered) => advised.routes.some(({ basis }) => basis === 'measured');
    expect(count(hasMeasured)).toBeGreaterThan(1);
    expect(count((one) => !hasMeasured(one) && one.advised.nearMisses.length > 0)).toBeGreaterThan(1);
    expect(count(({ advised }) => advised.routes.length === 0)).toBeGreaterThan(1);
    expect(count(({ advised }) => advised.levers.some(({ lever }) => lever === 'effort'))).toBeGreaterThan(1);
    for (const question of ['formula', 'preset'] as const) {
      expect(count(({ got: { range } }) => range.modelError?.question === question)).toBeGreaterThan(10);
    }
    expect(count(({ got: { range } }) => range.modelError === null)).toBeGreaterThan(10);
  });
});

describe('the rule', () => {
  const [one] = answersTo(catalog, [{ presetId: 'coding', modelId: 'claude-sonnet-4-6' }]) as [Answered];
  const faultsOf = (changed: Partial<Estimate>) => tooCertain(catalog, { ...one, got: { ...one.got, ...changed } });
  const { modelError } = one.got.range;

  test.each<[string, Partial<Estimate>]>([
    ['percent for a preset', { summary: `${one.got.summary} Such estimates are off by 5 %.` }],
    [
      'a factor of something else',
      { range: { ...one.got.range, modelError: modelError && { ...modelError, factor: 1.1 } } },
    ],
    ['no error at all', { range: { ...one.got.range, modelError: null } }],
    ['digits that nobody measured', { notes: [...one.got.notes, 'It cost 2.0743 times as much.'] }],
    ['failed runs without their spread', { notes: [] }],
  ])('finds %s', (_, changed) => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf(changed)).not.toEqual([]);
  });
});
