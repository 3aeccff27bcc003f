/** What pages state about their own address, known or not. */
import { parse } from 'node-html-parser';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Assets, assets } from '../../build/output/assets.ts';
import { readDocuments } from '../../build/output/program-digests.ts';
import { openapi } from '../../runtime/exports/openapi.ts';
import { siteFiles } from '../../runtime/site/site-files.ts';
import { catalog } from '../support/core/catalog.ts';

let made: Assets;
beforeAll(async () => {
  made = await assets(catalog.file);
});

const parts = () => ({
  assets: made.files,
  firstView: () => made.firstView,
  documents: readDocuments(),
  openapi: () => openapi(catalog),
});

const siteUrl = 'https://example.com/costs/';
const planned = (url: string | null) =>
  new Map([...siteFiles({ catalog, siteUrl: url }, parts())].map(({ path, content }) => [path, content]));
const text = (url: string | null, path: string) => String(planned(url).get(path)?.());

describe('a site whose address is known', () => {
  test('has a sitemap with every page that stands for no other, and robots.txt names it', () => {
    const paths = [...planned(siteUrl).keys()].filter(
      (path) => path.endsWith('.html') && !['404.html', '429.html', 'prices.html'].includes(path),
    );
    const listed = [...text(siteUrl, 'sitemap.xml').matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);
    expect(listed.length).toBeGreaterThan(100);
    expect(listed.sort()).toEqual(
      paths
        .filter((path) => path !== 'docs/index.html') // the same page as docs.html
        .map((path) => (path === 'index.html' ? siteUrl : `${siteUrl}${path.slice(0, -'.html'.length)}`))
        .sort(),
    );
    expect(text(siteUrl, 'robots.txt')).toContain(`Sitemap: ${siteUrl}sitemap.xml\n`);
  });

  test('has absolute addresses of itself and of its image on a page', () => {
    const page = parse(text(siteUrl, 'models/gpt-4o.html'));
    expect(page.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(`${siteUrl}models/gpt-4o`);
    const picture = page.querySelector('meta[property="og:image"]')?.getAttribute('content') ?? '';
    expect(planned(siteUrl).has(picture.slice(siteUrl.length))).toBe(true);
    const described = JSON.parse(page.querySelector('script[type="application/ld+json"]')?.text ?? '');
    expect(described).toMatchObject({ '@type': 'Dataset', url: `${siteUrl}models/gpt-4o` });
    expect(described.distribution[0].contentUrl).toBe(`${siteUrl}api/v1/models/gpt-4o.json`);
  });

  test('names one address for both files of the first page of the docs', () => {
    for (const path of ['docs.html', 'docs/index.html']) {
      const link = parse(text(siteUrl, path)).querySelector('link[rel="canonical"]');
      expect(link?.getAttribute('href'), path).toBe(`${siteUrl}docs`);
    }
  });

  test('has a 404 page whose links start with its path', () => {
    const links = parse(text(siteUrl, '404.html')).querySelectorAll('a[href], link[href]');
    for (const link of links) expect(link.getAttribute('href')).toMatch(/^(\/costs\/|#)/);
  });
});

test('a site without a known address has only relative ones, and robots.txt names no sitemap', () => {
  expect(text(null, 'sitemap.xml')).toContain('<loc>/models/gpt-4o</loc>');
  expect(text(null, 'robots.txt')).toBe('User-agent: *\nAllow: /\n');
  const page = parse(text(null, 'models/gpt-4o.html'));
  // An address, not a path, or search engines ignore it.
  expect(page.querySelector('link[rel="canonical"]')).toBeNull();
  expect(page.querySelector('meta[property="og:image"]')?.getAttribute('content')).toBe('../assets/share.png');
  expect(page.querySelector('meta[property="og:url"]')).toBeNull();
  const described = JSON.parse(page.querySelector('script[type="application/ld+json"]')?.text ?? '');
  expect(described.distribution[0].contentUrl).toBe('../api/v1/models/gpt-4o.json');
});
