/** Compares a provider's deprecation page with `lifecycle` in the data. */
import { describe, expect, test } from 'vitest';
import { check } from '../../build/prices/check/run-check.ts';
import type { ModelFile } from '../../runtime/core/schemas/data-files/model-file.ts';
import { checkPagesOf, findingText, model, page, pageText, provider, row } from './support.ts';

type Lifecycle = NonNullable<ModelFile['lifecycle']>;
const lifecycle = (changes: Partial<Lifecycle> = {}): Lifecycle => ({
  deprecatedOn: '2026-03-01',
  shutDown: '2026-09-01',
  notBefore: null,
  successor: 'claude-test-6',
  billedAs: null,
  sources: [{ fact: 'Ends', name: 'made up', on: '2026-05-01' }],
  ...changes,
});
const ending = (changes: Partial<Lifecycle> = {}, id = 'claude-test-5') =>
  model(id, { aliases: [`${id}-20250101`], lifecycle: lifecycle(changes) });
const successor = model('claude-test-6');

/** A page like Anthropic's: a table of states and a history with replacements. */
const text = (states: string[][], history: string[][] = []) =>
  [
    'URL Source: https://platform.claude.com/docs/en/about-claude/model-deprecations\n\n## Model status\n',
    '| API Model Name | Current State | Deprecated | Tentative Retirement Date |',
    '|---|---|---|---|',
    ...states.map((cells) => `| ${cells.join(' | ')} |`),
    '\n## Deprecation history\n',
    '| Retirement Date | Deprecated Model | Recommended Replacement |',
    '|---|---|---|',
    ...history.map((cells) => `| ${cells.join(' | ')} |`),
    '\nThe end.\n',
  ].join('\n');
const source = (states: string[][], history: string[][] = [], changes = {}) =>
  page(text(states, history), { name: 'anthropic-deprecations.md', deprecations: true, ...changes });

const findings = (models: ModelFile[], ...pages: ReturnType<typeof source>[]) => checkPagesOf(models, pages).findings;
const ended = ['claude-test-5', 'Deprecated', 'March 1, 2026', 'September 1, 2026'];
const replaced = ['September 1, 2026', 'claude-test-5', 'claude-test-6'];

test('confirmed: the day, the announcement and the successor', () => {
  expect(findings([ending(), successor], source([ended], [replaced])).map(findingText)).toEqual([
    'shutDown confirmed 2026-09-01 -> 2026-09-01',
    'deprecatedOn confirmed 2026-03-01 -> 2026-03-01',
    'successor confirmed claude-test-6 -> claude-test-6',
  ]);
});

test('changed: another day, another successor', () => {
  const rows = source(
    [['claude-test-5', 'Deprecated', 'March 1, 2026', 'October 1, 2026']],
    [['October 1, 2026', 'claude-test-5', 'claude-test-7']],
  );
  expect(findings([ending(), successor, model('claude-test-7')], rows).map(findingText)).toEqual([
    'shutDown changed 2026-09-01 -> 2026-10-01 !',
    'deprecatedOn confirmed 2026-03-01 -> 2026-03-01',
    'successor changed claude-test-6 -> claude-test-7 !',
  ]);
});

test('new: a shutdown and a guarantee that the data lacks', () => {
  const rows = source([ended, ['claude-test-6', 'Active', 'N/A', 'Not sooner than May 1, 2027']]);
  expect(findings([model('claude-test-5'), successor], rows).map(findingText)).toEqual([
    'shutDown new none -> 2026-09-01 !',
    'deprecatedOn new none -> 2026-03-01 !',
    'notBefore new none -> 2027-05-01 !',
  ]);
});

test('missing: an announced shutdown that is no longer on the page; a past one need not be', () => {
  const rows = source([['claude-other', 'Active', 'N/A', 'N/A']]);
  expect(findings([ending(), ending({ shutDown: '2026-05-15' }, 'claude-test-4')], rows).map(findingText)).toEqual([
    'shutDown missing 2026-09-01 -> none !',
  ]);
  expect(findings([ending()], rows)[0]?.place).toBe('no row');
});

test('a withdrawn day: the page still lists the model', () => {
  const rows = source([['claude-test-5', 'Active', 'N/A', 'Not sooner than March 1, 2027']]);
  expect(findings([ending({ successor: null })], rows).map(findingText)).toEqual([
    'shutDown changed 2026-09-01 -> none !',
    'notBefore new none -> 2027-03-01 !',
  ]);
});

test('an announced day replaces the earlier guarantee', () => {
  const rows = source([
    ['claude-test-5', 'Active', 'N/A', 'Not sooner than August 1, 2026'],
    ['claude-test-5', 'Deprecated', 'March 1, 2026', 'September 1, 2026'],
  ]);
  expect(findings([ending({ notBefore: '2026-08-01', successor: null })], rows).map(findingText)).toEqual([
    'shutDown confirmed 2026-09-01 -> 2026-09-01',
    'deprecatedOn confirmed 2026-03-01 -> 2026-03-01',
  ]);
});

