/**
 * The version of the cost model is part of every dataset's version, so it must be raised whenever a number for the same data
 * changes; the version of the answers, whenever a sentence does. The data here is made up and never edited: only the cost model determines the digest.
 */
import { describe, expect, test } from 'vitest';
import { boardsOf } from '../../runtime/core/benchmarks/facts.ts';
import { answersVersion, costModelVersion } from '../../runtime/core/dataset/version.ts';
import { shapeOf } from '../../runtime/core/model/shape.ts';
import { callSpreads } from '../../runtime/core/model/spread.ts';
import { meanOf } from '../../runtime/core/model/walk.ts';
import type { MeasuredFile, MeasuredRun } from '../../runtime/core/schemas/data-files/measured-file.ts';
import { isDefault, type Workflow, type WorkflowField } from '../../runtime/core/schemas/request-fields.ts';
import { sha256 } from '../support/build.ts';
import { catalogOf } from '../support/core/dated.ts';
import { ladderBoard } from '../support/core/ladder-board.ts';
import {
  advice,
  ending,
  estimate,
  type MadeUpModel,
  madeUpCatalog,
  madeUpDataset,
  nothing,
  ranking,
} from '../support/core/made-up.ts';

/** SHA-256 of the numbers below by cost model version, of the last ones. A new version adds a line; lines are never changed. */
const digests: Record<number, { estimates: string; boards: string }> = {
  19: {
    estimates: '660701f80d76917b3308f8f5444a51b0e54c57d3916cd56792fd58029faea6bb',
    boards: '4e84797433868165b0a1d7f5ae7897f0cb291373696f5cdf7759fc366e44331a',
  },
  20: {
    estimates: '28343dc093a891315a06b9b9b4e11c0af8e67ceec276ed2162796df5109cdd05',
    boards: '4e84797433868165b0a1d7f5ae7897f0cb291373696f5cdf7759fc366e44331a',
  },
  21: {
    estimates: 'b409f248c595ebc8248f0901bcc85912471733852cc414b0d0b2958583b90589',
    boards: '4e84797433868165b0a1d7f5ae7897f0cb291373696f5cdf7759fc366e44331a',
  },
};

/** SHA-256 of the whole answers, sentences included, by answers version. */
const digestsOfAnswers: Record<number, string> = {
  10: '1580b026131aba7c58b5bcd03fe8a38327a197fe2eb30f7a35d1710abe073d71',
  11: 'c3f96f51d67cb4a9c085df8bd15c28516302362f1675049bdd5487cba7b82bc8',
  // With advice on work that compacts.
  12: '78cb742908080f7eaa0d44ab2bd5dbda6a36e83ffa14ea9bbf55770c9fc32633',
  // With maker, terms and context in its sentences.
  13: '0e1888760fb2199f4869f513dd52ec8db3b6f366bdec461766ff548da5d232f8',
  // With an estimate of work that was fitted to own runs.
  14: '88486cba196899657995f9bb8c45f8a82983bef1f606670383acf270095aa67e',
};

const caches = { cachedInput: 0.3, cacheWrite: 3.75, hitEfficiency: 0.9 };
const models: MadeUpModel[] = [
  { id: 'model', provider: 'explicit', tier: 'frontier', input: 3, output: 15, minPrefixTokens: 1024, ...caches },
  { id: 'mid', provider: 'explicit', tier: 'mid', input: 1, output: 5, cachedInput: 0.1, hitBasis: 'assumed' },
  {
    id: 'long',
    provider: 'automatic',
    mode: 'automatic',
    tier: 'mid',
    input: 1.25,
    output: 10,
    cachedInput: 0.125,
    longContext: [
      { above: 20_000, input: 2.5, output: 15, cachedInput: 0.25, cacheWrite: null },
      { above: 60_000, input: 4, output: 20, cachedInput: 0.4, cacheWrite: null },
    ],
  },
  { id: 'small', provider: 'automatic', tier: 'fast', input: 0.1, output: 0.4, contextWindow: 30_000 },
  { id: 'free', provider: 'automatic', tier: 'fast', input: 0, output: 0, confidence: 'low' },
  {
    id: 'peak',
    provider: 'other',
    tier: 'mid',
    input: 0.6,
    output: 2,
    lifecycle: ending(),
    offPeak: { input: 0.3, output: 1, cachedInput: 0.03, peakUtc: ['01:00-04:00'], peakDays: 'every day' },
    laterPrices: [{ from: '2027-01-01', input: 0.7 }],
  },
];

