/** Configuration for each host, made from the route table: `dist/hosts/`. */
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { caddyFiles } from './caddy.ts';
import { cloudfrontFiles } from './cloudfront.ts';
import { nginxFiles } from './nginx.ts';
import { hostRoutes } from './query-rules.ts';
import { cloudflareFiles, netlifyFiles, vercelFiles } from './rewriting-hosts.ts';
import { varnishFiles } from './varnish.ts';

/** Text by path below `dist/hosts`. */
export function hostFiles(catalog: Catalog): Record<string, string> {
  const routes = hostRoutes(catalog);
  return {
    ...nginxFiles(routes),
    ...caddyFiles(routes),
    ...cloudflareFiles(routes),
    ...cloudfrontFiles(routes),
    ...netlifyFiles(routes),
    ...varnishFiles(routes),
    ...vercelFiles(routes),
  };
}
