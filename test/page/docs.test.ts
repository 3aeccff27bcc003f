/** The docs on the site: every document, its links, its code, and the search. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { routes } from '../../runtime/api/routes.ts';
import { type DocsSection, findSections } from '../../runtime/site/docs/find-sections.ts';
import { rendered } from '../../runtime/site/docs/render-document.tsx';
import { projectRoot } from '../support/project-root.ts';
import { pageAt, pagePaths, publicDir } from './files.ts';
import { chromiumForTests } from './in-chromium.ts';

describe('a document', () => {
  const pages: Record<string, string> = { 'docs/hosting.md': 'hosting.html', 'data/README.md': 'data.html' };
  const made = rendered(
    'docs/audit.md',
    `# Title

See [hosting](hosting.md#nginx), [data](../data/README.md), [code](../build/build.ts) and [out](https://example.com/?a=1&b=2).

## With \`code\` & more

<!-- not run: why -->
\`\`\`sh
echo "<b>"
\`\`\`

## With code & more

| a | n |
|---|--:|
| <x> | 1 |
`,
    (file) => pages[file] ?? null,
  );
  const body = made.body.html;

  test('links to pages of the site; other links become plain text', () => {
    expect(body).toContain('<a href="hosting.html#nginx">hosting</a>');
    expect(body).toContain('<a href="data.html">data</a>');
    expect(body).toContain(', code and <a href="https://example.com/?a=1&amp;b=2">out</a>');
  });

  test('has headings with unique anchors', () => {
    expect(made.title).toBe('Title');
    expect(made.headings.map(({ id }) => id)).toEqual(['title', 'with-code--more', 'with-code--more-1']);
    expect(body).toContain('<h2 id="with-code--more">With <code>code</code> &amp; more</h2>');
  });

  test('shows code verbatim, aligns numbers right, and drops comments for the tests', () => {
    expect(body).toContain('<pre tabindex="0"><code>echo &quot;&lt;b>&quot;</code></pre>');
    expect(body).toContain('<th scope="col" class="num">n</th>');
    expect(body).not.toContain('not run');
  });
});

test('every document in docs/ has a page with all of its headings', () => {
  for (const name of readdirSync(join(projectRoot, 'docs')).filter((name) => name.endsWith('.md'))) {
    const path = `docs/${name.replace('.md', '.html')}`;
    expect(pagePaths).toContain(path);
    const text = readFileSync(join(projectRoot, 'docs', name), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
    const headings = [...text.matchAll(/^##? (.+)$/gm)].length;
    expect(pageAt(path).querySelectorAll('.prose h1, .prose h2'), path).toHaveLength(headings);
  }
});

test('the API reference has every route, parameter and field of an estimate', () => {
  const page = pageAt('docs/api.html');
  const headings = page.querySelectorAll('h2 > code').map(({ text }) => text);
  for (const { path, operations, parameters } of routes) {
    expect(headings).toContain(`GET ${path}`);
    if (operations.post !== undefined) expect(headings).toContain(`POST ${path}`);
    for (const { name } of parameters) expect(page.text).toContain(name);
  }
  const fields = page.querySelectorAll('[aria-label="Fields of EstimateRequest"] th > code').map(({ text }) => text);
  expect(fields).toEqual(expect.arrayContaining(['presetId', 'modelId', 'tasksPerMonth', 'retryRatePct']));
});

const sections: DocsSection[] = [
  ['docs/a.html', 'Hosting', 'A CDN or nginx.'],
  ['docs/a.html#caddy', 'Hosting › Caddy', 'Like nginx, with a certificate.'],
  ['docs/b.html', 'Audit', `${'word '.repeat(50)}certificate${' word'.repeat(50)}`],
];

test('the search requires every word, lists titles first, and shows an excerpt', () => {
  const addresses = (text: string) => findSections(sections, text).map(({ address }) => address);
  expect(addresses('NGINX')).toEqual(['docs/a.html', 'docs/a.html#caddy']);
  expect(addresses('certificate caddy')).toEqual(['docs/a.html#caddy']);
  expect(addresses('nginx audit')).toEqual([]);
  expect(addresses('  ')).toEqual([]);
  expect(findSections(sections, 'certificate')[1]?.excerpt).toMatch(/^\.\.\. .*certificate.* \.\.\.$/);
});

const { withoutBrowser, open } = chromiumForTests();
describe.skipIf(withoutBrowser !== null)(`in Chromium ${withoutBrowser ?? ''}`, () => {
  test('the search works from a folder on disk, by keyboard', async () => {
    const shown = await open(pathToFileURL(`${publicDir}/docs/index.html`).href);
    await shown.page.focus('#docs-words');
    await shown.page.keyboard.type('caddy');
    await shown.page.waitForSelector('#docs-found a');
    await shown.page.keyboard.press('Enter');
    await shown.page.waitForURL(/docs\/[\w-]+\.html#/);
    expect(shown.problems).toEqual([]);
    await shown.close();
  });

  test.each([true, false])(
    'the list of documents is folded on a phone only, with scripts: %s',
    async (javaScriptEnabled) => {
      const address = pathToFileURL(`${publicDir}/docs/hosting.html`).href;
      const narrow = await open(address, { javaScriptEnabled, viewport: { width: 360, height: 800 } });
      const link = narrow.page
        .getByRole('navigation', { name: 'Documents' })
        .getByRole('link', { name: 'The cost model' });
      expect(await link.isVisible()).toBe(false);
      await narrow.page.focus('.document > nav summary');
      await narrow.page.keyboard.press('Enter');
      await link.waitFor();
      await narrow.close();
      const wide = await open(address, { javaScriptEnabled, viewport: { width: 1280, height: 800 } });
      await wide.page
        .getByRole('navigation', { name: 'Documents' })
        .getByRole('link', { name: 'The cost model' })
        .click();
      await wide.page.waitForURL(/cost-model/);
      await wide.close();
    },
  );
});
