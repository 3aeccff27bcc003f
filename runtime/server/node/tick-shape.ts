/** Keeps `process.nextTick` fast, which node:http calls several times for each request. */
import { executionAsyncResource } from 'node:async_hooks';

const kept: object[] = [];

/**
 * Keeps one of the objects that Node makes for each tick. V8 holds what it has learned of their shape by weak
 * references: a garbage collection that finds none of them alive makes it forget, and from then on the properties of
 * every such object are added one by one in V8's runtime, which is several times slower. The check of all files just
 * after the start makes such a collection likely.
 */
export function keepTickShape(): void {
  process.nextTick(() => kept.push(executionAsyncResource()));
}
