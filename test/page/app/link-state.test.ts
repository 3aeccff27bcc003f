import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workflowFieldNames } from '../../../runtime/core/schemas/request-fields.ts';
import { fieldNames, links, linkTo, listFields, readLink } from '../../../runtime/site/cost/link-state.ts';
import { callLink } from '../../../runtime/site/tokens/token-state.ts';

/** Links that people may have kept. Never change an entry; only add new ones. */
const written: (Parameters<typeof linkTo>[0] & { link: string })[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'data/links.json'), 'utf8'),
);

test('a number stands in an address without what groups it, and a name as it was typed', () => {
  const first = { modelId: 'gpt-4.1', tasksPerMonth: '50,000', systemPromptTokens: '12 000', region: 'us,east' };
  expect(linkTo({ first, second: null, list: { budget: '2,000' } })).toBe(
    '#model=gpt-4.1&tasks=50000&system=12000&region=us%2Ceast&budget=2000',
  );
  expect(callLink({ model: 'gpt-4.1', input: '1,200,000' })).toBe('#model=gpt-4.1&input=1200000');
});

describe('a link', () => {
  test.each(written)('opens the same state as when it was written: $link', ({ link, first, second, ...rest }) => {
    expect(readLink(link)).toEqual({ first, second, list: {}, unknown: [], ...rest });
  });

  test.each(written)('is written the way it is read: $link', ({ link, first, second, ...rest }) => {
    expect(linkTo({ first, second, ...rest })).toBe(link);
  });

  test('has a name for every field of a request, and no name twice', () => {
    const names = Object.values(links[0] ?? {});
    expect(new Set(names).size).toBe(names.length);
    expect(fieldNames).toEqual(
      expect.arrayContaining(['presetId', 'modelId', 'host', 'fittedTo', ...workflowFieldNames]),
    );
    expect(fieldNames).toHaveLength(workflowFieldNames.length + 4);
  });

  test('keeps any text', () => {
    const typed = fc.dictionary(fc.constantFrom(...fieldNames), fc.string({ unit: 'grapheme' }), {
      noNullPrototype: true,
    });
    const settings = fc.dictionary(fc.constantFrom(...listFields), fc.string({ unit: 'grapheme' }), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(typed, fc.option(typed), settings, (first, second, list) => {
        const state = { first, second, list };
        expect(readLink(linkTo(state))).toEqual({ ...state, unknown: [] });
      }),
    );
  });

  test('lists the names that this page does not know', () => {
    expect(readLink('#model=gpt-5&colour=red&b.size=9')).toEqual({
      first: { modelId: 'gpt-5' },
      second: {},
      list: {},
      unknown: ['colour', 'b.size'],
    });
  });

  test('of an unknown version is read with the newest names', () => {
    expect(readLink('#v=99&model=gpt-5').first).toEqual({ modelId: 'gpt-5' });
    expect(readLink('#v=x&model=gpt-5').first).toEqual({ modelId: 'gpt-5' });
  });
});
