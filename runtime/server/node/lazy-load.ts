/**
 * Code that the first answer does not need: loaded soon after the start and kept. Nothing is loaded later, when
 * descriptors may have run out or another build may have replaced this one.
 */
import type * as LateParts from './lazy-parts.ts';

let loading: Promise<typeof LateParts> | undefined;

/** Rejects when a file of the program is missing or cannot be read. */
export function lateParts(): Promise<typeof LateParts> {
  loading ??= import('./lazy-parts.ts').then((parts) => {
    loaded = parts;
    return parts;
  });
  return loading;
}

/** The same without waiting: undefined until they are loaded. */
export let loaded: typeof LateParts | undefined;
