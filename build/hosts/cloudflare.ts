/** Cloudflare: the worker with the published files as its assets, or the files alone on Pages. */
import { defaultLimit } from '../../runtime/server/rate-limit/rate-limit.ts';
import { headersFile } from './netlify.ts';
import type { HostRoute } from './query-rules.ts';

/** The version of the platform's behaviour that the worker was tested against. */
const compatibilityDate = '2026-11-01';

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
    compatibility_date: compatibilityDate,
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
