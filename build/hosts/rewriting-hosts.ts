/**
 * Netlify, Vercel and Cloudflare Pages: rewrites from a query to a file by which parameters are present. Netlify cannot
 * check values; Vercel checks them by a pattern. And Cloudflare's worker with the published files as its assets.
 */
import { basePath } from '../../runtime/api/routes.ts';
import { cacheControl, cdnCacheControl } from '../../runtime/server/http/freshness.ts';
import {
  cleanAddresses,
  pageFolders,
  siteFiles,
  siteFolders,
  staticPageHeaders,
} from '../../runtime/server/http/pages.ts';
import { defaultLimit } from '../../runtime/server/rate-limit/rate-limit.ts';
import { bodyOf, documentTypes, everyField, refusalOf } from './host-answers.ts';
import type { HostRoute, Rule } from './query-rules.ts';

/** `{id}` as these hosts write a parameter: `:id`. */
const colons = (template: string, pattern = ''): string => template.replace(/\{(\w+)\}/g, `:$1${pattern}`);

/** The rules a host can distinguish by which parameters are present, most specific first. */
function orderedRules({ rules }: HostRoute): (Omit<Rule, 'then'> & { then: string })[] {
  const weight = ({ when }: Pick<Rule, 'when'>) =>
    Object.values(when).reduce(
      (sum, condition) => sum + (condition === 'absent' ? 0 : condition === 'known' ? 10 : 11),
      0,
    );
  return rules
    .flatMap(({ when, then }) =>
      typeof then === 'string' && Object.values(when).every((one) => one !== 'unknown') ? [{ when, then }] : [],
    )
    .sort((a, b) => weight(b) - weight(a));
}

/** The parameters of a rule that are present; `value`: how the host writes one that may be any accepted value. */
const present = (when: Rule['when'], value: (name: string) => string): [name: string, value: string][] =>
  Object.entries(when).flatMap(([name, condition]): [string, string][] => {
    if (condition === 'absent') return [];
    return [[name, typeof condition === 'object' ? condition.is : value(name)]];
  });

const pageTemplates = [...cleanAddresses, ...pageFolders.map((folder) => `${folder}{page}`)];

/** Header fields by path; `any`: how the host writes any end of a path. */
function fieldsByPath(routes: readonly HostRoute[], any: string) {
  const site = ['/', ...siteFiles, ...cleanAddresses, ...siteFolders.map((folder) => folder + any)];
  const queried = routes.filter((route) => route.in === 'query').map(({ path }) => path);
  const all: [path: string, fields: (readonly [name: string, value: string])[]][] = [
    [`${basePath}/${any}`, [...everyField, ['Cache-Control', cacheControl], ['CDN-Cache-Control', cdnCacheControl]]],
    // A rewritten path has no file extension that would give the type.
    ...queried.map((path): (typeof all)[number] => [basePath + path, [['Content-Type', 'application/json']]]),
    ...documentTypes.map(([file, type]): (typeof all)[number] => [`${basePath}/${file}`, [['Content-Type', type]]]),
    ...site.map((path): (typeof all)[number] => [path, staticPageHeaders.map(({ key, value }) => [key, value])]),
  ];
  return all;
}

/** `_headers`, as Netlify and Cloudflare read it. */
const headersFile = (routes: readonly HostRoute[]): string =>
  `${fieldsByPath(routes, '*')
    .map(([path, fields]) => [path, ...fields.map(([name, value]) => `  ${name}: ${value}`)].join('\n'))
    .join('\n\n')}\n`;

export function netlifyFiles(routes: readonly HostRoute[]): Record<string, string> {
  const lines = routes.flatMap((route) =>
    route.in === 'path'
      ? [`${basePath}${colons(route.path)} ${basePath}${colons(route.path)}.json 200`]
      : orderedRules(route).map(({ when, then }) => {
          const query = present(when, (name) => `:${name}`).map((pair) => pair.join('='));
          return [basePath + route.path, ...query, `${basePath}/${colons(then)}`, '200!'].join(' ');
        }),
  );
  const pages = pageTemplates.map((path) => `${colons(path)} ${colons(path)}.html 200`);
  const notFound = '/errors/not_found.json';
  return {
    'netlify/_redirects': `${[...lines, ...pages, `${basePath}/* ${notFound} 404`].join('\n')}\n`,
    'netlify/_headers': headersFile(routes),
    [`netlify${notFound}`]: `${bodyOf(refusalOf('not_found', routes))}\n`,
  };
}

/** Every id and alias that needs no percent-encoding; which of them exist depends on the files. */
const slug = '[A-Za-z0-9._-]+';

export function vercelFiles(routes: readonly HostRoute[]): Record<string, string> {
  const config = {
    $schema: 'https://openapi.vercel.sh/vercel.json',
    outputDirectory: 'public',
    cleanUrls: false,
    trailingSlash: false, // redirects with 308
    headers: fieldsByPath(routes, '(.*)').map(([source, fields]) => ({
      source,
      headers: fields.map(([key, value]) => ({ key, value })),
    })),
    // Asked only for what is no file.
    rewrites: [
      ...routes.flatMap((route): object[] => {
        if (route.in === 'query') return orderedRules(route).map((rule) => rewrite(route, rule));
        const path = basePath + route.path;
        return [{ source: colons(path, `(${slug})`), destination: `${colons(path)}.json` }];
      }),
      ...pageTemplates.map((path) => ({ source: colons(path, `(${slug})`), destination: `${colons(path)}.html` })),
    ],
  };
  return { 'vercel/vercel.json': `${JSON.stringify(config, null, 2)}\n` };
}

function rewrite({ path }: HostRoute, { when, then }: ReturnType<typeof orderedRules>[number]): object {
  const has = present(when, (name) => `(?<${name}>${slug})`).map(([key, value]) => ({ type: 'query', key, value }));
  const missing = Object.entries(when).flatMap(([key, is]) => (is === 'absent' ? [{ type: 'query', key }] : []));
  return {
    source: `${basePath}${path}`,
    ...(has.length > 0 && { has }),
    ...(missing.length > 0 && { missing }),
    destination: `${basePath}/${colons(then)}`,
  };
}

/**
 * Two ways: the worker answers every read as the server does, and every read is billed; or the platform sends any path
 * that is a file, free of charge, and the worker answers the rest. The second does not check keys: never use it with
 * OPEN_TIER=off.
 */
export function cloudflareFiles(routes: readonly HostRoute[]): Record<string, string> {
  return {
    'cloudflare/wrangler.json': wrangler(true),
    'cloudflare/wrangler.assets-first.json': wrangler(['/']),
    'cloudflare/_headers': headersFile(routes),
  };
}

/** `workerFirst`: paths that the worker answers although there may be a file; true: every path. */
function wrangler(workerFirst: readonly string[] | true): string {
  const config = {
    name: 'agent-cost',
    main: '../../worker.js',
    compatibility_date: '2026-11-01', // the version of the platform's behaviour that the worker was tested against
    no_bundle: true,
    vars: { RATE_LIMIT: defaultLimit },
    assets: {
      directory: '../../public',
      binding: 'ASSETS',
      html_handling: 'none',
      not_found_handling: 'none',
      run_worker_first: workerFirst,
    },
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
