/** `agent-cost estimate backtest` on made-up runs calculated by hand, and on the recorded runs of this repository. */
import { describe, expect, test } from 'vitest';
import { backtest } from '../../../runtime/logs/calibrate/backtest.ts';
import { type Recorded, type RunTerms, unfitted, withTokens } from '../../../runtime/logs/calibrate/recorded-runs.ts';
import { ofRuns } from '../../evidence/figures.ts';
import { runCli } from '../../support/run.ts';

/** $2 in, $10 out, $0.50 read from the cache and $3 written to it. */
const terms: RunTerms = {
  prices: [{ input: 2, output: 10, cachedInput: 0.5, cacheWrite: 3 }],
  thresholds: [],
  minPrefix: 0,
  cached: true,
};

/** 4 calls of 100 tokens; prompts of 1,000, 1,300, 1,600 and 1,900 tokens make 5,800. */
const straight: Recorded = {
  group: 'a',
  name: 'run',
  prompts: [1000, 1300, 1600, 1900],
  family: 'm',
  model: 'm',
  kind: 'coding',
  fold: 0,
  calls: 4,
  toolCalls: 4,
  firstPrompt: 1000,
  growth: 300,
  compaction: null,
  coldShare: 0,
  lastPrompt: 1900,
  output: 400,
  input: 5800,
  // 1,900 tokens written, 3,900 read: (1,900 * 3 + 3,900 * 0.5 + 400 * 10) / 1e6
  usd: 0.01165,
  terms,
  usualCache: unfitted,
};

describe('made-up runs', () => {
  test('that fit the model exactly have no error, unlike the naive estimate', () => {
    const { runs, inputTokens, dollars } = backtest([withTokens(straight)]);
    expect(runs).toBe(1);
    // 4 * 1,000 of 5,800 is 31.034 % less; 4,000 * 2 + 400 * 10 = $0.012 is 3.004 % more than $0.01165.
    expect(inputTokens).toMatchObject({ runs: 1, meanAbsPctError: 0, medianAbsPctError: 0, biasPct: 0 });
    expect(inputTokens?.naiveMeanAbsPctError).toBeCloseTo(31.0345, 4);
    expect(dollars?.nothingFitted.meanAbsPctError).toBeCloseTo(0, 9);
    expect(dollars?.meanAbsPctError).toBeCloseTo(0, 9);
    expect(dollars?.naiveMeanAbsPctError).toBeCloseTo(3.0043, 4);
  });

  test('have the mean, median and bias of their errors', () => {
    // The model predicts 5,800 tokens each time: 16 % more than 5,000, exact, and 42 % less than 10,000.
    const runs = [5000, 5800, 10_000].map((input) => withTokens({ ...straight, input }));
    const { inputTokens } = backtest(runs);
    expect(inputTokens?.meanAbsPctError).toBeCloseTo((16 + 0 + 42) / 3, 9);
    expect(inputTokens?.medianAbsPctError).toBeCloseTo(16, 9);
    // 17,400 of 20,800 is 16.346 % less.
    expect(inputTokens?.biasPct).toBeCloseTo(-16.3462, 4);
  });

  test('above a long-context threshold are billed at both prices, and short prompts at the input price', () => {
    const long = { input: 4, output: 20, cachedInput: 1, cacheWrite: 6 };
    const [price] = terms.prices as [RunTerms['prices'][number]];
    const both = { ...terms, prices: [price, long], thresholds: [1500], minPrefix: 1200 };
    // 1,000 is too short to be cached. 1,300 is written; 1,600 and 1,900, at the higher price, read the prompt before.
    //   short 1,000 * 2 = 2,000; 1,300 * 3 = 3,900; (1,300 + 1,600) * 1 = 2,900; (300 + 300) * 6 = 3,600
    //   output 200 * 10 + 200 * 20 = 6,000
    const { dollars } = backtest([withTokens({ ...straight, terms: both, usd: 0.0184 })]);
    expect(dollars?.nothingFitted.meanAbsPctError).toBeCloseTo(0, 9);
  });

  test('without dollars have no dollar errors; without runs there are no figures', () => {
    expect(backtest([withTokens({ ...straight, usd: null })])).toMatchObject({
      runs: 1,
      dollars: null,
      groups: [{ dollars: null }],
    });
    expect(backtest([])).toEqual({ runs: 0, inputTokens: null, dollars: null, groups: [] });
  });
});

describe('agent-cost estimate backtest', () => {
  test('gives the figures of npm run evidence', async () => {
    const { code, stdout } = await runCli('backtest', '--json');
    expect(code).toBe(0);
    const found = JSON.parse(stdout);
    const { inputTokens, dollars } = ofRuns();
    expect(found).toMatchObject({
      source: 'published',
      runs: inputTokens.runs,
      inputTokens: {
        runs: inputTokens.runs,
        meanAbsPctError: inputTokens.errorPct,
        naiveMeanAbsPctError: inputTokens.naivePct,
      },
      dollars: {
        runs: dollars.runs,
        meanAbsPctError: dollars.shipped.runsPct,
        naiveMeanAbsPctError: dollars.naive.runsPct,
        groupsMeanAbsPctError: dollars.shipped.groupsPct,
        newAgent: { meanAbsPctError: dollars.newAgent.runsPct },
        nothingFitted: { meanAbsPctError: dollars.unfitted.runsPct },
      },
    });
    expect(found.inputTokens.medianAbsPctError).toBeLessThan(found.inputTokens.meanAbsPctError);
    expect(found.groups.map(({ runs }: { runs: number }) => runs).reduce((a: number, b: number) => a + b)).toBe(307);
  });

  test('prints them as text, and a line for each group as CSV', async () => {
    const { stdout } = await runCli('backtest');
    expect(stdout).toMatch(/^input tokens +307 +3\.3 % .* 40\.3 % /m);
    expect(stdout).toMatch(/^dollars +238 +5\.4 % .* 70\.5 % /m);
    const lines = (await runCli('backtest', '--csv')).stdout.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^group,model,kind,runs,inputTokens\.meanAbsPctError,/);
    expect(lines).toHaveLength(29);
  });
});