const busy = {
  tasksPerMonth: 10_000,
  modelCallsPerTask: 12,
  toolCallsPerTask: 11,
  handoffs: 1,
  systemPromptTokens: 1500,
  toolSchemaTokens: 2500,
  retrievedContextTokens: 800,
  outputTokensPerCall: 350,
  toolResultTokens: 900,
};
const faults = { retryRatePct: 4, timeoutLoopsPerTask: 0.2, hallucinatedToolPct: 3, taskFailureRatePct: 15 };
const works = [
  nothing,
  busy,
  { ...busy, ...faults },
  { ...busy, ...faults, promptCaching: true },
  { ...busy, modelCallsPerTask: 1, toolCallsPerTask: 0, promptCaching: true },
  { ...busy, modelCallsPerTask: 40.5, outputTokensPerCall: 2000, promptCaching: true },
  { ...busy, taskFailureRatePct: 100 },
  // 900 tokens that tasks share, and a model that caches no prefix below 1,024.
  { ...busy, systemPromptTokens: 500, toolSchemaTokens: 400, promptCaching: true, warmPrefixPct: 80 },
  // Prompts of 4,800 tokens and an answer of 26,000, and a window of 30,000.
  { ...busy, modelCallsPerTask: 1, toolCallsPerTask: 0, handoffs: 0, outputTokensPerCall: 26_000 },
];

const run: MeasuredRun = {
  model: 'Model',
  modelId: 'model',
  config: null,
  effort: 'high',
  on: '2026-01-01',
  attempts: 100,
  tasks: 50,
  successRate: 0.6,
  calls: 20,
  inputTokens: 200_000,
  cachedTokens: 150_000,
  outputTokens: 9_000,
  recordedUsd: 0.4,
  version: null,
  note: null,
};
const board: MeasuredFile = {
  id: 'board',
  name: 'Board',
  benchmark: 'Benchmark',
  domain: 'coding',
  harness: 'Harness',
  unit: 'attempt',
  tasks: 50,
  runs: 'Twice.',
  licence: null,
  sources: [{ name: 'made up', on: '2026-01-01' }],
  notes: [],
  rows: [
    run,
    { ...run, modelId: 'mid', successRate: 0.5, cachedTokens: null, recordedUsd: null },
    { ...run, modelId: 'long', successRate: 0.61, inputTokens: 2_000_000, effort: null },
    { ...run, modelId: 'free', successRate: 0 },
    { ...run, modelId: null, inputTokens: null, outputTokens: null },
  ],
};

const digestOf = (value: unknown): string => sha256(Buffer.from(JSON.stringify(value)));

/** What decides: numbers, ids, days and enums. Sentences and names, which have spaces, and where a price was seen are left out. */
function decisive(value: unknown): unknown {
  if (typeof value === 'string') return /\s/.test(value) ? undefined : value;
  if (Array.isArray(value)) return value.map(decisive).filter((part) => part !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  const neutral = neutralIn(value);
  const entries = Object.entries(value).flatMap(([name, part]) => {
    if (name === 'lastSeen') return [];
    // A fact about the model, beside the figures of a row.
    if (name === 'status' && 'rank' in value) return [];
    if (name === 'workflow') return [[name, withoutFields(part as object, neutral)]];
    if (name === 'inputs') return [[name, Object.values(part as object).map((list) => without(list, neutral))]];
    return [[name, decisive(part)]];
  });
  return Object.fromEntries(entries);
}

/** The fields of an answer's workflow that are at their default: a new field begins as one of these. */
function neutralIn(answer: object): string[] {
  const workflow = 'workflow' in answer ? (answer.workflow as Workflow) : {};
  return Object.entries(workflow).flatMap(([name, value]) => (isDefault(name as WorkflowField, value) ? [name] : []));
}

const without = (names: string[], neutral: readonly string[]) => names.filter((name) => !neutral.includes(name));

const withoutFields = (fields: object, neutral: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !neutral.includes(name)));

/** Estimates and rankings of the data above, at efforts and with routes. */
function allAnswers(): unknown[] {
  const answers = [{}, { callDispersion: 0.8, userTokensPerCall: 120 }].flatMap((assumptions) => {
    const catalog = madeUpCatalog(models, assumptions);
    return works.flatMap((work) => [
      ...models.map(({ id = '' }) => estimate(catalog, { modelId: id, ...work })),
      ranking(catalog, work),
    ]);
  });
  const measured = [ladderBoard({ model: { high: [60, 9_000, 0.5], low: [30, 3_000, 0.4], max: [90, 20_000, 0.55] } })];
  const withLadders = catalogOf({ ...madeUpDataset(models), measured }, '2026-06-01');
  const atEfforts = (['low', 'high', 'max'] as const).flatMap((reasoningEffort) => {
    const request = { ...busy, ...faults, promptCaching: true, reasoningEffort };
    return [
      ...models.map(({ id = '' }) => estimate(withLadders, { modelId: id, ...request })),
      ranking(withLadders, request),
    ];
  });
  const shared = { ...board, rows: [run, { ...run, modelId: 'mid', successRate: 0.7 }] };
  const measuredTwice = [shared, { ...shared, id: 'another', rows: shared.rows.map((row) => ({ ...row, calls: 9 })) }];
  const withBoards = catalogOf({ ...madeUpDataset(models), measured: measuredTwice }, '2026-06-01');
  const routed = estimate(withBoards, { modelId: 'model', ...busy, ...faults });
  expect(routed.routing?.modelId).toBe('mid');
  const request = { modelId: 'model', ...busy, ...faults } as const;
  const solved = ranking(withBoards, { ...request, sort: 'solved' });
  return [answers, atEfforts, routed, advice(withBoards, request), solved, raisedRange()];
}

