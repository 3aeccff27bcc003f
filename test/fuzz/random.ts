/** Random choices that are reproducible from a seed. */
import { randomFrom } from '../../bench/random.ts';

export class Random {
  /** From 0 up to 1, 1 excluded. */
  readonly next: () => number;

  constructor(seed: number, index: number) {
    this.next = randomFrom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)).next;
  }

  /** A whole number from 0 up to `limit`, `limit` excluded. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  /** At most `most` results of `make`. */
  several<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }

  bytes(length: number): string {
    return String.fromCharCode(...Array.from({ length }, () => this.below(256)));
  }
}
