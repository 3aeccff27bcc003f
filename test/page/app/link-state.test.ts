import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workflowFieldNames } from '../../../runtime/core/schemas/request-fields.ts';
import { fieldNames, links, linkTo, listFields, readLink } from '../../../runtime/site/cost/link-state.ts';
import { callLink } from '../../../runtime/site/tokens/token-state.ts';

/** Links that people may have kept. Never change an entry; only add new ones. */
const written = [
  {
    link: '#workflow=support&model=gpt-4.1-mini&tasks=50000',
    first: { presetId: 'support', modelId: 'gpt-4.1-mini', tasksPerMonth: '50000' },
    second: null,
  },
  {
    link: '#model=claude-haiku-4-5&host=bedrock&calls=25&effort=low&toolcalls=20&handoffs=1&system=3000&tools=1000&context=0&output=300&result=200',
    first: {
      modelId: 'claude-haiku-4-5',
      host: 'bedrock',
      modelCallsPerTask: '25',
      reasoningEffort: 'low',
      toolCallsPerTask: '20',
      handoffs: '1',
      systemPromptTokens: '3000',
      toolSchemaTokens: '1000',
      retrievedContextTokens: '0',
      outputTokensPerCall: '300',
      toolResultTokens: '200',
    },
    second: null,
  },
  {
    link: '#retries=5&loops=1&invalid=2&failed=30&caching=false&spread=0&user=50&warm=80&ttl=1h&searches=3&tier=batch&region=us',
    first: {
      retryRatePct: '5',
      timeoutLoopsPerTask: '1',
      hallucinatedToolPct: '2',
      taskFailureRatePct: '30',
      promptCaching: 'false',
      callDispersion: '0',
      userTokensPerCall: '50',
      warmPrefixPct: '80',
      cacheTtl: '1h',
      searchesPerTask: '3',
      serviceTier: 'batch',
      region: 'us',
    },
    second: null,
  },
  {
    link: '#calls=30&b.model=gpt-5.4-mini&b.calls=60',
    first: { modelCallsPerTask: '30' },
    second: { modelId: 'gpt-5.4-mini', modelCallsPerTask: '60' },
  },
  {
    link: '#workflow=support&tasks=50000&budget=2000&solved=70&board=tau2-retail&by=-solved&maker=openai&soldat=azure&class=mid&window=200000&measured=yes&show=all',
    first: { presetId: 'support', tasksPerMonth: '50000' },
    second: null,
    list: {
      budget: '2000',
      solved: '70',
      board: 'tau2-retail',
      by: '-solved',
      maker: 'openai',
      soldAt: 'azure',
      tier: 'mid',
      window: '200000',
      measuredOnly: 'yes',
      show: 'all',
    },
  },
  { link: '#b.=', first: {}, second: {} },
  { link: '', first: {}, second: null },
] as const;

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
