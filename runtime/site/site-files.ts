/** Every file of the site except the API, in the order in which they are written. */
import { markup as xml } from '../core/values/markup.ts';
import { boardPages } from './boards/board-page.tsx';
import { changesPage } from './changes/changes-page.tsx';
import { costPage, type FirstView } from './cost/cost-page.tsx';
import { type Document, docsPlan } from './docs/docs-plan.tsx';
import { logPage } from './log/log-page.tsx';
import { modelPages } from './model/model-page.tsx';
import { modelsPage } from './models/models-page.tsx';
import { notFoundPage } from './not-found-page.tsx';
import { pricesPage } from './prices/prices-page.tsx';
import { searchIndex } from './search/search-index.ts';
import { addressOf, type SiteContext, type SiteFile } from './site-context.ts';
import { tokensPage } from './tokens/tokens-page.tsx';

/** What pages are made of besides the catalog. */
export interface SiteParts {
  /** Scripts, styles and images by their name in `assets/`. */
  assets: readonly { name: string; content: string | Uint8Array }[];
  /** The front page before its script runs, made when that page is. */
  firstView: () => FirstView;
  documents: readonly Document[];
  /** The OpenAPI document, made when its page is. */
  openapi: () => object;
}

export function* siteFiles(site: SiteContext, parts: SiteParts): Generator<SiteFile> {
  const paths: string[] = [];
  for (const file of pagesAndAssets(site, parts)) {
    paths.push(file.path);
    yield file;
  }
  yield { path: 'robots.txt', content: () => robots(site) };
  // A sitemap needs absolute addresses, so there is none if the host is not known.
  if (site.siteUrl !== null) yield { path: 'sitemap.xml', content: () => sitemap(site.siteUrl ?? '', paths) };
}

const robots = ({ siteUrl }: SiteContext): string =>
  `User-agent: *\nAllow: /\n${siteUrl === null ? '' : `\nSitemap: ${siteUrl}sitemap.xml\n`}`;

/** The address of every page, except the one for addresses that do not exist. */
const sitemap = (siteUrl: string, paths: readonly string[]): string =>
  xml`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[
    ...new Set(paths.filter((path) => path.endsWith('.html') && path !== '404.html').map(addressOf)),
  ].map(
    (address) => xml`
<url><loc>${siteUrl}${address}</loc></url>`,
  )}
</urlset>
`.text;

function* pagesAndAssets(site: SiteContext, parts: SiteParts): Generator<SiteFile> {
  for (const { name, content } of parts.assets) yield { path: `assets/${name}`, content: () => content };
  yield { path: 'assets/search-index.js', content: () => searchIndex(site.catalog) };
  yield { path: 'index.html', content: () => costPage(site, parts.firstView()) };
  yield { path: 'models.html', content: () => modelsPage(site) };
  yield { path: 'prices.html', content: () => pricesPage(site) };
  yield { path: 'changes.html', content: () => changesPage(site) };
  yield { path: 'tokens.html', content: () => tokensPage(site) };
  yield { path: 'log.html', content: () => logPage(site) };
  yield { path: '404.html', content: () => notFoundPage(site) };
  yield* boardPages(site);
  yield* docsPlan(site, parts.documents, parts.openapi);
  yield* modelPages(site);
}
