/** nginx: the files by the route table, POST to the runtimes; or everything to the runtimes. */

import { everyField, hostRefusals, refusalOf } from '../host-answers.ts';
import type { HostRoute } from '../query-rules.ts';
import { errorPages, errorUri, limits, nginxFilesConf, proxy } from './files.ts';
import { nginxMaps } from './query-maps.ts';
import { header, location, note, quoted, refuse } from './syntax.ts';

export function nginxFiles(routes: readonly HostRoute[]): Record<string, string> {
  return {
    'nginx/maps.conf': nginxMaps(routes),
    'nginx/files.conf': nginxFilesConf(routes),
    'nginx/runtimes.conf': runtimesConf(routes),
    'nginx/upstream.conf': upstream,
    'nginx/nginx.conf': example,
  };
}

const upstream = `# Edit this file: the runtimes that answer POST, and everything if runtimes.conf is used.
# One that fails or hangs is left out for 5 seconds. Every runtime is listed twice: if all are left out, as when they
# restart one after the other, the backups are tried all the same.
upstream agent_cost {
  zone agent_cost 64k;
  server 127.0.0.1:8787 max_fails=1 fail_timeout=5s;
  server 127.0.0.1:8787 backup max_fails=0;
  keepalive 32;
}
`;

const example = `# An example to start from: nginx -c "$PWD/nginx.conf". The included files are next to this one.
worker_processes auto;
pid /run/agent-cost-nginx.pid;
error_log /var/log/nginx/agent-cost.log warn;
events { worker_connections 4096; }
http {
  variables_hash_max_size 2048;
  variables_hash_bucket_size 128;
  include upstream.conf;
  include maps.conf;
  access_log off;
  server_tokens off;
  sendfile on;
  tcp_nopush on;
  # brotli_static on; # where the Brotli module is loaded
  server {
    listen 8080;
    root /srv/agent-cost/dist/public;
    include files.conf; # or runtimes.conf: everything to the runtimes
  }
}
`;

function runtimesConf(routes: readonly HostRoute[]): string {
  return `${[
    note,
    'default_type application/json;',
    'absolute_redirect off;',
    ...limits,
    'merge_slashes off;',
    ...errorPages(routes),
    ...Object.entries(hostRefusals(routes)).map(([status, refusal]) =>
      location(
        `= ${errorUri(status)}`,
        '  internal;',
        ...everyField.map(([name, value]) => header(name, quoted(value))),
        header('Cache-Control', 'no-store'),
        ...(status === '405' ? [header('Allow', '$agent_cost_allow')] : []),
        `  ${refuse(refusal)}`,
      ),
    ),
    location(
      '~ ^/(?:healthz|metrics)$',
      `  ${refuse(refusalOf('not_found', routes))} # for operators, not for callers`,
    ),
    location('/', ...proxy),
  ].join('\n\n')}\n`;
}
