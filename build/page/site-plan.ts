/** Every file of the site except the API, in the order in which they are written. */

import { knownModels } from '../../runtime/core/dataset/catalog.ts';
import { markup as xml } from '../../runtime/core/values/markup.ts';
import type { Assets } from './assets.ts';
import { costPage } from './cost-page.ts';
import { docsPlan } from './docs/docs-plan.ts';
import { logPage } from './log-page.ts';
import { measuredPages } from './measured-page.ts';
import { modelPage } from './model/model-page.ts';
import { type Work, workIn } from './model/work-section.ts';
import { modelsPage } from './models-page.ts';
import { notFoundPage } from './not-found-page.ts';
import type { SiteContext, SiteFile } from './site-context.ts';
import { tokensPage } from './tokens-page.ts';

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
  for (const [path, page] of Object.entries(pages)) yield { path, content: () => page(site, assets) };
  yield* measuredPages(site);
  yield* docsPlan(site);
  let work: Work | undefined;
  for (const model of knownModels(site.catalog)) {
    const content = () => {
      work ??= workIn(site.catalog);
      return modelPage(site, model, work);
    };
    yield { path: `models/${model.id}.html`, content };
  }
}

const pages: Record<string, (site: SiteContext, assets: Assets) => string> = {
  'index.html': costPage,
  'models.html': modelsPage,
  'tokens.html': tokensPage,
  'log.html': logPage,
  '404.html': notFoundPage,
};
