/** The preset of research compared with dollars of whole research tasks, and what its evidence says of them. */
import { expect, test } from 'vitest';
import { median } from '../../runtime/core/values/median.ts';
import { numberIn } from '../../runtime/logs/calibrate/recorded-runs.ts';
import { catalog } from '../support/core/catalog.ts';
import { estimate } from '../support/core/made-up.ts';
import { shippedFiles } from '../support/core/shipped-data.ts';
import { readRows } from './read-evidence.ts';

const research = readRows('agent-boards.csv')
  .map((row) => ({
    benchmark: row.benchmark,
    model: row.model ?? '',
    solved: numberIn(row, 'solvedShare'),
    steps: numberIn(row, 'steps'),
    usd: numberIn(row, 'usd'),
    errorPct: numberIn(row, 'errorPct'),
  }))
  // Two configurations of which a third ended in an error say little.
  .filter(({ benchmark, errorPct }) => benchmark === 'browsecompplus' && errorPct < 5);

const range = (values: number[]) => [Math.min(...values), median(values), Math.max(...values)];

test('the evidence of the preset research has the numbers of the recorded configurations', () => {
  expect(research).toHaveLength(18);
  const presets = shippedFiles.find(({ path }) => path === 'data/presets.json')?.text ?? '';
  const [least, middle, most] = range(research.map(({ usd }) => usd)).map((usd) => usd.toFixed(2));
  expect(presets).toContain(
    `18 configurations of four agents on five models, 51 to 100 tasks each: ${least} to ${most} dollars a task, ${middle} in the middle`,
  );
  const [fewest, usual, largest] = range(research.map(({ steps }) => steps)).map(Math.round);
  expect(presets).toContain(`${fewest} to ${largest} steps, ${usual} in the middle`);
  const solved = research.map((one) => Math.round(100 * one.solved));
  expect(presets).toContain(`${Math.min(...solved)} to ${Math.max(...solved)} per cent solved`);
});

test('the preset research costs 0.30 to 4.0 times what was recorded, as docs/cost-model.md says', () => {
  const factors = ['claude-opus-4-5', 'gpt-5.2', 'kimi-k2.5'].flatMap((modelId) => {
    // The recorded dollars of Claude are those of calls without a cache; the others cache by themselves.
    const { costPerTask } = estimate(catalog, { presetId: 'research', modelId, promptCaching: false });
    return research.filter(({ model }) => model === modelId).map(({ usd }) => costPerTask / usd);
  });
  expect(factors).toHaveLength(11);
  const [least = 0, middle = 0, most = 0] = range(factors);
  expect([least.toFixed(2), middle.toFixed(2), most.toFixed(1)]).toEqual(['0.30', '0.90', '4.0']);
});
