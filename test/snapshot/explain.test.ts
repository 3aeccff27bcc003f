/** The tables of `explain` add up, digit by digit, to the answer. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Explanation, Section } from '../../runtime/core/answers/schemas/explanation-schema.ts';
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { explain } from '../../runtime/core/explain/explain.ts';
import { ApiError } from '../../runtime/core/schemas/api-error.ts';
import type { EstimateRequest } from '../../runtime/core/schemas/estimate-request-schema.ts';
import { catalog } from '../support/core/catalog.ts';
import { estimate } from '../support/core/made-up.ts';
import { estimateRequests } from '../support/core/random-requests.ts';
import { runCli } from '../support/run.ts';

function explained(from: Catalog, request: EstimateRequest): Explanation {
  const explanation = explain(from, request);
  if (explanation instanceof ApiError) throw new Error(explanation.message);
  return explanation;
}

const sectionOf = ({ sections }: Explanation, title: string): Section =>
  sections.find((section) => section.title.startsWith(title)) as Section;

/** Billionths, exactly: cells have at most nine decimals. */
function billionths(cell: unknown): bigint {
  // The digits that are printed; more of them would be those of the double.
  const printed = Math.abs(cell as number) < 1 ? (cell as number).toFixed(9) : String(cell);
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(printed) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(9, '0')}`);
}

/** Where digits are told apart, numbers have so many that a double holds all of them. */
const exact = (section: Section) =>
  section.rows.every((row) => row.every((cell) => typeof cell !== 'number' || cell < 1e6));

function expectAddsUp(section: Section): void {
  section.columns.forEach(({ adds, name }, column) => {
    if (!adds) return;
    const sum = section.rows.reduce((sum, row) => sum + billionths(row[column]), 0n);
    expect([name, sum]).toEqual([name, billionths(section.total?.[column])]);
  });
}

const cellOf = (section: Section, row: string) => section.rows.find(([name]) => name === row)?.[1];

function expectFollows(explanation: Explanation): void {
  for (const section of explanation.sections) if (exact(section)) expectAddsUp(section);
  const { estimate: answer } = explanation;
  const cost = sectionOf(explanation, 'From the mean run');
  expect(cellOf(cost, 'cost per task')).toBe(answer.costPerTask);
  expect(cellOf(cost, 'monthly spend')).toBe(answer.monthlySpend);
  if (answer.costPerTask < 1e6) {
    const parts = ['fresh input', 'input read from the cache', 'output', 'tools'].map(
      (part) => cellOf(cost, part) ?? 0,
    );
    expect(parts.reduce((sum, part) => sum + billionths(part), 0n)).toBe(billionths(answer.costPerTask));
    const waste = sectionOf(explanation, 'Waste');
    const causes = answer.waste.causes.reduce((sum, { costPerTask }) => sum + billionths(costPerTask), 0n);
    expect(causes).toBe(billionths(cellOf(waste, 'waste')));
  }
}

describe('explain', () => {
  test('leads to the estimates of every preset, on every model', () => {
    for (const { id: modelId } of catalog.models) {
      const { id: presetId } = catalog.presets[modelId.length % catalog.presets.length] as (typeof catalog.presets)[0];
      const explanation = explained(catalog, { presetId, modelId });
      expect(explanation.estimate).toEqual(estimate(catalog, { presetId, modelId }));
      expectFollows(explanation);
    }
  });

  test('leads to the estimate of any request, extremes included', () => {
    fc.assert(
      fc.property(estimateRequests, (request) => {
        // Of a task of a million calls the rows are not read.
        const short = { ...request, modelCallsPerTask: 30, callDispersion: 0.4, handoffs: 0, toolCallsPerTask: 20 };
        expectFollows(explained(catalog, { ...short, timeoutLoopsPerTask: 1 }));
      }),
      { numRuns: 200 },
    );
  });

  test('shows the calls of a task of its table, and that table leads to the mean run', () => {
    const explanation = explained(catalog, { presetId: 'session' });
    const [calls, tasks] = [sectionOf(explanation, 'The calls'), sectionOf(explanation, 'The tasks')];
    const [, prompts, , , read, , output, usd] = calls.total as number[];
    expect(calls.note).toContain('Task 8 ');
    const [, share, , ...eighth] = tasks.rows[7] as number[];
    expect(share).toBe(6.25);
    expect(eighth.slice(0, 4)).toEqual([prompts, read, output, usd]);
    const { freshInput, cachedInput, output: written } = explanation.estimate.costBreakdown;
    const retries = explanation.estimate.assumptions.retryMultiplier ?? 1;
    expect((tasks.total?.at(-1) as number) * retries).toBeCloseTo(freshInput + cachedInput + written, 8);
  });

  test('states where every input and price is from', () => {
    const explanation = explained(catalog, { presetId: 'coding', retryRatePct: 5 });
    const inputs = sectionOf(explanation, 'What counts');
    const from = (field: string) => inputs.rows.find(([name]) => name === field)?.[3];
    expect(from('retryRatePct')).toBe('the request');
    expect(from('modelCallsPerTask')).toBe('preset coding, measured');
    expect(from('tasksPerMonth')).toBe('preset coding, assumed');
    expect(sectionOf(explanation, 'Prices of').rows[0]?.[2]).toMatch(/^list price, seen (at|in) .*2026-\d\d-\d\d/);
    expect(explanation.price.sources.length).toBeGreaterThan(2);
    expect(explanation).toMatchObject({ pricesAsOf: catalog.asOf, datasetVersion: catalog.version });
  });

  test('is plain JSON, and refuses the same requests as an estimate', () => {
    const explanation = explained(catalog, {});
    expect(JSON.parse(JSON.stringify(explanation))).toEqual(explanation);
    expect(explain(catalog, { modelId: 'nope' })).toBeInstanceOf(ApiError);
  });

  test.each([
    ['coding', 120],
    ['support', 120],
    ['research', 120],
    ['rag', 120],
    ['voice', 120],
    ['session', 160],
  ])('of %s is at most %d lines, and with --all every call', async (preset, most) => {
    const { stdout } = await runCli('explain', preset);
    const all = await runCli('explain', preset, '--all');
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(most);
    expect(all.stdout.length).toBeGreaterThanOrEqual(stdout.length);
    // What is folded keeps its sum: the totals are the same.
    const totals = (text: string) => text.match(/^ *together .*$/gm);
    expect(totals(stdout)?.map((line) => line.replace(/\s+/g, ' '))).toEqual(
      totals(all.stdout)?.map((line) => line.replace(/\s+/g, ' ')),
    );
  });
});
