/**
 * How V8's young generation grows. A module of its own, loaded after the start: once a flag is set, V8 refuses what Node
 * keeps of its own modules compiled, and compiles each that is loaded from then on.
 */
import { setFlagsFromString } from 'node:v8';

let isSmall = false;

/**
 * Keeps V8's young generation as small as it starts: the check just after the start, and the files that are kept, would let
 * it grow for good to three times 16 MB, in which nothing but garbage is. A server that was asked for every URL has 88 MB
 * so, and 122 without.
 */
export function keepYoungSmall(): void {
  isSmall = true;
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Answers that are computed make more garbage: from the first of them on it may grow as V8 has it. */
export function letYoungGrow(): void {
  if (!isSmall) return;
  isSmall = false;
  setFlagsFromString('--semi-space-growth-factor=2');
}
