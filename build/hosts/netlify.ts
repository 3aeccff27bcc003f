/** Netlify: `_redirects` maps a query to a file when exactly these parameters are present; it cannot check values. */
import { basePath } from '../../runtime/api/routes.ts';
import { cacheControl, cdnCacheControl } from '../../runtime/server/http/freshness.ts';
import {
  cleanAddresses,
  pageFolders,
  siteFiles,
  siteFolders,
  staticPageHeaders,
} from '../../runtime/server/http/pages.ts';
import { bodyOf, documentTypes, everyField, refusalOf } from './host-answers.ts';
import type { Condition, HostRoute, Rule } from './query-rules.ts';

export function netlifyFiles(routes: readonly HostRoute[]): Record<string, string> {
  const lines = routes.flatMap((route) =>
    route.in === 'path'
      ? [`${basePath}${colons(route.path)} ${basePath}${colons(route.path)}.json 200`]
      : orderedRules(route).map(({ when, then }) =>
          [`${basePath}${route.path}`, ...queryOf(when), `${basePath}/${colons(then as string)}`, '200!'].join(' '),
        ),
  );
  const pages = [...cleanAddresses, ...pageFolders.map((folder) => `${folder}:page`)].map(
    (path) => `${path} ${path}.html 200`,
  );
  const notFound = '/errors/not_found.json';
  return {
    'netlify/_redirects': `${[...lines, ...pages, `${basePath}/* ${notFound} 404`].join('\n')}\n`,
    'netlify/_headers': headersFile(routes),
    [`netlify${notFound}`]: `${bodyOf(refusalOf('not_found', routes))}\n`,
  };
}

const colons = (template: string): string => template.replace(/\{(\w+)\}/g, ':$1');

/** The rules a host can distinguish by which parameters are present, most specific first. */
export function orderedRules({ rules }: HostRoute): Rule[] {
  const weight = ({ when }: Rule) =>
    Object.values(when).reduce(
      (sum, condition) => sum + (condition === 'absent' ? 0 : condition === 'known' ? 10 : 11),
      0,
    );
  return rules
    .filter(({ when, then }) => typeof then === 'string' && Object.values(when).every((one) => one !== 'unknown'))
    .sort((a, b) => weight(b) - weight(a));
}

const queryOf = (when: Rule['when']): string[] =>
  Object.entries(when).flatMap(([name, condition]) => {
    if (condition === 'absent') return [];
    return `${name}=${isExactly(condition) ? condition.is : `:${name}`}`;
  });

const isExactly = (condition: Condition): condition is { is: string } => typeof condition === 'object';

/** `_headers`, as Netlify and Cloudflare read it: header fields by path. */
export function headersFile(routes: readonly HostRoute[]): string {
  const block = (path: string, fields: readonly (readonly [string, string])[]) =>
    [path, ...fields.map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  const api = [...everyField, ['Cache-Control', cacheControl], ['CDN-Cache-Control', cdnCacheControl]] as const;
  const bare = routes.filter(({ in: place }) => place === 'query').map(({ path }) => `${basePath}${path}`);
  return `${[
    block(`${basePath}/*`, api),
    // A rewritten path has no file extension that would give the type.
    ...bare.map((path) => block(path, [['Content-Type', 'application/json']])),
    ...documentTypes.map(([file, type]) => block(`${basePath}/${file}`, [['Content-Type', type]])),
    ...['/', ...siteFiles, ...cleanAddresses, ...siteFolders.map((folder) => `${folder}*`)].map((path) =>
      block(
        path,
        staticPageHeaders.map(({ key, value }) => [key, value] as const),
      ),
    ),
  ].join('\n\n')}\n`;
}
