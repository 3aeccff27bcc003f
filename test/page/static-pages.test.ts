/** What every page guarantees before any script runs. */
import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { closedPolicy, pagePolicy } from '../../runtime/api/page-policy.ts';
import { rawModels, rawPresets } from '../support/core/raw-data.ts';
import { pageAt, pagePaths, publicDir, textOf } from './files.ts';

test('there are pages', () => {
  expect(pagePaths).toEqual(expect.arrayContaining(['index.html', 'models.html', 'measured.html', '404.html']));
});

test.each(pagePaths)('%s follows its own policy and has a title and a description', (path) => {
  const page = pageAt(path);
  const policy = page.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content');
  // Pages that take people's own logs and responses cannot send anything.
  expect(policy).toBe(['log.html', 'tokens.html'].includes(path) ? closedPolicy : pagePolicy);
  expect(closedPolicy).toMatch(/^default-src 'none';(?!.*connect-src)/);
  expect(policy).not.toContain('unsafe');
  expect(page.querySelectorAll('style, [style]')).toEqual([]);
  const scripts = page.querySelectorAll('script').filter((script) => script.getAttribute('src') === undefined);
  for (const script of scripts) {
    expect(script.getAttribute('type')).toMatch(/^application\/(ld\+)?json$/);
    expect(() => JSON.parse(script.text)).not.toThrow();
  }
  for (const element of page.querySelectorAll('*')) {
    expect(Object.keys(element.attributes).filter((name) => /^on/i.test(name))).toEqual([]);
  }
  expect(page.querySelectorAll('h1')).toHaveLength(1);
  expect(page.querySelector('meta[name="description"]')?.getAttribute('content')?.length).toBeGreaterThan(20);
});

test('the front page says how many kinds of work it lists', () => {
  const section = pageAt('index.html').querySelector('#presets');
  const rows = section?.querySelectorAll('tbody tr').length;
  expect(rows).toBe(rawPresets.length);
  expect(section?.querySelector('h2')?.text).toBe(`${rows} kinds of work`);
  expect(pageAt('index.html').querySelector('noscript')?.text).toContain(`${rows} kinds of work`);
});

test('every chart of prices that reaches into the future says where today is', () => {
  const paths = pagePaths.filter((path) => path.startsWith('models/') && textOf(path).includes('scheduled hue'));
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) {
    for (const chart of pageAt(path).querySelectorAll('.chart svg[role=img]')) {
      expect(chart.querySelectorAll('text').filter(({ text }) => text.trim() === 'today')).toHaveLength(1);
    }
  }
});

test('no two pages share a title or a description', () => {
  for (const text of [
    (path: string) => pageAt(path).querySelector('title')?.text,
    (path: string) => pageAt(path).querySelector('meta[name="description"]')?.getAttribute('content'),
  ]) {
    // The first page of the docs has two addresses; both name one as theirs.
    const texts = pagePaths.filter((path) => path !== 'docs/index.html').map(text);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  }
});

describe('links', () => {
  const anchors = new Map<string, Set<string>>();
  const idsIn = (path: string): Set<string> => {
    const known =
      anchors.get(path) ??
      new Set(
        pageAt(path)
          .querySelectorAll('[id]')
          .map(({ id }) => id),
      );
    anchors.set(path, known);
    return known;
  };

  test.each(pagePaths)('of %s lead to an existing file and anchor by a relative path', (path) => {
    const page = pageAt(path);
    const targets = [
      ...page.querySelectorAll('a[href], link[href]').map((link) => link.getAttribute('href') as string),
      ...page.querySelectorAll('[src]').map((element) => element.getAttribute('src') as string),
    ];
    const broken: string[] = [];
    for (const target of targets) {
      if (/^https?:/.test(target)) continue;
      const [address = '', anchor] = target.split('#');
      const [file = ''] = address.split('?');
      // These are sent for any path, so their links are absolute.
      if (file.startsWith('/') && path !== '404.html' && path !== '429.html') broken.push(`${target} is absolute`);
      const named = file === '' ? path : normalize(join(file.startsWith('/') ? '.' : dirname(path), file));
      if (!existsSync(join(publicDir, named)) || /\/$/.test(file)) broken.push(`${target} is not a file`);
      // With an equals sign it is the state of a page.
      else if (anchor !== undefined && !anchor.includes('=') && !idsIn(named).has(decodeURIComponent(anchor)))
        broken.push(`${target} has no such anchor`);
    }
    expect(broken).toEqual([]);
  });
});

test('the page of models has a row for each model, with its input and output price', () => {
  const page = pageAt('models.html');
  const rows = page.querySelectorAll('tbody tr');
  const named = rows.map((row) => row.querySelector('th a')?.getAttribute('href'));
  expect(new Set(named)).toEqual(new Set(rawModels.map(({ id }) => `models/${id}.html`)));
  for (const row of rows) {
    expect(row.querySelectorAll('th, td')).toHaveLength(page.querySelectorAll('thead th').length);
    // Where rows are cards, each number says what it is.
    const labels = row.querySelectorAll('td.num').map((cell) => cell.getAttribute('data-label'));
    expect(labels).toEqual(['Input', 'Cached', 'Cache write', 'Output', 'Context', 'Answer']);
  }
});

describe('the first page', () => {
  const page = pageAt('index.html');

  test('answers every preset, and shows the first one in full', () => {
    const rows = page.querySelectorAll('#presets tbody tr');
    expect(rows.map((row) => row.querySelector('th')?.text)).toEqual(rawPresets.map(({ name }) => name));
    expect(page.querySelector('#cost .big')?.text).toMatch(/^\$[\d,]+(\.\d\d)?$/);
  });
});

test('no line on a page can break between a number and its percent sign', () => {
  // The documents are shown as written.
  for (const path of pagePaths.filter((path) => !path.startsWith('docs/'))) {
    const page = pageAt(path);
    for (const block of page.querySelectorAll('head, script')) block.remove();
    expect(page.toString().match(/.{0,60}\d %.{0,20}/g), path).toBeNull();
  }
});

test('on paper and on a small screen no column is cut off', () => {
  const sheet = textOf('assets/site.css');
  expect(sheet).toMatch(/@media print\{.*\.scroll,pre\{overflow:visible/);
  expect(sheet).toMatch(/@media screen and \(max-width:48rem\)\{.*attr\(data-label\)/);
});
