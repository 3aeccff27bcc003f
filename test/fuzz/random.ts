/** Random choices that are reproducible from a seed. */
import { type Random as AnyRandom, randomFrom } from '../../bench/random.ts';

export interface Random extends AnyRandom {
  /** A whole number from 0 up to `limit`, `limit` excluded. */
  below(limit: number): number;
  /** At most `most` results of `make`. */
  several<T>(most: number, make: () => T): T[];
  bytes(length: number): string;
}

/** The choices for one of the requests of a seed. */
export function randomAt(seed: number, index: number): Random {
  const random = randomFrom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  const below = (limit: number) => Math.floor(random.next() * limit);
  return {
    ...random,
    below,
    several: (most, make) => Array.from({ length: below(most + 1) }, make),
    bytes: (length) => String.fromCharCode(...Array.from({ length }, () => below(256))),
  };
}
