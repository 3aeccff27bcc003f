import { parseArgs } from 'node:util';
import { expect, test } from 'vitest';
import { buildFlags, isWrongUse, WrongUse } from '../../build/build-options.ts';

const thrownBy = (act: () => unknown): Error => {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error('Nothing was thrown.');
};

test('an option that does not exist, or lacks its value, is wrong use; a fault of the program is not', () => {
  expect(isWrongUse(thrownBy(() => parseArgs({ args: ['--asof'], options: buildFlags })))).toBe(true);
  expect(isWrongUse(thrownBy(() => parseArgs({ args: ['--out'], options: buildFlags })))).toBe(true);
  expect(isWrongUse(new WrongUse('--as-of: "today" is not a day.'))).toBe(true);
  const fault = thrownBy(() => (undefined as unknown as string).length);
  expect(fault).toBeInstanceOf(TypeError);
  expect(isWrongUse(fault)).toBe(false);
});
