/** Vercel: rewrites by the parameters that are present, with values checked by a pattern. */
import { basePath } from '../../runtime/api/routes.ts';
import { cacheControl, cdnCacheControl } from '../../runtime/server/http/freshness.ts';
import {
  cleanAddresses,
  pageFolders,
  siteFiles,
  siteFolders,
  staticPageHeaders,
} from '../../runtime/server/http/pages.ts';
import { documentTypes, everyField } from './host-answers.ts';
import { orderedRules } from './netlify.ts';
import type { HostRoute, Rule } from './query-rules.ts';

/** Every id and alias that needs no percent-encoding; which of them exist depends on the files. */
const slug = '[A-Za-z0-9._-]+';

export function vercelFiles(routes: readonly HostRoute[]): Record<string, string> {
  const header = (source: string, fields: readonly (readonly [string, string])[]) => ({
    source,
    headers: fields.map(([key, value]) => ({ key, value })),
  });
  const bare = routes.filter(({ in: place }) => place === 'query').map(({ path }) => path);
  const config = {
    $schema: 'https://openapi.vercel.sh/vercel.json',
    outputDirectory: 'public',
    cleanUrls: false,
    trailingSlash: false, // redirects with 308
    headers: [
      header(`${basePath}/(.*)`, [
        ...everyField,
        ['Cache-Control', cacheControl],
        ['CDN-Cache-Control', cdnCacheControl],
      ]),
      ...bare.map((path) => header(`${basePath}${path}`, [['Content-Type', 'application/json']])),
      ...documentTypes.map(([file, type]) => header(`${basePath}/${file}`, [['Content-Type', type]])),
      ...['/', ...siteFiles, ...cleanAddresses, ...siteFolders.map((folder) => `${folder}(.*)`)].map((path) =>
        header(
          path,
          staticPageHeaders.map(({ key, value }) => [key, value] as const),
        ),
      ),
    ],
    // Asked only for what is no file.
    rewrites: [
      ...routes.flatMap((route) =>
        route.in === 'path'
          ? [
              {
                source: `${basePath}${colons(route.path, `(${slug})`)}`,
                destination: `${basePath}${colons(route.path)}.json`,
              },
            ]
          : orderedRules(route).map((rule) => rewrite(route, rule)),
      ),
      ...[...cleanAddresses, ...pageFolders.map((folder) => `${folder}{page}`)].map((path) => ({
        source: colons(path, `(${slug})`),
        destination: `${colons(path)}.html`,
      })),
    ],
  };
  return { 'vercel/vercel.json': `${JSON.stringify(config, null, 2)}\n` };
}

function rewrite({ path }: HostRoute, { when, then }: Rule): object {
  const has = Object.entries(when).flatMap(([key, condition]) => {
    if (condition === 'absent') return [];
    return { type: 'query', key, value: typeof condition === 'object' ? condition.is : `(?<${key}>${slug})` };
  });
  const missing = Object.entries(when).flatMap(([key, condition]) =>
    condition === 'absent' ? { type: 'query', key } : [],
  );
  return {
    source: `${basePath}${path}`,
    ...(has.length > 0 && { has }),
    ...(missing.length > 0 && { missing }),
    destination: `${basePath}/${colons(then as string)}`,
  };
}

const colons = (template: string, pattern = ''): string => template.replace(/\{(\w+)\}/g, `:$1${pattern}`);
