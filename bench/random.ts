/** A seeded generator: the same seed gives the same data on every machine. */

export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number;
  /** true with this probability. */
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** Between `from` and `to`, evenly on a logarithmic scale, as prices and sizes are. */
  spread(from: number, to: number): number;
}

/** Mulberry32: 32-bit integer steps only, so that every engine agrees. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick: <T>(values: readonly T[]) => values[whole(0, values.length - 1)] as T,
    spread: (from, to) => from * (to / from) ** next(),
  };
}

/** `value` rounded to `count` significant digits, as prices are written. */
export const digits = (value: number, count: number): number => Number(value.toPrecision(count));
