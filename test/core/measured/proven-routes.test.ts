import { describe, expect, test } from 'vitest';
import type { MeasuredFile, MeasuredRun } from '../../../runtime/core/schemas/data-files/measured-file.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { type PresetId, presetIds } from '../../../runtime/core/schemas/request-fields.ts';
import { catalogOf } from '../../support/core/dated.ts';
import { ladderBoard } from '../../support/core/ladder-board.ts';
import {
  advice,
  ending,
  estimate,
  type MadeUpModel,
  madeUpDataset,
  madeUpPreset,
  nothing,
  ranking,
} from '../../support/core/made-up.ts';

const oneCall: EstimateRequest = {
  ...nothing,
  tasksPerMonth: 1000,
  modelCallsPerTask: 1,
  systemPromptTokens: 1000,
  outputTokensPerCall: 100,
};
const aRun: MeasuredRun = {
  model: 'Model',
  modelId: 'model',
  config: null,
  effort: null,
  on: '2026-01-01',
  attempts: 100,
  tasks: 50,
  successRate: 0.5,
  calls: null,
  inputTokens: null,
  cachedTokens: null,
  outputTokens: null,
  recordedUsd: 1,
  version: null,
  note: null,
};
const { modelId: _, presetId: __, ...theWork } = oneCall;
const presets = presetIds.map((id) => ({ ...madeUpPreset({}, 'dear'), id, workflow: { ...nothing, ...theWork } }));

const aBoard: MeasuredFile = {
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
  rows: [],
};

