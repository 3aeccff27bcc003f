/** Every file of the site except the API, in the order in which they are written. */
import { markup as xml } from '../core/values/markup.ts';
import { boardPages } from './boards/board-page.tsx';
import { changesPage } from './changes/changes-page.tsx';
import { modelFeeds } from './changes/model-feeds.ts';
import { costPage, type FirstView } from './cost/cost-page.tsx';
import { type Document, docsPlan } from './docs/docs-plan.tsx';
import { logPage } from './log/log-page.tsx';
import { modelPages } from './model/model-page.tsx';
import { modelsPage } from './models/models-page.tsx';
import { movedPage, notFoundPage, tooManyPage } from './not-found-page.tsx';
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
  // Search engines want addresses; where that of the site is not known, these are paths, and robots.txt names no sitemap.
  yield { path: 'sitemap.xml', content: () => sitemap(site.siteUrl ?? '/', paths) };
  const icon = parts.assets.find(({ name }) => name === 'icon-32.png');
  if (icon !== undefined && typeof icon.content !== 'string') {
    const png = icon.content;
    yield { path: 'favicon.ico', content: () => iconFile(png) };
  }
}

/** A PNG of 32 by 32 pixels in the format that browsers ask for at `/favicon.ico`: a header, one entry, the picture. */
function iconFile(png: Uint8Array): Uint8Array {
  const file = new Uint8Array(22 + png.length);
  // An icon with one picture: its width, height, colours, planes and bits per pixel, then its size and where it begins.
  file.set([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0]);
  const view = new DataView(file.buffer);
  view.setUint32(14, png.length, true);
  view.setUint32(18, 22, true);
  file.set(png, 22);
  return file;
}

const robots = ({ siteUrl }: SiteContext): string =>
  `User-agent: *\nAllow: /\n${siteUrl === null ? '' : `\nSitemap: ${siteUrl}sitemap.xml\n`}`;

/** Pages that stand for others: what has moved, what does not exist, what is refused. */
const standIns = ['404.html', '429.html', 'prices.html'];

/** The address of every page. */
const sitemap = (siteUrl: string, paths: readonly string[]): string =>
  xml`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[
    ...new Set(paths.filter((path) => path.endsWith('.html') && !standIns.includes(path)).map(addressOf)),
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
  yield {
    path: 'prices.html',
    content: () => movedPage(site, 'prices.html', { path: 'models.html', name: 'Models and prices' }),
  };
  yield { path: 'changes.html', content: () => changesPage(site) };
  yield { path: 'tokens.html', content: () => tokensPage(site) };
  yield { path: 'log.html', content: () => logPage(site) };
  yield { path: '404.html', content: () => notFoundPage(site) };
  yield { path: '429.html', content: () => tooManyPage(site) };
  yield* boardPages(site);
  yield* docsPlan(site, parts.documents, parts.openapi);
  yield* modelPages(site);
  yield* modelFeeds(site);
}
