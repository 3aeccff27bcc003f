import { describe, expect, test } from 'vitest';
import { exponentOf, extrapolate, goals, isCalm, isReached, quotient, row } from '../../bench/results/goals.ts';
import { stepsBack } from '../../bench/results/report.ts';

describe('a quotient', () => {
  test('compares the cheapest rounds; its spread is over single rounds', () => {
    // Lowest 20 against lowest 10; rounds 30/10 = 3, 20/20 = 1, 40/16 = 2.5.
    expect(quotient([30, 20, 40], [10, 20, 16])).toEqual({ value: 2, spread: [1, 3] });
  });

  test('needs two series of the same length', () => {
    expect(() => quotient([1], [1, 2])).toThrow();
    expect(() => quotient([], [])).toThrow();
  });
});

test('a control is calm from 0.94 to 1.06', () => {
  expect([0.93, 0.94, 1, 1.06, 1.07].map(isCalm)).toEqual([false, true, true, true, false]);
});

describe('growth', () => {
  test('has the exponent of the power law it follows', () => {
    const square = [1, 2, 4, 8].map((x) => [x, 3 * x * x] as const);
    expect(exponentOf(square)).toBeCloseTo(2, 12);
    expect(exponentOf(square.map(([x]) => [x, 7] as const))).toBeCloseTo(0, 12);
  });

  test('is extrapolated from the last step: a square as a square, a fixed cost plus a line as a line', () => {
    // 100 at 1,000 and 400 at 2,000 is a square: 50 times the models cost 2,500 times as much.
    const square = [
      [500, 90],
      [1000, 100],
      [2000, 400],
    ] as const;
    expect(extrapolate(square, 100_000)).toBeCloseTo(400 * 2500, 3);
    // 100 and 0.02 for each model: 100 + 0.02 * 100,000.
    const line = [
      [1000, 120],
      [2000, 140],
    ] as const;
    expect(extrapolate(line, 100_000)).toBeCloseTo(2100, 9);
    expect(extrapolate([[1000, 7]], 100_000)).toBeNaN();
  });
});

describe('a row', () => {
  const measured = { value: 0.96, spread: [0.9, 1] as [number, number] };

  test('reaches its goal at the goal or better, in the direction of the goal', () => {
    expect(isReached(goals.get, 0.95)).toBe(true);
    expect(isReached(goals.get, 0.949)).toBe(false);
    expect(isReached(goals.start, 1.25)).toBe(true);
    expect(isReached(goals.start, 1.26)).toBe(false);
    expect(isReached(goals.nginx, 0)).toBeNull();
  });

  test('is void if the control was outside its band, however good the figure', () => {
    expect(row('get', measured, 1.01, '')).toMatchObject({ reached: true, void: false });
    expect(row('get', measured, 1.07, '')).toMatchObject({ reached: null, void: true });
    expect(row('get', measured, null, '')).toMatchObject({ reached: true, void: false });
  });
});

describe('a step back', () => {
  const earlier = `| work | against | ratio | spread | goal | reached | A/A |
|---|---|---|---|---|---|---|
| ${goals.logsCpu.work} | ${goals.logsCpu.against} | 1.00 | 0.90..1.10 | <= 1.00 | yes |  |
| ${goals.get.work} | ${goals.get.against} | 1.00 | 0.90..1.10 | >= 0.95 | yes | 1.000 |
| ${goals.start.work} | ${goals.start.against} | 1.00 | 0.90..1.10 | <= 1.25 | void | 1.200 |
`;
  const at = (id: 'logsCpu' | 'get' | 'start' | 'sirv', value: number, control: number | null = null) =>
    row(id, { value, spread: [value, value] }, control, '');

  test('is a ratio that is more than a tenth worse, upwards for costs and downwards for speeds', () => {
    expect(stepsBack([at('logsCpu', 1.1), at('get', 0.9)], earlier)).toEqual([]);
    expect(stepsBack([at('logsCpu', 0.5), at('get', 2)], earlier)).toEqual([]);
    expect(stepsBack([at('logsCpu', 1.12)], earlier)).toHaveLength(1);
    expect(stepsBack([at('get', 0.88)], earlier)).toHaveLength(1);
  });

  test('is none where a row was or is void, has no goal, or was not measured before', () => {
    expect(stepsBack([at('start', 9), at('get', 0.1, 2), at('sirv', 0.01)], earlier)).toEqual([]);
    expect(stepsBack([at('logsCpu', 9)], '')).toEqual([]);
  });
});
