/** Recomputes the numbers of docs/cost-model.md, docs/routes.md and docs/evidence.md; test/evidence/figures.test.ts has its table. */

import { describe, expect, test } from 'vitest';
import { resolveRequest } from '../../runtime/core/answers/resolved-request.ts';
import { explain } from '../../runtime/core/explain/explain.ts';
import { callSpreads, spreadCalls } from '../../runtime/core/model/spread.ts';
import { ApiError } from '../../runtime/core/schemas/api-error.ts';
import type { EstimateRequest } from '../../runtime/core/schemas/estimate-request-schema.ts';
import { groupBy } from '../../runtime/logs/statistics.ts';
import { questionsOf } from '../evidence/certainty.ts';
import { dispersion } from '../evidence/group-means.ts';
import { readRows } from '../evidence/read-evidence.ts';
import { wholeSessions } from '../evidence/sessions.ts';
import { estimate, type MadeUpModel, madeUpCatalog } from '../support/core/made-up.ts';
import { shippedCatalog } from '../support/core/shipped-data.ts';
import { blocksOf, textOf } from './documents.ts';

/** + - * / ( ) min max floor sqrt mean, by recursive descent. */
function resultOf(formula: string, symbols: ReadonlyMap<string, number>): number {
  const tokens = formula.match(/\d+(?:\.\d+)?|[A-Za-z]\w*|[-+*/(),]/g) ?? [];
  if (tokens.join('') !== formula.replace(/\s/g, '')) throw new Error(`not a formula: ${formula}`);
  let at = 0;
  const sum = (): number => {
    let value = product();
    while (tokens[at] === '+' || tokens[at] === '-') value += tokens[at++] === '+' ? product() : -product();
    return value;
  };
  const product = (): number => {
    let value = factor();
    while (tokens[at] === '*' || tokens[at] === '/') value *= tokens[at++] === '*' ? factor() : 1 / factor();
    return value;
  };
  const list = (): number[] => {
    const values = [sum()];
    while (tokens[at] === ',') {
      at++;
      values.push(sum());
    }
    at++;
    return values;
  };
  const factor = (): number => {
    const token = tokens[at++] as string;
    if (token === '-') return -factor();
    if (token === '(') return list()[0] as number;
    if (/^\d/.test(token)) return Number(token);
    if (tokens[at] !== '(') {
      const value = symbols.get(token);
      if (value === undefined) throw new Error(`unknown: ${token} in ${formula}`);
      return value;
    }
    at++;
    const given = list();
    if (token === 'mean') return given.reduce((a, b) => a + b, 0) / given.length;
    return Math[token as 'min' | 'max' | 'floor' | 'sqrt'](...(given as [number]));
  };
  const value = sum();
  if (at !== tokens.length) throw new Error(`not a formula: ${formula}`);
  return value;
}

interface Worked {
  line: string;
  /** As its formula gives it. */
  value: number;
  /** As the document prints it. */
  printed: string;
}

/** Every symbol of a document with its value. */
function workedLines(document: string): Map<string, Worked> {
  const symbols = new Map<string, number>();
  const worked = new Map<string, Worked>();
  for (const { language, text } of blocksOf(document)) {
    if (language !== 'text') continue;
    for (const line of text.split('\n')) {
      const [symbol = '', formula = '', printed = formula] = line.split(' = ');
      const value = resultOf(formula, symbols);
      symbols.set(symbol, value);
      worked.set(symbol, { line, value, printed });
    }
  }
  return worked;
}

const evidence = 'docs/evidence.md';
const worked = workedLines('docs/cost-model.md');
const routes = workedLines('docs/routes.md');
const of = (from: typeof worked, symbol: string): number => from.get(symbol)?.value as number;

test.each([...worked.values(), ...routes.values()].map((one) => [one.line, one] as const))(
  '%s',
  (_, { value, printed }) => {
    const decimals = printed.split('.')[1]?.length ?? 0;
    expect(Math.abs(value - Number(printed))).toBeLessThan(0.5001 * 10 ** -decimals + 1e-12);
  },
);

