/** `agent-cost estimate backtest --calls`: at which call the cost model leaves a log. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { leftByGroup, leftRuns } from '../../../runtime/logs/calibrate/left-calls.ts';
import { type Recorded, unfitted, withTokens } from '../../../runtime/logs/calibrate/recorded-runs.ts';
import { temporaryDirectory } from '../../support/copies.ts';
import { runCli } from '../../support/run.ts';

/** The model walks 10,000, 13,000, 16,000 and 19,000 tokens. */
const straight: Recorded = {
  ...{ group: 'a', name: 'r', family: 'm', model: 'm', kind: 'coding', fold: 0, calls: 4, toolCalls: 4 },
  ...{ firstPrompt: 10_000, growth: 3000, compaction: null, coldShare: 0, lastPrompt: 19_000, output: 400 },
  ...{ input: 58_000, prompts: [10_000, 13_000, 16_000, 19_000], usd: null, terms: null, usualCache: unfitted },
};
const leaving = (more: Partial<Recorded>) => leftRuns([withTokens({ ...straight, ...more })])[0];

describe('a run', () => {
  test('whose prompts are the walked ones stays', () => {
    expect(leaving({})).toMatchObject({ run: 'r', calls: 4, call: null, recorded: null, walked: null, why: null });
    expect(leaving({})?.inputPct).toBeCloseTo(0, 9);
  });

  test('stays within a tenth and leaves beyond', () => {
    // 16,000 / 14,600 is 9.6 % more, 16,000 / 14,500 is 10.3 % more.
    expect(leaving({ prompts: [10_000, 13_000, 14_600, 19_000] })?.call).toBeNull();
    expect(leaving({ prompts: [10_000, 13_000, 14_500, 19_000] })).toMatchObject({
      ...{ call: 3, recorded: 14_500, walked: 16_000, why: 'growth' },
    });
  });

  test('leaves where its log was compacted and the walk was not', () => {
    const prompts = [10_000, 13_000, 5000, 8000];
    // 58,000 walked, 36,000 sent: 61.1 % more.
    const left = leaving({ prompts, input: 36_000 });
    expect(left).toMatchObject({ call: 3, recorded: 5000, walked: 16_000, why: 'compacted' });
    expect(left?.inputPct).toBeCloseTo(61.111, 3);
  });

  test('leaves where the walk was compacted and its log was not', () => {
    // Prompts above 14,000 are compacted to 8,000.
    const left = leaving({ compaction: { at: 14_000, to: 8000 } });
    expect(left).toMatchObject({ call: 3, recorded: 16_000, walked: 8000, why: 'not compacted' });
  });
});

test('a group counts its runs by the reason why they leave', () => {
  const runs = [{}, { prompts: [10_000, 13_000, 5000, 8000] }, { prompts: [10_000, 20_000, 30_000, 40_000] }];
  expect(leftByGroup(leftRuns(runs.map((more) => withTokens({ ...straight, ...more }))))).toEqual([
    { group: 'a', runs: 3, stay: 1, compacted: 1, notCompacted: 0, growth: 1 },
  ]);
});

describe('the command', () => {
  // The first of five tasks, each of four calls, sends 20,000 tokens at its third one; the others grow by 300 a call.
  const log = join(temporaryDirectory(), 'log.jsonl');
  const lines = ['a', 'b', 'c', 'd', 'e'].flatMap((task) =>
    [1000, 1300, 1600, 1900].map((usual, i) => {
      const input_tokens = task === 'a' && i === 2 ? 20_000 : usual;
      return JSON.stringify({ model: 'gpt-4.1', task, input_tokens, output_tokens: 100 });
    }),
  );
  writeFileSync(log, `${lines.join('\n')}\n`);

  test('says of each run where it leaves the model, in JSON and CSV too', async () => {
    const { runs, groups } = JSON.parse((await runCli('backtest', log, '--calls', '--json')).stdout);
    expect(runs).toHaveLength(5);
    // Task a grows by 300 + 18,700 in three steps: 6,333.3 a call. The second prompt is 7,333.3 instead of 1,300.
    const of = (task: string) => runs.find(({ run }: { run: string }) => run === task);
    expect(of('a')).toMatchObject({ calls: 4, call: 2, recorded: 1300, why: 'growth' });
    expect(of('a').walked).toBeCloseTo(7333.333, 2);
    expect(of('b')).toMatchObject({ call: null, why: null });
    expect(groups).toEqual([expect.objectContaining({ runs: 5, stay: 4, growth: 1 })]);
    const [header, ...rows] = (await runCli('backtest', log, '--calls', '--csv')).stdout.split(/\r?\n/);
    expect(header).toBe('group,run,calls,inputPct,call,recorded,walked,why');
    expect(rows.filter((row) => /^[^,]*,a,4,.*,2,1300,/.test(row))).toHaveLength(1);
  });
});
