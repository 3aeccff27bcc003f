/** Documents repeat figures of bench/RESULTS.md: when the benchmark was run again, they must be those of the new run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-root.ts';

const textOf = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');
const results = textOf('bench/RESULTS.md');

/** Microseconds of our answer to some work. */
const measured = (work: string): number =>
  Number(new RegExp(`^- ${work}: .*ours ([\\d.]+) us`, 'm').exec(results)?.[1]);

test('docs/scale.md states what a request costs', () => {
  const [, section = ''] = textOf('docs/scale.md').split('## What an origin can do');
  const stated = (what: string): number[] =>
    (new RegExp(`^\\| ${what} \\| ([^|]+)`, 'm').exec(section)?.[1]?.match(/\d+/g) ?? []).map(Number);
  const [least = Number.NaN, most = Number.NaN] = stated('GET');
  expect(measured('GET 200, 1.5 KB')).toBeGreaterThan(least);
  expect(measured('GET 200, 1.5 KB')).toBeLessThan(most);
  for (const [what, work] of [
    ['POST, one model', 'POST estimate, 300 bodies'],
    ['POST, all models ranked', 'POST compare, all shipped models'],
  ] as const) {
    expect(Math.abs(measured(work) / (stated(what)[0] as number) - 1), what).toBeLessThan(0.15);
  }
});

test('docs/performance.md names the goals that were missed, each with its ratio', () => {
  const [, section = ''] = textOf('docs/performance.md').split('## Goals not reached, and why');
  const rows = results.match(/^\| .* \| (yes|NO|void) \|.*$/gm) ?? [];
  const missed = rows.map((row) => row.split(' | ')).filter((cells) => cells[5] === 'NO');
  expect(missed.length).toBeGreaterThan(0);
  for (const [work = '', , ratio = ''] of missed) {
    expect(section, `${work} is at ${ratio}`).toContain(String(Number(ratio)));
  }
});
