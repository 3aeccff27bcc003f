/** `explain` states no number that the model did not reach: what it cannot follow, it refuses. */
import { describe, expect, test, vi } from 'vitest';
import { explain } from '../../runtime/core/explain/explain.ts';
import { Ledger } from '../../runtime/core/explain/ledger.ts';
import type * as tokensModule from '../../runtime/core/model/tokens.ts';
import type { Steps } from '../../runtime/core/values/steps.ts';
import { madeUpCatalog } from '../support/core/made-up.ts';

const changed = vi.hoisted(() => ({ tokens: (tokens: tokensModule.TaskTokens): tokensModule.TaskTokens => tokens }));

// A formula that somebody changed without the step beside it.
vi.mock('../../runtime/core/model/tokens.ts', async (original) => {
  const real = await original<typeof tokensModule>();
  const tokensPerTask = (...asked: Parameters<typeof real.tokensPerTask>) =>
    changed.tokens(real.tokensPerTask(...asked));
  return { ...real, tokensPerTask };
});

describe('explain refuses an estimate', () => {
  const catalog = madeUpCatalog([{ input: 3, output: 15, cachedInput: 0.3 }]);
  const request = { ...{ modelCallsPerTask: 5, toolCallsPerTask: 4 }, outputTokensPerCall: 100, toolResultTokens: 50 };

  test.each<[string, (tokens: tokensModule.TaskTokens) => tokensModule.TaskTokens, string]>([
    ['whose input has another formula', (tokens) => ({ ...tokens, input: tokens.input + 100 }), 'input = round(IN'],
    ['whose prompts grow otherwise', (tokens) => ({ ...tokens, growth: tokens.growth + 1 }), 'ti = ci * B + g'],
    [
      'whose output has another formula',
      (tokens) => ({ ...tokens, outputPerCall: tokens.outputPerCall * 1.5 }),
      'same = min(O, g)',
    ],
    ['with searches that no step leads to', (tokens) => ({ ...tokens, searches: tokens.searches + 1 }), 'searches = '],
  ])('%s, and names the step', (_, change, step) => {
    changed.tokens = (tokens) => tokens;
    expect(explain(catalog, request)).toHaveProperty('sections');
    changed.tokens = change;
    expect(() => explain(catalog, request)).toThrow(step);
  });
});

describe('the ledger', () => {
  const ledger = () => {
    const made = Ledger.empty().section('Test');
    made.given('x', 0.1, 'a tenth', '', 'given');
    made.given('ti', [1, 2, 4], 'by task', '', 'given');
    return made;
  };

  test.each<[string, string, Parameters<Steps['step']>[2]]>([
    ['a value that differs in the last bit', 'x + 0.2', 0.3],
    ['a list for a number', 'x', [0.1]],
    ['a number for a list', 'ti', 1],
    ['a list with another item', 'ti * 2', [2, 4, 9]],
    ['a list with an item more', 'ti', [1, 2, 4, 8]],
    ['a symbol that was not recorded', 'y', 1],
  ])('refuses %s', (_, formula, value) => {
    expect(() => ledger().step('z', formula, value, 'a sum', '')).toThrow(formula);
  });

  test('accepts the value to the last bit, and prints the formula with its numbers', () => {
    const made = ledger();
    made.step('z', 'x + 0.2', 0.1 + 0.2, 'a sum', 'USD', '/costPerTask');
    expect(made.sections[0]?.steps.at(-1)).toEqual({
      symbol: 'z',
      what: 'a sum',
      formula: 'x + 0.2',
      numbers: '0.1 + 0.2',
      value: 0.1 + 0.2,
      unit: 'USD',
      from: null,
      field: '/costPerTask',
    });
  });

  test('records a run that only serves a comparison without details, and without fields of the answer', () => {
    const made = ledger();
    const run = made.comparison();
    run.detail('d', 'x', 0.1, 'a detail', '');
    run.step('z', 'x', 0.1, 'a value', '', '/costPerTask');
    expect(made.sections[0]?.steps.map(({ symbol, field }) => [symbol, field])).toEqual([
      ['x', null],
      ['ti', null],
      ['z', null],
    ]);
  });

  test('makes one list of the steps of every task', () => {
    const made = ledger();
    const rename = (symbol: string) => (symbol === 'z' ? 'zi' : symbol);
    made.each(3, rename, (task, steps) => steps.step('z', 'ti * 2e1', [20, 40, 80][task] as number, 'by task', ''));
    expect(made.sections[0]?.steps.at(-1)).toMatchObject({ symbol: 'zi', formula: 'ti * 2e1', value: [20, 40, 80] });
    const wrong = () => made.each(3, rename, (task, steps) => steps.step('z', 'ti * 3', task, 'by task', ''));
    expect(wrong).toThrow('zi = ti * 3');
  });
});