describe('the worked task', () => {
  const price = { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 };
  const twice = { above: 12_000, input: 6, output: 22.5, cachedInput: 0.6, cacheWrite: 7.5 };
  const model: MadeUpModel = { ...price, longContext: [twice], hitEfficiency: 0.99, minPrefixTokens: 1024 };
  const request: EstimateRequest = {
    ...{ modelCallsPerTask: 8, toolCallsPerTask: 8, timeoutLoopsPerTask: 0.5, callDispersion: 0 },
    ...{ systemPromptTokens: 3000, toolSchemaTokens: 2000, retrievedContextTokens: 1000 },
    ...{ outputTokensPerCall: 400, userTokensPerCall: 100, toolResultTokens: 1000, promptCaching: true },
    ...{ compactAtTokens: 14_000, compactedToTokens: 8000, retryRatePct: 10, taskFailureRatePct: 20 },
  };
  const rows = (textOf('docs/cost-model.md').match(/^\| (?:\d|together).*\|$/gm) ?? []).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const numbers = rows.map(([, ...cells]) => cells.map(Number));

  test('has rows that a person can work out: each prompt from the one before, each price from its parts', () => {
    let usd = 0;
    for (const [i, [prompt = 0, found = 0, read = 0, written = 0, output = 0, dollars = 0]] of numbers
      .slice(0, -1)
      .entries()) {
      // The last row is half of a call.
      const isLong = prompt / (i === 10 ? 0.5 : 1) > 12_000;
      expect(read).toBeCloseTo(0.99 * found, 9);
      expect(written).toBeCloseTo(prompt - read, 9);
      const ofPrompt = (read * 0.3 + written * 3.75) * (isLong ? 2 : 1);
      expect(dollars).toBeCloseTo((ofPrompt + output * (isLong ? 22.5 : 15)) / 1e6, 9);
      usd += dollars;
    }
    numbers[0]?.forEach((_, column) => {
      const sum = numbers.slice(0, -1).reduce((sum, row) => sum + (row[column] as number), 0);
      expect(numbers.at(-1)?.[column]).toBeCloseTo(sum, 9);
    });
    expect(usd).toBeCloseTo(0.27517875, 9);
  });

  test('is that of the program: its calls, its cost and its waste', () => {
    const made = madeUpCatalog([model]);
    const explanation = explain(made, request);
    if (explanation instanceof ApiError) throw explanation;
    const calls = explanation.sections.find(({ title }) => title.startsWith('The calls'));
    // Plain input, which the document leaves out, is 0 throughout.
    const shown = [...(calls?.rows ?? []), calls?.total ?? []].map(([name, prompt, found, plain, ...rest]) => {
      expect(plain).toBe(0);
      return [name, prompt, found, ...rest];
    });
    expect(shown).toEqual(rows.map(([name], i) => [name, ...(numbers[i] as number[])]));
    const got = estimate(made, request);
    expect(got.costPerTask).toBeCloseTo(of(worked, 'cost'), 9);
    expect(got.costPerSuccessfulTask).toBeCloseTo(of(worked, 'success'), 8);
    expect(got.waste.costPerTask).toBeCloseTo(of(worked, 'waste'), 8);
    expect(got.context.peakTokens).toBe(13_500);
  });

  test('has tasks that differ as those of the program', () => {
    const lists = ['zc', 'zs', 'zt'].map((name) =>
      /mean\((.*)\)/
        .exec(worked.get(name)?.line ?? '')?.[1]
        ?.split(', ')
        .map(Number),
    );
    expect(lists).toEqual([callSpreads.coding.z, callSpreads.session.z, callSpreads.support.z]);
    const { calls } = spreadCalls(40, 0.48, callSpreads.coding);
    expect([calls[0], calls.at(-1)]).toEqual([
      expect.closeTo(of(worked, 'n1'), 9),
      expect.closeTo(of(worked, 'n16'), 9),
    ]);
    const wide = spreadCalls(40, 4, callSpreads.coding);
    expect(wide.calls.at(-1)).toBeCloseTo(of(worked, 'n17'), 3);
    expect(wide.rare).toBeCloseTo(of(worked, 'p'), 6);
  });
});

test('the sentences that were read are those of as many answers as there are, and none may be too certain', () => {
  const [, printed = '', goal] =
    /^\| sentences more certain than their evidence.*\| 0 of ([\d,]+) \| (\d+) \|$/m.exec(textOf(evidence)) ?? [];
  const shipped = shippedCatalog();
  const answered = questionsOf(shipped).filter((one) => !(resolveRequest(shipped, one) instanceof ApiError)).length;
  expect(goal).toBe('0');
  // A new model has more answers, and the table is of its day.
  expect(answered / Number(printed.replace(',', ''))).toBeGreaterThan(0.95);
  expect(answered / Number(printed.replace(',', ''))).toBeLessThan(1.2);
});

test('what is recorded above the spread that is met is what the document says', () => {
  const [, over, all, most] =
    /(\d+) of (\d+) models on Terminal-Bench 2\s+have more than 2, up to ([\d.]+)/.exec(textOf(evidence)) ?? [];
  const recorded = readRows('calls-spread.csv').map(({ dispersion }) => Number(dispersion));
  expect(recorded.filter((one) => one > 2)).toHaveLength(Number(over));
  expect(recorded).toHaveLength(Number(all));
  expect(Math.max(...recorded)).toBeCloseTo(Number(most), 1);

  const [, low, high, together] =
    /have ([\d.]+) to ([\d.]+) by owner and ([\d.]+)\s+over all/.exec(textOf(evidence)) ?? [];
  const sessions = wholeSessions().map(({ owner, calls }) => ({ owner, calls: calls.length }));
  const byOwner = [...groupBy(sessions, ({ owner }) => owner).values()].filter((own) => own.length >= 10);
  const each = byOwner.map(dispersion);
  expect(Math.min(...each)).toBeCloseTo(Number(low), 1);
  expect(Math.max(...each)).toBeCloseTo(Number(high), 1);
  expect(dispersion(sessions)).toBeCloseTo(Number(together), 1);
});
