import { expect, test } from 'vitest';
import { notLinux } from '../support/system-packages.ts';
import { complaint, crowd, crowdKinds, crowdReport } from './crowd.ts';
import { caseOf, fuzz, report } from './fuzz.ts';

test('the same seed makes the same requests, another seed different ones', () => {
  expect(caseOf(1, 2).equals(caseOf(1, 2))).toBe(true);
  const few = (seed: number) => Array.from({ length: 20 }, (_, index) => caseOf(seed, index).toString('latin1')).join();
  expect(few(1)).not.toBe(few(2));
});

// The same requests in every run, on a fast machine no more of them; `npm run fuzz` sends others.
test('random and mutated requests get no answer outside the contract', async () => {
  const result = await fuzz({ seconds: 0, answers: 5000, seed: 304 });
  console.log(report(result));
  expect(result.violations, report(result)).toEqual([]);
  expect(result.answers).toBeGreaterThanOrEqual(5000);
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
    // A request may wait while other tests have the processors, but not be refused, reset or forgotten.
    const result = await crowd(kind, 12, 60_000);
    console.log(crowdReport(result));
    expect(complaint(result), crowdReport(result)).toBeNull();
  },
);
