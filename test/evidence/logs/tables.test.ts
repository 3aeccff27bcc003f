/** What is claimed of reports on logs, tried on the recorded sessions. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordedRate } from '../../../runtime/logs/report/unrecorded-output.ts';
import { groupBy, sumOf } from '../../../runtime/logs/statistics.ts';
import { catalog as frozen } from '../../support/core/catalog.ts';
import { shippedCatalog } from '../../support/core/shipped-data.ts';
import { cacheRows } from './cache-table.ts';
import { isHeld, outputRows } from './output-table.ts';
import { recordedSessions } from './recorded-sessions.ts';
import { cacheTable, halvesText, lifetimeTable, outputTable } from './tables.ts';

const sessions = recordedSessions();
/** Prices that stay, and what is recorded of cold caches. */
const catalog = { ...frozen, evidence: shippedCatalog().evidence };

test('docs/runs.md has the tables as npm run evidence:logs prints them', () => {
  const text = readFileSync('docs/runs.md', 'utf8');
  for (const table of [cacheTable(catalog, sessions), lifetimeTable(sessions), outputTable(catalog, sessions)]) {
    expect(text).toContain(table);
  }
});

test('of what was not read from the cache at most a fifth has no recorded cause', () => {
  const all = cacheRows(catalog, sessions).at(-1);
  expect((all?.pct.missed ?? 0) + (all?.pct.unknown ?? 0)).toBeLessThan(20);
});

test('hidden output is within a third by others, held nine times in ten, and within a tenth by own calls', () => {
  const rows = outputRows(catalog, sessions);
  const byOthers = rows.filter(({ calls, byOthers }) => calls >= 200 && byOthers !== null);
  expect(byOthers.length).toBeGreaterThan(2);
  for (const { byOthers: ratio } of byOthers) expect(Math.abs((ratio as number) - 1)).toBeLessThan(1 / 3);
  expect(byOthers.filter(({ isHeld }) => isHeld).length / byOthers.length).toBeGreaterThanOrEqual(0.9);
  for (const { byOwn } of rows) if (byOwn !== null) expect(Math.abs(byOwn - 1)).toBeLessThan(0.1);
});

test('what an owner used with an agent, all models together, is held each time', () => {
  const rows = outputRows(catalog, sessions).filter(({ byOthers }) => byOthers !== null);
  const totals = [...groupBy(rows, ({ owner, agent }) => `${owner} ${agent}`).values()].map(
    (some) => sumOf(some.map((row) => (row.byOthers as number) * row.output)) / sumOf(some.map(({ output }) => output)),
  );
  expect(totals).toHaveLength(5);
  expect(totals.filter(isHeld)).toHaveLength(5);
});

test('the interval is not narrower than that of nine owners in ten, from those of Claude Code', () => {
  const logs = outputRows(catalog, sessions)
    .filter(({ agent, family }) => agent === 'claude-code' && family === 'claude-opus')
    .map(({ perChar }) => Math.log(perChar));
  const mean = sumOf(logs) / logs.length;
  const deviation = Math.sqrt(sumOf(logs.map((one) => (one - mean) ** 2)) / (logs.length - 1));
  // Student's t for one more owner: 2.92 is its two-sided 90 % quantile at two degrees of freedom.
  expect(logs).toHaveLength(3);
  expect(Math.exp(2.92 * deviation * Math.sqrt(1 + 1 / 3))).toBeLessThan(recordedRate.factor);
});

test('the rate that is used without own calls is the median of the owners of Claude Code', () => {
  const sums = new Map<string, { calls: number; output: number; chars: number }>();
  for (const { owner, agent, calls } of sessions.filter(({ agent: one }) => one === 'claude-code')) {
    for (const { isFinal, output, visibleChars, thinkingChars } of calls) {
      if (isFinal !== true) continue;
      const sum = sums.get(owner) ?? { calls: 0, output: 0, chars: 0 };
      sums.set(owner, {
        calls: sum.calls + 1,
        output: sum.output + output,
        chars: sum.chars + visibleChars + thinkingChars,
      });
      expect(agent).toBe('claude-code');
    }
  }
  const rates = [...sums.values()].filter(({ calls }) => calls >= 20).map(({ output, chars }) => output / chars);
  expect(rates).toHaveLength(recordedRate.owners);
  expect([...rates].sort((a, b) => a - b)[1]).toBeCloseTo(recordedRate.perChar, 2);
});

test('the interval at one’s own rate holds random halves as often as docs/runs.md says', () => {
  const figures = /held (\d+ to \d+ of 100).* alone (\d+ to \d+ of 100)/.exec(halvesText(catalog, sessions));
  const document = readFileSync(new URL('../../../docs/runs.md', import.meta.url), 'utf8').replaceAll('\n', ' ');
  expect(document).toContain(
    `held ${figures?.[1]} of the other halves, by four groups of owner, agent and models (${figures?.[2]} without)`,
  );
  const least = Number(/^\d+/.exec(figures?.[1] ?? '')?.[0]);
  expect(least).toBeGreaterThanOrEqual(90);
});
