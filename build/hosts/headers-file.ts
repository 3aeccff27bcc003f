/** `_headers`, as Netlify and Cloudflare read it: header fields by path. */
import { basePath } from '../../runtime/api/routes.ts';
import { cacheControl, cdnCacheControl } from '../../runtime/server/http/freshness.ts';
import { siteFiles, siteFolders, staticPageHeaders } from '../../runtime/server/http/pages.ts';
import { documentTypes, everyField } from './host-answers.ts';
import type { HostRoute } from './query-rules.ts';

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
    ...['/', ...siteFiles, ...siteFolders.map((folder) => `${folder}*`)].map((path) =>
      block(
        path,
        staticPageHeaders.map(({ key, value }) => [key, value] as const),
      ),
    ),
  ].join('\n\n')}\n`;
}
