/** What calls use, in one price band and in all. */
import type { Takes } from './leg.ts';

/** What calls in one price band use, in tokens but for the calls; before a model's hit efficiency. */
export class Used {
  /** Without those that compact the transcript; these are counted by `compactions`. */
  calls = 0;
  compactions = 0;
  /** Tokens of all prompts, those of calls that compact included. */
  prompts = 0;
  /** Of them, those of prompts shorter than the shortest prefix that is cached. */
  short = 0;
  /** What the calls find in the cache: the prompt before, or what was kept for the first of a leg. */
  held = 0;
  /** The part of it that was kept for first calls. */
  kept = 0;
  /** Calls that follow one whose prompt is in the cache, and what that one answered. */
  following = 0;
  answered = 0;
  output = 0;

  /** Makes it nothing again. */
  clear(): void {
    this.calls = 0;
    this.compactions = 0;
    this.prompts = 0;
    this.short = 0;
    this.held = 0;
    this.kept = 0;
    this.following = 0;
    this.answered = 0;
    this.output = 0;
  }

  add(other: Used, times: number): void {
    this.calls += times * other.calls;
    this.compactions += times * other.compactions;
    this.prompts += times * other.prompts;
    this.short += times * other.short;
    this.held += times * other.held;
    this.kept += times * other.kept;
    this.following += times * other.following;
    this.answered += times * other.answered;
    this.output += times * other.output;
  }
}

/** What price bands have together. */
export function acrossBands(bands: readonly Used[], name: Exclude<keyof Used, 'add' | 'clear'>): number {
  let sum = 0;
  for (const band of bands) sum += band[name];
  return sum;
}

/** Nothing yet, in each price band. */
export function noneUsed({ thresholds }: Pick<Takes, 'thresholds'>): Used[] {
  const bands = [new Used()];
  while (bands.length <= thresholds.length) bands.push(new Used());
  return bands;
}