describe('a route measured on the same boards as the chosen model', () => {
  const models: MadeUpModel[] = [
    { id: 'dear', provider: 'one', tier: 'frontier', input: 10, output: 10 },
    { id: 'other', provider: 'two', tier: 'fast', input: 20, output: 20 },
    { id: 'sister', provider: 'one', tier: 'fast', input: 20, output: 20 },
  ];
  const row = (modelId: string, usd: number, successRate: number): MeasuredRun => ({
    ...aRun,
    model: modelId,
    modelId,
    successRate,
    recordedUsd: usd,
  });
  const board = (id: string, rows: MeasuredRun[], domain: PresetId = 'coding'): MeasuredFile => ({
    ...aBoard,
    id,
    domain,
    rows,
  });
  const catalogWith = (boards: MeasuredFile[], others: MadeUpModel[] = models) =>
    catalogOf({ ...madeUpDataset(others), presets, measured: boards }, '2026-06-01');
  const asked = (request: EstimateRequest): EstimateRequest => ({
    ...oneCall,
    modelId: 'dear',
    taskFailureRatePct: 20,
    ...request,
  });
  const advised = (boards: MeasuredFile[], request: EstimateRequest = {}, others?: MadeUpModel[]) =>
    advice(catalogWith(boards, others), asked(request));
  /** The first measured route; undefined: there is none. */
  const best = (...given: Parameters<typeof advised>) =>
    advised(...given).routes.find(({ basis }) => basis === 'measured');
  // Per solved task 1.00/0.5 = 2 against 0.40/0.5 = 0.8: 0.4 times. 3.00/0.6 = 5 against 1.50/0.66 = 2.2727: 0.4545 times.
  const first = board('first', [row('dear', 1, 0.5), row('other', 0.4, 0.5)]);
  const second = board('second', [row('dear', 3, 0.6), row('other', 1.5, 0.66)]);

  test('has the dollars of its own estimate, and beside them the chosen estimate times the ratio of a board', () => {
    // Its own: 1,000*20 + 100*20 = 0.022, per success 0.0275, 22 a month. The chosen one 0.011, per success 0.01375.
    // The first board has 0.4: 0.0055 a solved task; 800 a month save 0.00825 each = 6.6. The second has 0.4545.
    const [route] = advised([first, second]).routes;
    expect(route).toMatchObject({
      basis: 'measured',
      modelId: 'other',
      changes: { modelId: 'other' },
      costPerTask: 0.022,
      costPerSuccessfulTask: 0.0275,
      monthlySpend: 22,
      saving: null,
      asMeasured: {
        board: 'first',
        solvedRatio: 0.4,
        solvedRatioRange: { low: 0.4, high: 0.4545 },
        costPerSolvedTask: 0.0055,
        savedMonthly: 6.6,
        savedPct: 60,
      },
      // At 20 % failures the dearer estimate never pays: 1 - 0.8*0.022/0.011 is below 0.
      breakEvenFailurePct: 0,
    });
    expect(route?.asMeasured?.boards).toEqual([
      {
        board: 'first',
        effort: null,
        chosenEffort: null,
        successRate: 0.5,
        chosenSuccessRate: 0.5,
        usdPerSolvedTask: 0.8,
        chosenUsdPerSolvedTask: 2,
        solvedRatio: 0.4,
      },
      expect.objectContaining({ board: 'second', solvedRatio: 0.4545, successRate: 0.66 }),
    ]);
    // An estimate names it too, without the evidence.
    expect(estimate(catalogWith([first, second]), asked({})).routing).toEqual({
      basis: 'measured',
      modelId: 'other',
      costPerTask: 0.022,
      monthlySpend: 22,
      saving: null,
      asMeasured: {
        board: 'first',
        solvedRatio: 0.4,
        solvedRatioRange: { low: 0.4, high: 0.4545 },
        costPerSolvedTask: 0.0055,
        savedMonthly: 6.6,
        savedPct: 60,
      },
    });
  });

  test("takes the preset's own board first, as its row in the ranking does", () => {
    const made = catalogOf(
      {
        ...madeUpDataset(models),
        presets: presets.map((preset) => ({ ...preset, board: 'second' })),
        measured: [first, second],
      },
      '2026-06-01',
    );
    expect(advice(made, asked({})).routes[0]?.asMeasured).toMatchObject({ board: 'second', solvedRatio: 0.4545 });
    const { ranking: rows, ...about } = ranking(made, { ...asked({}), sort: 'solved' });
    // 0.01375*0.4545 = 0.006249375.
    expect(
      rows.map(({ modelId, costPerSolvedTask, measured }) => [modelId, costPerSolvedTask, measured?.board]),
    ).toEqual([
      ['other', 0.006249375, 'second'],
      ['dear', 0.01375, 'second'],
      ['sister', undefined, undefined],
    ]);
    expect(about).toMatchObject({
      sort: 'solved',
      board: 'second',
      chosen: { modelId: 'dear', costPerSuccessfulTask: 0.01375 },
      aboveLine: 2,
    });
  });

  test("a ranking beside a model that is on no board has the board's own dollars", () => {
    const {
      ranking: rows,
      chosen,
      aboveLine,
      notes,
    } = ranking(catalogWith([first]), {
      ...asked({ modelId: 'sister' }),
      sort: 'solved',
    });
    expect(chosen).toBeNull();
    expect(aboveLine).toBe(2);
    expect(rows.map(({ modelId, measured }) => [modelId, measured?.usdPerSolvedTask])).toEqual([
      ['other', 0.8],
      ['dear', 2],
      ['sister', undefined],
    ]);
    expect(rows.every(({ costPerSolvedTask }) => costPerSolvedTask === undefined)).toBe(true);
    expect(notes.at(-1)).toMatch(/board's own dollars/);
  });

  test('the best of the same provider is told, however many are cheaper', () => {
    const names = ['a', 'b', 'c'];
    const many: MadeUpModel[] = [
      ...models,
      ...names.map((id): MadeUpModel => ({ id, provider: 'two', tier: 'fast', input: 20, output: 20 })),
    ];
    const rows = [row('dear', 1, 0.5), ...names.map((id) => row(id, 0.1, 0.5)), row('sister', 0.7, 0.5)];
    const { routes } = advised([board('one', rows), board('two', rows)], {}, many);
    expect(routes.map(({ modelId }) => modelId)).toEqual(['a', 'b', 'c', 'sister']);
  });

  test('one board is not enough, and boards of another domain do not count', () => {
    expect(best([first])).toBeUndefined();
    expect(best([first, board('second', second.rows, 'support')])).toBeUndefined();
    expect(best([first, second], { presetId: 'support' })).toBeUndefined();
  });

  test('any board on which it is less than a quarter cheaper or solves over 5 points fewer rules it out', () => {
    const third = (usd: number, rate: number, kind?: PresetId) =>
      best([first, second, board('third', [row('dear', 1, 0.5), row('other', usd, rate)], kind)]);
    expect(third(0.75, 0.5)).toBeDefined();
    expect(third(0.76, 0.5)).toBeUndefined();
    expect(third(0.76, 0.5, 'voice')).toBeUndefined();
    expect(third(0.3, 0.45)).toBeDefined();
    expect(third(0.3, 0.44)).toBeUndefined();
  });

  test('a model with an announced end, a price of low confidence or too small a window is a miss that says so', () => {
    const other = (facts: MadeUpModel) =>
      advised([first, second], {}, [models[0] as MadeUpModel, { ...models[1], ...facts }]);
    expect(other({}).routes[0]?.modelId).toBe('other');
    for (const [facts, why] of [
      [{ confidence: 'low' }, /price rests on datasets alone/],
      [{ lifecycle: ending() }, /end is announced/],
      [{ contextWindow: 999 }, /tasks fit its context/],
    ] as const) {
      const { routes, nearMisses } = other(facts);
      expect(routes).toEqual([]);
      expect(nearMisses).toEqual([expect.objectContaining({ modelId: 'other', why: [expect.stringMatching(why)] })]);
    }
  });

  test('dollars recorded at other prices are brought to those in force', () => {
    // The other model's output went from 5 to 20 after the runs, of which input did not change: a task of 1,000 in and
    // 100 out cost (1,000*20 + 100*5)/1e6 = 0.0205 and costs 0.022: 1.0732 times. 0.4*1.0732/1 = 0.4293 of a solved task.
    const changed = (input: number, output: number) =>
      [models[0], { ...models[1], laterPrices: [{ from: '2026-02-01', input, output }], output: 5 }] as MadeUpModel[];
    expect(best([first, second], {}, changed(20, 20))?.asMeasured).toMatchObject({ solvedRatio: 0.4293 });
    // At 100 in and 20 out it costs 0.102, 4.9756 times: 0.4*4.9756 = 1.9902 and 1.5*4.9756/0.66 are above the chosen one.
    expect(advised([first, second], {}, changed(100, 20))).toMatchObject({ routes: [], nearMisses: [] });
  });

  test('dollars of a day whose prices are not known support no route', () => {
    const early = (made: MeasuredFile) => ({ ...made, rows: made.rows.map((one) => ({ ...one, on: '2025-12-31' })) });
    expect(best([early(first), early(second)])).toBeUndefined();
  });

  describe('at a reasoning effort', () => {
    const at = (modelId: string, usd: number, effort: MeasuredRun['effort']) => ({ ...row(modelId, usd, 0.5), effort });
    const ladder = ladderBoard({ dear: { high: [10, 100, 0.5], low: [10, 100, 0.5] } });
    const rows = [at('dear', 1, 'high'), at('other', 0.4, null)];
    const both = ['one', 'two'].map((id) => board(id, rows));
    const withRuns = (more: MeasuredRun[]) => [ladder, ...both.map((made) => ({ ...made, rows: [...rows, ...more] }))];
    const evidence = (reasoningEffort: 'low' | 'high' | null, more: MeasuredRun[] = []) =>
      best(withRuns(more), { reasoningEffort })?.asMeasured?.boards;

    test('only runs of the chosen model at that effort count', () => {
      expect(evidence(null)?.map(({ chosenEffort }) => chosenEffort)).toEqual(['high', 'high']);
      expect(evidence('high')).toHaveLength(2);
      expect(evidence('low')).toBeUndefined();
      expect(advised(withRuns([]), { reasoningEffort: 'low' }).rule).toMatch(/at effort low/);
      // At low it cost 0.3: the other one, at its default, 1.3333 times that.
      expect(evidence('low', [at('dear', 0.3, 'low')])).toBeUndefined();
      expect(evidence('low', [at('dear', 0.8, 'low')])?.[0]).toMatchObject({
        chosenEffort: 'low',
        effort: null,
        solvedRatio: 0.5,
      });
    });

    test('the other model is taken at the same effort where it was run at it, in the ranking too', () => {
      const more = [at('dear', 0.8, 'low'), at('other', 0.2, 'low')];
      expect(evidence('low', more)?.[0]).toMatchObject({ chosenEffort: 'low', effort: 'low', solvedRatio: 0.25 });
      const { ranking: ranked } = ranking(catalogWith(withRuns(more)), {
        ...asked({ reasoningEffort: 'low' }),
        sort: 'solved',
      });
      expect(ranked[0]).toMatchObject({ modelId: 'other', measured: { effort: 'low' } });
    });
  });

  describe('a near miss', () => {
    test('says on which board it cost too much or solved too little, the one with the fewest reasons first', () => {
      // 0.8 times on the first board; on the second 0.5 times but 10 points fewer, and `sister` on one board alone.
      const boards = [
        board('first', [row('dear', 1, 0.5), row('other', 0.8, 0.5), row('sister', 0.2, 0.5)]),
        board('second', [row('dear', 1, 0.5), row('other', 0.4, 0.4)]),
      ];
      const { routes, nearMisses, rule } = advised(boards);
      expect(routes).toEqual([]);
      expect(rule).toMatch(/at least 2 boards of coding work.* at most 0\.75 times.*at most 5 points fewer/);
      // Both solve no less on the board that their row takes, where `sister` is the cheaper one.
      expect(nearMisses.map(({ modelId, provider }) => [modelId, provider])).toEqual([
        ['sister', 'one'],
        ['other', 'two'],
      ]);
      expect(nearMisses[0]?.why).toEqual([expect.stringMatching(/one such board; 2 are needed/)]);
      expect(nearMisses[1]?.why).toEqual([
        expect.stringMatching(/On first it cost 0\.8 times/),
        expect.stringMatching(/On second it solved 10 points fewer/),
      ]);
      expect(nearMisses[1]?.asMeasured.boards.map(({ solvedRatio }) => solvedRatio)).toEqual([0.8, 0.5]);
    });

    test('is cheaper on the board that its row takes, or on the middle one', () => {
      const boards = (usd: number) => [board('first', [row('dear', 1, 0.5), row('other', usd, 0.5)])];
      expect(advised(boards(0.99)).nearMisses).toHaveLength(1);
      expect(advised(boards(1)).nearMisses).toEqual([]);
      const two = [
        board('a', [row('dear', 1, 0.5), row('other', 0.9, 0.5)]),
        board('b', [row('dear', 1, 0.5), row('other', 2, 0.5)]),
      ];
      expect(advised(two).nearMisses[0]?.why).toHaveLength(2);
    });

    test('that is cheaper and solves no less comes before one with fewer reasons that solves less', () => {
      const rows = [row('dear', 1, 0.5), row('other', 1.1, 0.6), row('sister', 0.1, 0.4)];
      const boards = [board('first', rows), board('second', [row('dear', 1, 0.5), row('other', 1.1, 0.6)])];
      expect(advised(boards).nearMisses.map(({ modelId }) => modelId)).toEqual(['other', 'sister']);
    });
  });

  describe('a route by list price', () => {
    const cheap: MadeUpModel[] = [
      { id: 'dear', provider: 'one', tier: 'mid', input: 10, output: 10 },
      { id: 'other', provider: 'two', tier: 'frontier', input: 1, output: 1 },
    ];
    const byListPrice = (boards: MeasuredFile[]) => advised(boards, {}, cheap).routes;

    test('says whether the model was measured at this kind of work', () => {
      expect(byListPrice([])[0]?.note).toMatch(/No measurement of other at coding work is known/);
      const one = board('one', [row('other', 0.1, 0.5)]);
      expect(byListPrice([one])[0]?.note).toMatch(/measured at such work, but not beside this model/);
      expect(byListPrice([{ ...one, domain: 'support' }])[0]?.note).toMatch(/No measurement of other/);
    });

    test('is no model that was measured beside the chosen one', () => {
      expect(byListPrice([board('one', [row('dear', 1, 0.5), row('other', 1, 0.4)])])).toEqual([]);
    });

    test('comes after the measured ones', () => {
      const boards = ['one', 'two'].map((id) => board(id, [row('dear', 1, 0.5), row('other', 0.5, 0.5)]));
      const { routes } = advised(boards, {}, [...cheap, { id: 'cheapest', input: 0.1, output: 0.1, tier: 'mid' }]);
      expect(routes.map(({ modelId, basis }) => [modelId, basis])).toEqual([
        ['other', 'measured'],
        ['cheapest', 'estimated'],
      ]);
    });
  });
});
