/**
 * The version of the cost model is part of every dataset's version, so it must be raised whenever the answers to the same
 * data change. The data here is made up and never edited: only the cost model determines the digest.
 */
import { expect, test } from 'vitest';
import { boardsOf } from '../../runtime/core/benchmarks/facts.ts';
import { costModelVersion } from '../../runtime/core/dataset/version.ts';
import { callSpreads } from '../../runtime/core/model/spread.ts';
import type { MeasuredFile, MeasuredRun } from '../../runtime/core/schemas/data-files/measured-file.ts';
import { sha256 } from '../support/build.ts';
import { catalogOf } from '../support/core/dated.ts';
import { ladderBoard } from '../support/core/ladder-board.ts';
import {
  ending,
  estimate,
  type MadeUpModel,
  madeUpCatalog,
  madeUpDataset,
  nothing,
  ranking,
} from '../support/core/made-up.ts';

/** SHA-256 of all answers below by cost model version. A new version adds a line; lines are never changed. */
const digests: Record<number, string> = {
  1: '95abb830d1e6717953b4ee2cf4caa65ccb088aebf6909f793ef4813ed3e50a50',
  2: '214794021dbbb772d5b31c19593560d6d28fa26c999fc455ed41e3149a12a459',
  3: '4120fe19b44404c86ae8046ce28fcae9889af8e719c35ccff90c426be0c7f4cc',
  4: '50c796a32263e738fee3f2e56e8e92098252ee2a89708fc07466413710654937',
  5: '106e01a04a045e877c54ad1d29315a025b1b63dac3325c982d8bb09ce55ad7b0',
  6: '51212c6e3951d41e0266222c3a54796cca98984b8f34867d3a46f3237c8a6bd2',
  7: '4e232fcbfc5b819f6b64e4cd615061c929739f76dfd66e3b86475518f7cbb335',
  8: 'ae60b75f9e4b9949b1356938b9e5691a1b2b01fcc96440190f31d21c74717404',
  9: '792dd9418f298ea0baa482bb16a32a429b974d064dbf6561df2a0c3d1470f6e6',
  10: '204bb73f7ba8a02be5cd56769a995c5a5da6162e0c511c930188f86b9eccb132',
  11: '85d6fe9de08e0701e5ec2fb981a64080733d2fb3c243635f8eb84659f8e5e882',
  12: 'cf2a974aef06591b7878350b2bf7169a38e06cb54df474c19d12d322e78ddb6b',
  13: '6d179ea7f3dd7ca916ee67d7b20137c137abca62fd06f2f623f56b541d60e8b7',
  14: '9185761eb814b7a2a1812006deb559b6a1a7ddd645dcf8ba8d639b57d13252a9',
};

/** The same for boards, since version 3. */
const digestsOfBoards: Record<number, string> = {
  3: '467bded8b2bf96e77a8c926ba3f7dc5570f296e41cb87d322a708478261ccd23',
  4: '467bded8b2bf96e77a8c926ba3f7dc5570f296e41cb87d322a708478261ccd23',
  5: '467bded8b2bf96e77a8c926ba3f7dc5570f296e41cb87d322a708478261ccd23',
  6: '467bded8b2bf96e77a8c926ba3f7dc5570f296e41cb87d322a708478261ccd23',
  7: '467bded8b2bf96e77a8c926ba3f7dc5570f296e41cb87d322a708478261ccd23',
  8: '467bded8b2bf96e77a8c926ba3f7dc5570f296e41cb87d322a708478261ccd23',
  9: '467bded8b2bf96e77a8c926ba3f7dc5570f296e41cb87d322a708478261ccd23',
  10: '467bded8b2bf96e77a8c926ba3f7dc5570f296e41cb87d322a708478261ccd23',
  11: '467bded8b2bf96e77a8c926ba3f7dc5570f296e41cb87d322a708478261ccd23',
  12: '467bded8b2bf96e77a8c926ba3f7dc5570f296e41cb87d322a708478261ccd23',
  13: '467bded8b2bf96e77a8c926ba3f7dc5570f296e41cb87d322a708478261ccd23',
  14: 'f7860c8165f6e8b9229fd3a304f7386e153495570e762a25f5aafe25fc63d758',
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
      { above: 60_000, input: 4, output: 20, cachedInput: null, cacheWrite: null },
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

test('the answers are those of this cost model version; different answers need a new version', () => {
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
  expect(routed.routing.best?.modelId).toBe('mid');
  const spreads = Object.entries(callSpreads).map(([kind, { z }]) => [kind, z]);
  const found = sha256(Buffer.from(JSON.stringify([answers, atEfforts, routed, spreads])));
  expect(
    found,
    `the answers changed: raise costModelVersion in runtime/core/dataset/version.ts and add its digest here`,
  ).toBe(digests[costModelVersion]);
});

test('the boards are those of this cost model version', () => {
  const catalog = catalogOf({ ...madeUpDataset(models), measured: [board] }, '2026-06-01');
  const found = sha256(Buffer.from(JSON.stringify(boardsOf(catalog))));
  expect(found, 'the boards changed: raise costModelVersion and add their digest here').toBe(
    digestsOfBoards[costModelVersion],
  );
});

test('every version has its own digest', () => {
  expect(Object.keys(digests).map(Number)).toEqual(Array.from({ length: costModelVersion }, (_, index) => index + 1));
  expect(new Set(Object.values(digests)).size).toBe(costModelVersion);
});