describe('nothing is guessed', () => {
  test.each([
    [
      'a month',
      [['claude-test-5', 'Active', 'N/A', 'Earliest September 2026']],
      '"Earliest September 2026" is not an exact day',
    ],
    [
      'two days',
      [ended, ['claude-test-5', 'Deprecated', 'March 1, 2026', 'October 1, 2026']],
      '2026-09-01, 2026-10-01',
    ],
    [
      'a guarantee beyond the day',
      [ended, ['claude-test-5', 'Active', 'N/A', 'Not sooner than October 1, 2026']],
      'not before 2026-10-01',
    ],
  ])('%s needs review', (_, states, cause) => {
    const [found, ...more] = findings([ending()], source(states));
    expect(more).toEqual([]);
    expect(found).toMatchObject({ field: 'shutDown', status: 'disagreeing', needsPerson: true });
    expect(found?.cause).toContain(cause);
  });

  test('the end of a snapshot is not the end of its model if both are listed', () => {
    const rows = source([ended, ['claude-test-5-20250101', 'Deprecated', 'January 1, 2026', 'July 1, 2026']]);
    expect(findings([ending({ successor: null })], rows).map(findingText)).toEqual([
      'shutDown confirmed 2026-09-01 -> 2026-09-01',
      'deprecatedOn confirmed 2026-03-01 -> 2026-03-01',
    ]);
  });

  test('if only the snapshot is listed, its end is the end of the model', () => {
    const rows = source([['claude-test-5-20250101', ...ended.slice(1)]]);
    expect(findings([ending({ successor: null })], rows)[0]).toMatchObject({ field: 'shutDown', status: 'confirmed' });
  });

  test('names are not matched by prefix', () => {
    const rows = source([['claude-test-5-5', ...ended.slice(1)]]);
    expect(findings([model('claude-test-5')], rows)).toEqual([]);
  });

  test('a replacement that is not in the dataset is reported and needs no review', () => {
    const rows = source([], [['September 1, 2026', 'claude-test-5', 'claude-next-9']]);
    const [, found] = findings([ending({ successor: null, deprecatedOn: null })], rows);
    expect(found).toMatchObject({ field: 'successor', status: 'silent', new: 'claude-next-9', needsPerson: false });
  });

  test('any of several recommended models is right', () => {
    const rows = source([], [['September 1, 2026', 'claude-test-5', '`claude-test-7` or `claude-test-6`']]);
    const found = findings([ending({ deprecatedOn: null }), successor, model('claude-test-7')], rows);
    expect(found.map(findingText)).toContain('successor confirmed claude-test-6 -> claude-test-6');
  });
});

test('a page older than the one we read changes nothing', () => {
  const rows = source([['claude-test-5', 'Deprecated', 'March 1, 2026', 'August 1, 2026']], [], { day: '2026-04-30' });
  expect(findings([ending()], rows)[0]).toMatchObject({
    field: 'shutDown',
    status: 'disagreeing',
    cause: 'the page is from 2026-04-30, our entry was read on 2026-05-01',
  });
});

test('only the newest of several pages counts', () => {
  const old = source([['claude-test-5', 'Deprecated', 'March 1, 2026', 'August 1, 2026']], [], {
    day: '2026-05-20',
    name: 'anthropic-deprecations-1.md',
  });
  expect(findings([ending({ successor: null })], old, source([ended])).map(findingText)).toEqual([
    'shutDown confirmed 2026-09-01 -> 2026-09-01',
    'deprecatedOn confirmed 2026-03-01 -> 2026-03-01',
  ]);
});

test('on a page of earliest days, a day confirms an announced shutdown as well as a guarantee', () => {
  const google = (models: ModelFile[], day: string) => {
    const rows = models.map(({ id }) => `<tr><td>${id}</td><td>${day}</td></tr>`).join('');
    const html = `<html><head><link rel="canonical" href="https://ai.google.dev/gemini-api/docs/deprecations"></head><body><p>These are the earliest possible dates.</p><table><tr><th>Model</th><th>Shutdown date</th></tr>${rows}</table></body></html>`;
    const pages = [page(html, { provider: 'google', name: 'google-deprecations.html', deprecations: true })];
    const sources = { pages, datasets: [], failures: [], notes: [] };
    return check([provider(models, 'google')], sources, '2026-06-01', []).findings.map(findingText);
  };
  const announced = ending({ successor: null, deprecatedOn: null }, 'gemini-test-1');
  const promised = ending(
    { shutDown: null, notBefore: '2026-09-01', successor: null, deprecatedOn: null },
    'gemini-test-2',
  );
  expect(google([announced, promised, model('gemini-test-3')], 'September 1, 2026')).toEqual([
    'shutDown confirmed 2026-09-01 -> 2026-09-01',
    'notBefore confirmed 2026-09-01 -> 2026-09-01',
    'notBefore new none -> 2026-09-01 !',
  ]);
});

describe('with the price pages', () => {
  const prices = page(pageText([row('Claude Test 5')]));
  const unreadable = page('nothing', { name: 'anthropic-deprecations.md', deprecations: true });

  test('an unreadable page is a failure, but prices are still checked', () => {
    const { failures, findings, permits } = checkPagesOf([model('claude-test-5'), successor], [prices, unreadable]);
    expect(failures).toEqual([
      {
        provider: 'anthropic',
        source: 'anthropic-deprecations.md',
        reason: 'no table on it gives the days on which models shut down',
        deprecations: true,
        kind: 'unreadable',
      },
    ]);
    expect(findings.filter(({ status }) => status === 'missing').map(({ model }) => model)).toEqual(['claude-test-6']);
    expect(permits).toHaveLength(1);
  });

  test('a deprecation page is listed separately and confirms no price', () => {
    const checked = checkPagesOf([ending(), successor], [source([ended], [replaced])]);
    expect(checked.pages).toEqual([]);
    expect(checked.deprecationPages).toMatchObject([{ source: 'anthropic-deprecations.md', models: 1 }]);
    expect(checked.permits).toEqual([]);
  });
});