/** A session, whose range holds what owners differ by. */
function raisedRange() {
  const made = madeUpCatalog(models, { callDispersion: 0.7 });
  const evidence = {
    inputTokens: { runs: 1, errorPct: 3 },
    dollars: { runs: 1, errorPct: 5, groupsPct: 2, newAgentPct: 8 },
    ranges: [{ kindOfWork: 'session' as const, runs: 400, owners: 4, oneInTenFactor: 1.2 }],
  };
  const preset = { ...made.preset('coding'), id: 'session' as const };
  return estimate({ ...made, preset: () => preset, evidence }, { modelId: 'model', ...busy });
}

/** Advice on work that compacts its transcript, in a session and elsewhere. */
function compacted() {
  const made = madeUpCatalog(models);
  const request = { ...busy, modelCallsPerTask: 40, compactAtTokens: 20_000 };
  return (['session', 'coding'] as const).map((id) =>
    advice({ ...made, preset: () => ({ ...made.preset('coding'), id }) }, { modelId: 'model', ...request }),
  );
}

/** The answer for a model that its provider only resells. */
function resold() {
  const hosts = [{ id: 'other', name: 'Other', pricingUrl: 'https://other.example', provider: 'other' }];
  return estimate({ ...madeUpCatalog(models), offers: { hosts, offers: [] } }, { modelId: 'peak', ...busy });
}

/** The answer for work that was fitted to one's own runs. */
function fitted() {
  const fittedTo = { sessions: 20, meanLow: 0.8, meanHigh: 1.25, later: 5, below: 4, oneInTenFactor: 1.1 };
  return estimate(madeUpCatalog(models), { modelId: 'model', ...busy, fittedTo });
}

const boards = () => boardsOf(catalogOf({ ...madeUpDataset(models), measured: [board] }, '2026-06-01'));

const raise = (version: string) => `raise ${version} in runtime/core/dataset/version.ts and add its digest here`;

test('the numbers are those of this cost model version; others need a new version', () => {
  const spreads = Object.entries(callSpreads).map(([kind, { z }]) => [kind, z]);
  // How a session of 40 calls goes on that is compacted several times, from version 21 on.
  const long = { ...nothing, ...busy, modelCallsPerTask: 40, compactAtTokens: 20_000 };
  const session = meanOf(shapeOf(long, 'session'));
  const found = {
    estimates: digestOf(decisive([allAnswers(), spreads, session])),
    boards: digestOf(decisive(boards())),
  };
  expect(found, `numbers changed: ${raise('costModelVersion')}`).toEqual(digests[costModelVersion]);
});

test('the whole answers are those of this answers version; other sentences need a new version', () => {
  const found = digestOf([allAnswers(), resold(), boards(), compacted(), fitted()]);
  expect(found, `answers changed: ${raise('answersVersion')}`).toBe(digestsOfAnswers[answersVersion]);
});

test('every version has its own digest', () => {
  const all = [...Object.values(digests).map(({ estimates }) => estimates), ...Object.values(digestsOfAnswers)];
  expect(new Set(all).size).toBe(all.length);
});

describe('the digest of numbers', () => {
  const answer = estimate(madeUpCatalog(models), { modelId: 'model', ...busy, ...faults });
  const digest = (changed: unknown) => digestOf(decisive(changed));

  test('stays for another sentence, and for a new field at its default', () => {
    const said = { ...answer, summary: 'Something else.', notes: [...answer.notes, 'One more note.'] };
    expect(digest(said)).toBe(digest(answer));
    const { region: _, ...workflow } = answer.workflow;
    expect(answer.workflow.region).toBe('global');
    expect(digest({ ...answer, workflow })).toBe(digest(answer));
  });

  test.each<[string, object]>([
    ['a number', { costPerTask: answer.costPerTask + 1e-9 }],
    ['a choice', { routing: { ...answer.routing, modelId: 'other' } }],
    ['a field that is not at its default', { workflow: { ...answer.workflow, searchesPerTask: 1 } }],
  ])('changes with %s', (_, change) => {
    expect(digest({ ...answer, ...change })).not.toBe(digest(answer));
  });
});
