/** nginx: the files by the route table, POST to the runtimes; or everything to the runtimes. */

import { basePath } from '../../runtime/api/routes.ts';
import type { ApiError } from '../../runtime/core/schemas/api-error.ts';
import { methodNotAllowed } from '../../runtime/server/http/http-response.ts';
import {
  cleanAddresses,
  siteFiles,
  siteFolders,
  siteTypes,
  staticPageHeaders,
} from '../../runtime/server/http/pages.ts';
import { maxBodyBytes, maxHeaderBytes } from '../../runtime/server/http/size-limits.ts';
import {
  allowOf,
  bodyOf,
  documentTypes,
  escapeRegExp,
  everyField,
  hostRefusals,
  preflightFields,
  refusalOf,
  templateWith,
} from './host-answers.ts';
import { errorUri, header, location, nginxMaps, note, quoted, refuse, variable } from './nginx-queries.ts';
import type { HostRoute } from './query-rules.ts';

export function nginxFiles(routes: readonly HostRoute[]): Record<string, string> {
  return {
    'nginx/maps.conf': nginxMaps(routes),
    'nginx/files.conf': nginxFilesConf(routes),
    'nginx/runtimes.conf': runtimesConf(routes),
    'nginx/upstream.conf': templateWith('upstream.conf'),
    'nginx/nginx.conf': templateWith('nginx.conf'),
  };
}

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

/** Header fields of an answer of the API. nginx omits a field whose value is empty. */
function fieldsFor(computes: boolean): string {
  const suffix = computes ? 'post' : 'get';
  return [
    ...everyField.map(([name, value]) => header(name, quoted(value))),
    header('Cache-Control', '$agent_cost_cache_control'),
    header('Last-Modified', '""'), // the file's date, not the content's
    header('CDN-Cache-Control', '$agent_cost_cdn_cache_control'),
    header('Vary', '$agent_cost_vary'),
    header('Content-Location', '$agent_cost_location'),
    header('Allow', `$agent_cost_allow_${suffix}`),
    ...preflightFields(allowOf({ computes }))
      .filter(([name]) => name !== 'Allow')
      .map(([name]) => header(name, `$agent_cost_${name.replaceAll('-', '_').toLowerCase()}_${suffix}`)),
  ].join('\n');
}

/** Header fields of a page and the files it loads. */
const siteFields = [
  ...staticPageHeaders.map(({ key, value }) => header(key, quoted(value))),
  '  types {',
  ...siteTypes.map(([extension, type]) => `    ${quoted(type)} ${extension};`),
  '  }',
];

/** Checks made before a file is looked up. */
function gate({ computes }: { computes: boolean }): string {
  const message = `${bodyOf(methodNotAllowed('$request_method', allowOf({ computes }))).replaceAll('"', '\\"')}\\n`;
  return [
    ...(computes ? ['  if ($request_method = POST) { return 418; }'] : []),
    '  if ($request_method = OPTIONS) { return 204; }',
    `  if ($agent_cost_reads = "") { return 405 "${message}"; }`,
  ].join('\n');
}

/** A path that is not a file is a 404 whatever the method, so methods are only refused for files. */
const gateForFiles = `  if (!-f $request_filename) { return 404; }\n${gate({ computes: false })}`;

/** `notFound`: where a 404 is sent, unless always to the envelope. */
const errorPages = (routes: readonly HostRoute[], notFound = errorUri('404')): string[] =>
  Object.keys(hostRefusals(routes)).map(
    (status) => `error_page ${errorPage(status)} ${status === '404' ? notFound : errorUri(status)};`,
  );

/**
 * The statuses nginx generates itself and ours that replace them: all but redirects, since nginx would send its HTML.
 */
const errorPage = (status: string): string =>
  ({
    400: '400 411 412 416 421 495 496 497 501 505 =400',
    404: '403 404 =404',
    431: '494 =431',
    503: '502 503 504 =503',
  })[status] ?? status;

/**
 * A runtime answers within milliseconds, so one that is silent for 3 seconds is hanging, and the next one is tried. The
 * total time must be longer than the wait for the first, or no other is ever tried. POST is sent again too: it is a
 * computation and changes nothing.
 */
