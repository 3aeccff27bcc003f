import { expect, test } from 'vitest';
import { scopeOf } from '../../build/prices/check/page-statements.ts';

const day = '2026-06-01';

test.each([
  [null, { kind: 'base', upTo: null }],
  ['legacy', { kind: 'base', upTo: null }],
  ['preview', { kind: 'base', upTo: null }],
  ['peak', { kind: 'base', upTo: null }],
  ['short-context', { kind: 'base', upTo: null }],
  ['discount', { kind: 'base', upTo: null }],
  ['prompt <= 200000', { kind: 'base', upTo: 200_000 }],
  ['prompt < 200000', { kind: 'base', upTo: 199_999 }],
  ['legacy; prompt <= 200000', { kind: 'base', upTo: 200_000 }],
  ['prompt 0-32000', { kind: 'base', upTo: 32_000 }],
  ['prompt > 200000', { kind: 'band', above: 200_000 }],
  ['prompt >= 200000', { kind: 'band', above: 199_999 }],
  ['prompt 32000-128000', { kind: 'band', above: 32_000 }],
  ['long-context', { kind: 'band', above: null }],
  ['off-peak', { kind: 'off-peak' }],
  ['batch', { kind: 'other', what: 'batch' }],
  ['flex; prompt > 200000', { kind: 'other', what: 'flex' }],
  ['priority; long-context', { kind: 'other', what: 'priority' }],
  ['retired', { kind: 'retired' }],
  ['until 2026-06-01', { kind: 'base', upTo: null }],
  ['until 2026-05-31', { kind: 'ended', on: '2026-05-31' }],
  ['discount until 2026-05-31', { kind: 'ended', on: '2026-05-31' }],
  ['discount until 2026-07-31', { kind: 'base', upTo: null }],
  ['from 2026-06-01', { kind: 'base', upTo: null }],
  ['from 2026-06-02', { kind: 'later', from: '2026-06-02' }],
  ['on a dedicated cluster', { kind: 'unclear', what: 'on a dedicated cluster' }],
  ['prompt > 200000; with video', { kind: 'unclear', what: 'with video' }],
  ['prompt <= 200000; prompt > 100000', { kind: 'unclear', what: 'prompt > 100000' }],
  ['international', { kind: 'unclear', what: 'international' }],
])('%j is %j', (condition, expected) => {
  expect(scopeOf(condition, 'anthropic', day)).toEqual(expected);
});

test('for a provider that sells by region, only the region of the dataset counts', () => {
  expect(scopeOf('international; prompt 0-256000', 'alibaba', day)).toEqual({ kind: 'base', upTo: 256_000 });
  expect(scopeOf('chinese mainland; prompt 0-256000', 'alibaba', day)).toEqual({
    kind: 'other',
    what: 'chinese mainland',
  });
  expect(scopeOf('global', 'alibaba', day)).toEqual({ kind: 'other', what: 'global' });
});
