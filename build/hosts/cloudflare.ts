/** Cloudflare: the worker with the published files as its assets, or the files alone on Pages. */
import { basePath } from '../../runtime/core/api/routes.ts';
import { defaultLimit } from '../../runtime/http/callers/rate-limit.ts';
import { headersFile } from './headers-file.ts';
import type { HostRoute } from './rules.ts';

/** The behaviour of the platform the worker was tested against. */
const compatibilityDate = '2026-11-01';

export function cloudflareFiles(routes: readonly HostRoute[]): Record<string, string> {
  const wrangler = {
    name: 'agent-cost',
    main: '../../worker.js',
    compatibility_date: compatibilityDate,
    no_bundle: true,
    vars: { RATE_LIMIT: defaultLimit },
    assets: {
      directory: '../../public',
      binding: 'ASSETS',
      html_handling: 'none',
      not_found_handling: 'none',
      run_worker_first: ['/', '/index.html', `${basePath.split('/').slice(0, 2).join('/')}/*`],
    },
  };
  return {
    'cloudflare/wrangler.json': `${JSON.stringify(wrangler, null, 2)}\n`,
    'cloudflare/_headers': headersFile(routes),
  };
}