const proxy = [
  '  proxy_pass http://agent_cost;',
  '  proxy_http_version 1.1;',
  '  proxy_set_header Connection "";',
  '  proxy_set_header Host $host;',
  '  proxy_set_header X-Forwarded-For $remote_addr;',
  '  proxy_connect_timeout 1s;',
  '  proxy_send_timeout 3s;',
  '  proxy_read_timeout 3s;',
  '  proxy_next_upstream error timeout http_503 non_idempotent;',
  '  proxy_next_upstream_timeout 12s;',
  '  proxy_hide_header Server;',
];

/** Fields of the body and the request line, for both kinds of rules. */
const limits = [`client_max_body_size ${maxBodyBytes};`, `large_client_header_buffers 4 ${maxHeaderBytes / 1024}k;`];

function nginxFilesConf(routes: readonly HostRoute[]): string {
  const notFound = refuse(refusalOf('not_found', routes));
  const plain = routes.filter((route) => route.in === 'query');
  const byId = routes.filter((route) => route.in === 'path');
  return `${[
    note,
    'default_type application/json;',
    'types { }',
    'charset off;',
    'if_modified_since off;',
    'max_ranges 0;',
    'absolute_redirect off;',
    'gzip_static on;',
    'gzip_proxied any;',
    ...limits,
    fieldsFor(false).replace(/^ {2}/gm, ''),
    ...errorPages(routes, '$agent_cost_not_found'),
    'recursive_error_pages on; # an unreachable runtime is a second error, after the 418 that led to it',
    'error_page 418 = @agent_cost_runtime;',
    'if ($agent_cost_keyed) { return 418; }',
    `if ($request_uri ~ "^.{2049}") { ${refuse(hostRefusals(routes)[414] as ApiError)} }`,
    'if ($agent_cost_redirect) { return 308 $agent_cost_redirect; }',
    ...Object.entries(hostRefusals(routes)).map(([status, refusal]) =>
      location(`= ${errorUri(status)}`, '  internal;', `  ${refuse(refusal)}`),
    ),
    // The runtime sends all fields: a location that adds a field inherits none, and an empty field is not sent.
    location('@agent_cost_runtime', '  add_header Vary "";', ...proxy),
    location('~ \\.(?:br|gz)$', `  ${notFound}`),
    location('= /', ...siteFields, '  try_files /index.html =404;'),
    location(
      `~ "^(?:${[...[...siteFiles, ...cleanAddresses].map((path) => `${escapeRegExp(path)}$`), ...siteFolders].join('|')})"`,
      ...siteFields,
      '  try_files $uri $uri.html =404;',
    ),
    ...plain.map((route) =>
      location(
        `= ${basePath}${route.path}`,
        ...(route.computes ? [fieldsFor(true)] : []), // the others inherit the server's
        gate(route),
        ...(route.parameters.length === 0
          ? [`  try_files ${basePath}/${route.rules[0]?.then} =404;`]
          : [
              `  if (${variable(route, 'encoded')}) { return 418; }`,
              `  if (${variable(route, 'refusal')}) { return 400 ${variable(route, 'refusal')}; }`,
              `  try_files ${variable(route, 'file')} =404;`,
            ]),
      ),
    ),
    ...documentTypes.map(([file, type]) =>
      location(
        `= ${basePath}/${file}`,
        gate({ computes: false }),
        `  default_type ${quoted(type)};`,
        `  try_files $uri =404;`,
      ),
    ),
    ...byId.map((route) => {
      const refusal = route.rules.find(({ then }) => typeof then !== 'string')?.then as ApiError;
      const prefix = route.path.slice(0, route.path.indexOf('{'));
      return [
        location(
          `~ "^${basePath}${prefix}[^/]+$"`,
          gate(route),
          `  try_files $uri ${variable(route, 'file')} @agent_cost_no_${route.id};`,
        ),
        location(`@agent_cost_no_${route.id}`, `  ${refuse(refusal)}`),
      ].join('\n');
    }),
    location(`${basePath}/`, '  try_files $uri =404;', gateForFiles),
    location('/', '  return 404;'),
  ].join('\n\n')}\n`;
}
