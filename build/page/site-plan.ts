/** Every file of the site except the API, in the order in which they are written. */
import { markup as xml } from '../../runtime/core/values/markup.ts';
import { boardPages } from '../../runtime/site/boards/board-page.tsx';
import { costPage } from '../../runtime/site/cost/cost-page.tsx';
import { docsPlan } from '../../runtime/site/docs/docs-plan.tsx';
import { logPage } from '../../runtime/site/log/log-page.tsx';
import { modelPages } from '../../runtime/site/model/model-page.tsx';
import { modelsPage } from '../../runtime/site/models/models-page.tsx';
import { notFoundPage } from '../../runtime/site/not-found-page.tsx';
import type { SiteContext, SiteFile } from '../../runtime/site/site-context.ts';
import { tokensPage } from '../../runtime/site/tokens/tokens-page.tsx';
import { openapi } from '../docs/openapi.ts';
import type { Assets } from './assets.ts';
import { readDocuments } from './read-documents.ts';

export function* sitePlan(site: SiteContext, assets: Assets): Generator<SiteFile> {
  const paths: string[] = [];
  for (const file of pagesAndAssets(site, assets)) {
    paths.push(file.path);
    yield file;
  }
  yield { path: 'robots.txt', content: () => robots(site) };
  // A sitemap needs absolute addresses, so there is none if the host is not known.
  if (site.siteUrl !== null) yield { path: 'sitemap.xml', content: () => sitemap(site.siteUrl ?? '', paths) };
}

const robots = ({ siteUrl }: SiteContext): string =>
  `User-agent: *\nAllow: /\n${siteUrl === null ? '' : `\nSitemap: ${siteUrl}sitemap.xml\n`}`;

/** Every page except the one for addresses that do not exist. */
const sitemap = (siteUrl: string, paths: readonly string[]): string =>
  xml`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
    .filter((path) => path.endsWith('.html') && path !== '404.html')
    .map(
      (path) => xml`
<url><loc>${siteUrl}${path === 'index.html' ? '' : path}</loc></url>`,
    )}
</urlset>
`.text;

function* pagesAndAssets(site: SiteContext, assets: Assets): Generator<SiteFile> {
  for (const { name, content } of assets.files) yield { path: `assets/${name}`, content: () => content };
  yield { path: 'index.html', content: () => costPage(site, assets.firstView) };
  yield { path: 'models.html', content: () => modelsPage(site) };
  yield { path: 'tokens.html', content: () => tokensPage(site) };
  yield { path: 'log.html', content: () => logPage(site) };
  yield { path: '404.html', content: () => notFoundPage(site) };
  yield* boardPages(site);
  yield* docsPlan(site, readDocuments(), () => openapi(site.catalog));
  yield* modelPages(site);
}
