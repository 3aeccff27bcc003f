/** The report as HTML: one file that loads nothing, with everything from the log escaped. */
import { createHash } from 'node:crypto';
import { HtmlValidate } from 'html-validate';
import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { dimensionNames } from '../../../runtime/logs/report/log-report.ts';
import { reportHtml } from '../../../runtime/logs/report/report-html.ts';
import { call } from '../readers/read.ts';
import { at, reportOn } from './records.ts';

const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u001b[2J\u202e\'</td>&amp;';
const log = [
  call({ model: 'claude-sonnet-4-6', at: at('2026-11-01'), input: 20_000, session: 's', project: 'web', usd: 0.1 }),
  call({ model: 'claude-sonnet-4-6', at: at('2026-11-01'), input: 20_000, session: 's', project: 'web', solved: true }),
  call({
    model: 'gpt-4o',
    at: at('2026-11-03'),
    input: 8,
    project: evil,
    session: evil,
    task: evil,
    tags: [evil],
    solved: false,
  }),
  call({ model: evil, at: at('2026-11-03'), input: 8, host: evil }),
  call({ model: 'gpt-4o', at: at('2026-11-04'), input: 8, host: evil }),
];
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
const report = reportOn(log, { by: dimensionNames });
const text = reportHtml(report, { files: ['calls.jsonl', evil], top: 20, sha256 });
const page = parse(text, { comment: true });

describe('the HTML report', () => {
  test('is valid and accessible HTML', async () => {
    const validator = new HtmlValidate({ extends: ['html-validate:recommended', 'html-validate:a11y'] });
    const { results } = await validator.validateString(text);
    expect(results.flatMap(({ messages }) => messages.map((one) => `${one.line}: ${one.message}`))).toEqual([]);
  });

  test('loads and runs nothing, and has a policy that forbids it', () => {
    expect(
      page.querySelectorAll('script, link, img, iframe, object, embed, base, form, a, [style], [src], [href]'),
    ).toEqual([]);
    expect(text).not.toMatch(/url\(|@import|https?:/);
    const style = page.querySelector('style')?.rawText ?? '';
    const policy = page.querySelector('meta[http-equiv=Content-Security-Policy]')?.getAttribute('content');
    const hash = createHash('sha256').update(style).digest('base64');
    expect(policy).toBe(`default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`);
    expect(style).toMatch(/prefers-color-scheme: dark/);
    expect(style).toMatch(/@media print/);
  });

  test('escapes content of the log, and has no control characters', () => {
    const elements = page.querySelectorAll('*');
    for (const { attributes } of elements) {
      expect(Object.keys(attributes).filter((name) => name.startsWith('on'))).toEqual([]);
    }
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(page.querySelector('main')?.textContent).toContain('"><script>alert(1)</script>');
  });

  test('has the values of its charts as text, in tables with heads', () => {
    const sections = page.querySelectorAll('main > section');
    expect(sections.map((one) => one.querySelector('h2')?.textContent)).toEqual([
      ...[
        'By hour',
        'By day',
        'By week',
        'By month',
        'By model',
        'By provider',
        'By host',
        'By agent',
        'By subagent',
        'By project',
        'By branch',
        'By user',
        'By key',
        'By machine',
        'By team',
        'By tags',
        'By session',
        'By task',
      ],
      ...['Dearest tasks', 'Waste that the log shows', 'Why prompts were not read from the cache'],
      'What would have cost less',
      'Without a price, and in no sum above',
      ...['Dollars that the log recorded', 'Notes'],
    ]);
    const rows = sections[1]
      ?.querySelectorAll('tbody tr')
      .map((row) => row.querySelectorAll('th, td').map((cell) => cell.textContent));
    // 40,000 x $3 per million; 8 x $2.50 per million
    expect(rows?.map((row) => row.slice(0, 2))).toEqual([
      ['2026-11-01', '$0.1200'],
      ['2026-11-03', '$0.000020'],
      ['2026-11-04', '$0.000020'],
    ]);
    const chart = sections[1]?.querySelector('svg.days');
    expect(chart?.getAttribute('aria-label')).toBe('Cost from 2026-11-01 to 2026-11-04, at most $0.1200');
    // The second of the four days had no calls: its column is flat.
    expect(chart?.querySelectorAll('rect').map((one) => Number(one.getAttribute('height')) > 0)).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(page.querySelectorAll('section.scroll').every((one) => one.getAttribute('tabindex') === '0')).toBe(true);
  });

  test('has no chart and no NaN for a log without prices or times', () => {
    const bare = reportHtml(reportOn([call({ model: 'nobody', input: 1 })]), { files: [], top: 5, sha256 });
    expect(bare).not.toMatch(/NaN|undefined|Infinity|svg class="days"/);
    expect(bare).toContain('No dollars at list price: 1 call without a price');
  });
});
