import { expect, test } from 'vitest';
import { notLinux } from '../support/system-packages.ts';
import { complaint, crowd, crowdKinds, crowdReport } from './crowd.ts';
import { caseOf, fuzz, report } from './fuzz.ts';

test('the same seed makes the same requests, another seed different ones', () => {
  expect(caseOf(1, 2).equals(caseOf(1, 2))).toBe(true);
  const few = (seed: number) => Array.from({ length: 20 }, (_, index) => caseOf(seed, index).toString('latin1')).join();
  expect(few(1)).not.toBe(few(2));
});

test('random and mutated requests get no answer outside the contract', async () => {
  const result = await fuzz({ seconds: 8, answers: 1500, seed: Date.now() % 1_000_000_000 });
  console.log(report(result));
  expect(result.violations, report(result)).toEqual([]);
  expect(result.answers).toBeGreaterThanOrEqual(1500);
  expect(Object.keys(result.statuses)).toEqual(
    expect.arrayContaining(['200', '304', '308', '400', '404', '405', '415']),
  );
  // The heap is limited, and a leak would have ended the server; this checks memory outside the heap.
  expect(result.memory.after).toBeLessThan(3 * result.memory.before);
  expect(result.descriptors.after - result.descriptors.before).toBeLessThan(10);
});

test.skipIf(notLinux !== null).each(crowdKinds)(
  `ten addresses that dribble %s on 500 connections each shut nobody out ${notLinux ?? ''}`,
  async (kind) => {
    const result = await crowd(kind, 12);
    console.log(crowdReport(result));
    // How quick the answers are says something of a quiet machine only: `npm run fuzz` looks at it.
    expect(complaint(result, Number.POSITIVE_INFINITY), crowdReport(result)).toBeNull();
  },
);
