/** What single functions of the model give where a bound decides. */
import { expect, test } from 'vitest';
import { wasteByCause } from '../../../runtime/core/model/waste.ts';
import { faults } from '../../../runtime/core/schemas/answer-words.ts';

test('faults waste together no more than all of them add', () => {
  // The first fault adds 5, all together 2: later ones made the task cheaper.
  const runs = [10, 15, ...faults.slice(1).map(() => 12)];
  const wasted = wasteByCause(runs, 0, 0, 0).slice(0, faults.length);
  expect(wasted[0]).toBe(2);
  expect(wasted.reduce((sum, usd) => sum + usd, 0)).toBe(2);
});
