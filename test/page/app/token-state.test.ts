/** What a paste and a person's typing make of the page for one call. */
import { describe, expect, test } from 'vitest';
import { priceCalls } from '../../../runtime/core/pricing/price-call.ts';
import {
  afterPaste,
  afterTyping,
  type CallField,
  callsOf,
  opened,
  type TokensState,
} from '../../../runtime/site/tokens/token-state.ts';
import { catalog } from '../../support/core/catalog.ts';

const example = { model: 'claude-sonnet-4-6', input: '450', output: '400' };
const start = opened(example, Object.keys(example) as CallField[]);
const usage = '{"prompt_tokens": 2006, "completion_tokens": 300, "prompt_tokens_details": {"cached_tokens": 1920}}';

describe('a pasted usage object', () => {
  test('that names no model is never priced as the model of the example', () => {
    const { typed, read } = afterPaste(start, usage);
    expect(typed).toEqual({ input: '86', cachedInput: '1920', output: '300' });
    expect(read).toEqual({ shape: 'OpenAI Chat Completions' });
  });

  test('nor as the model that was pasted before', () => {
    const named = afterPaste(start, `{"model": "gpt-5.4", "usage": ${usage}}`);
    expect(named.typed.model).toBe('gpt-5.4');
    expect(afterPaste(named, usage).typed.model).toBeUndefined();
  });

  test('keeps the model, host and terms that a person chose, but for those that it states', () => {
    const chosen = afterTyping(start, { ...example, model: 'gpt-5.4', host: 'azure', serviceTier: 'batch' });
    const { typed } = afterPaste(chosen, usage);
    expect(typed).toMatchObject({ model: 'gpt-5.4', host: 'azure', serviceTier: 'batch', input: '86' });
    const stated = afterPaste(chosen, `{"service_tier": "flex", "created": 1763640000, "usage": ${usage}}`);
    // 1,763,640,000 s after 1970 is 2025-11-20 12:00 UTC.
    expect(stated.typed).toMatchObject({ model: 'gpt-5.4', serviceTier: 'flex', on: '2025-11-20' });
    // The next paste states neither.
    expect(afterPaste(stated, usage).typed).not.toHaveProperty('on');
  });

  test('that is refused leaves no counts behind, and typing takes the refusal away', () => {
    const refused = afterPaste(start, '{"tokens": 5}');
    expect(refused.typed).toEqual({});
    expect(refused.read).toHaveProperty('wrong');
    const typed = afterTyping(refused, { model: 'gpt-5.4', input: '5' });
    expect(typed.read).toBeNull();
    expect(typed.typed).toEqual({ model: 'gpt-5.4', input: '5' });
  });

  test('bills an advisor on its own model beside the answer, on the same day', () => {
    const text = JSON.stringify({
      model: 'claude-sonnet-4-6',
      usage: {
        input_tokens: 1000,
        output_tokens: 100,
        iterations: [{ type: 'advisor_message', model: 'claude-opus-4-6', input_tokens: 2000, output_tokens: 10 }],
      },
    });
    const state: TokensState = afterPaste(start, text);
    const calls = callsOf(afterTyping(state, { ...state.typed, on: '2026-11-20' }));
    expect(calls.map(({ model, on }) => [model, on])).toEqual([
      ['claude-sonnet-4-6', '2026-11-20'],
      ['claude-opus-4-6', '2026-11-20'],
    ]);
    // 1000 x $3 + 100 x $15, and 2000 x $5 + 10 x $25, per million: $0.0045 + $0.01025.
    expect(priceCalls(catalog, calls).usd).toBe(0.01475);
  });
});
