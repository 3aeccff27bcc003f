/** The page at / on paper and on a small screen: what its sheet and its marks promise. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { rawModels } from '../support/core/raw-data.ts';
import { testDist } from '../support/dist.ts';

const page = parse(readFileSync(join(testDist, 'public/index.html'), 'utf8'));
const table = page.querySelector('[aria-label="Models and prices"] table');

test('every cell of the prices names its column, for a screen too narrow for a header', () => {
  const header = table?.querySelectorAll('thead th').map(({ text }) => text) ?? [];
  expect(header).toEqual(expect.arrayContaining(['Input', 'Output', 'Cached']));
  const rows = table?.querySelectorAll('tbody tr') ?? [];
  expect(rows).toHaveLength(rawModels.length);
  for (const row of rows) {
    const labels = row.querySelectorAll('td').map((cell) => cell.getAttribute('data-label'));
    expect(labels).toEqual(header.slice(1));
  }
});

test('on paper and on a small screen no column is cut off', () => {
  const sheet = page.querySelector('style')?.text ?? '';
  expect(/^th, td \{.*\}$/m.exec(sheet)?.[0]).not.toContain('nowrap');
  expect(/@media print \{[\s\S]*?\n\}/.exec(sheet)?.[0]).toMatch(/\.scroll, pre \{ overflow: visible;/);
  expect(/@media screen and \(max-width: 60rem\) \{[\s\S]*?\n\}/.exec(sheet)?.[0]).toContain('attr(data-label)');
});
