import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Each run of the properties below takes a second of this clock. */
let seconds = 0;
beforeEach(() => {
  seconds = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => seconds * 1000);
});
afterEach(() => void vi.restoreAllMocks());

/** A number that is never small enough: it has another one behind it without end. */
class Endless extends fc.Arbitrary<number> {
  generate = () => new fc.Value(0, undefined);
  canShrinkWithoutContext = (_: unknown): _ is number => true;
  shrink = (value: number) => fc.stream([new fc.Value(value + 1, undefined)].values());
}

test('a property that fails looks 20 seconds for a smaller example, and then shows the last one found', () => {
  const property = fc.property(new Endless(), () => {
    if (++seconds > 1000) throw new Error('still shrinking');
    return false;
  });
  const { failed, numShrinks, counterexample } = fc.check(property);
  // Failed at second 1; the runs that end at seconds 2 to 22 began within 20 seconds of it.
  expect({ failed, numShrinks, counterexample }).toEqual({ failed: true, numShrinks: 21, counterexample: [21] });
});

test('so does one that waits', async () => {
  const property = fc.asyncProperty(new Endless(), async () => {
    if (++seconds > 1000) throw new Error('still shrinking');
    expect(await Promise.resolve(seconds)).toBe(0);
  });
  const { failed, numShrinks } = await fc.check(property);
  expect({ failed, numShrinks }).toEqual({ failed: true, numShrinks: 21 });
});

test('every property is tested with the same values each time', () => {
  const valuesOf = () => {
    const values: number[] = [];
    fc.check(fc.property(fc.nat(), (value) => void values.push(value)));
    return values;
  };
  expect(valuesOf()).toEqual(valuesOf());
});

test('one that holds takes all of its runs, however long they take', () => {
  const property = fc.property(fc.nat(), () => {
    seconds += 60;
  });
  expect(fc.check(property, { numRuns: 100 })).toMatchObject({ failed: false, interrupted: false, numRuns: 100 });
});
