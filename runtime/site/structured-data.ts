/** The prices as a schema.org Dataset, for dataset search engines. */

import { basePath } from '../api/routes.ts';
import { metaOf } from '../core/answers/meta.ts';
import { addressOf, rootFrom, type SiteContext } from './site-context.ts';

interface Described {
  path: string;
  name: string;
  description: string;
  /** The same as JSON, below /api/v1. */
  json: string;
  csv?: string;
}

/** Addresses are absolute if that of the site is known, else relative to the page, as JSON-LD allows. */
export function priceDataset(
  { catalog, siteUrl }: SiteContext,
  { path, name, description, json, csv }: Described,
): object {
  const meta = metaOf(catalog);
  const root = siteUrl ?? rootFrom(path);
  const file = (encodingFormat: string, name: string) => ({
    '@type': 'DataDownload',
    encodingFormat,
    contentUrl: `${root}${basePath.slice(1)}/${name}`,
  });
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name,
    description,
    ...(siteUrl !== null && { url: siteUrl + addressOf(path) }),
    license: 'https://opensource.org/license/mit',
    creator: { '@type': 'Organization', name: 'agent-cost maintainers' },
    version: meta.datasetVersion,
    dateModified: meta.pricesUpdated,
    isAccessibleForFree: true,
    variableMeasured: 'USD per 1,000,000 tokens',
    distribution: [file('application/json', json), ...(csv === undefined ? [] : [file('text/csv', csv)])],
  };
}
