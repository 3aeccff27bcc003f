/** Caddy: the files by the route table, POST to the runtimes. */
import { basePath } from '../../runtime/api/routes.ts';
import type { ApiError } from '../../runtime/core/schemas/api-error.ts';
import { credentialHeaders } from '../../runtime/server/auth/auth.ts';
import { cacheControl, cdnCacheControl } from '../../runtime/server/http/freshness.ts';
import { methodNotAllowed } from '../../runtime/server/http/http-response.ts';
import {
  cleanAddresses,
  contentTypeOf,
  notFoundPath,
  pageHeaders,
  siteFiles,
  siteFolders,
  siteTypes,
  staticPageHeaders,
} from '../../runtime/server/http/pages.ts';
import { maxBodyBytes, maxUrlLength } from '../../runtime/server/http/size-limits.ts';
import { answerMaps, block, body, field, handle, map, quoted, variable } from './caddy-queries.ts';
import {
  allowOf,
  bodyOf,
  documentTypes,
  escapeRegExp,
  everyField,
  hostRefusals,
  preflightFields,
  rawPaths,
  templateWith,
} from './host-answers.ts';
import type { HostRoute } from './query-rules.ts';

/** A runtime answers within milliseconds: one that is silent for 3 seconds is hanging. */
const byRuntime = block(
  'reverse_proxy {$AGENT_COST_RUNTIMES:127.0.0.1:8787}',
  'lb_try_duration 1s',
  block('transport http', 'dial_timeout 1s', 'response_header_timeout 3s'),
);

const length = '{http.request.header.Content-Length}';

/**
 * A body whose Content-Length is too large is refused at once: if forwarded, Caddy and the runtime would both refuse
 * it, and the first would win. `max_size` ends a body without a Content-Length.
 */
const limitBody = [
  `@oversized expression \`${length} != "" && int(${length}) > ${maxBodyBytes}\``,
  'error @oversized "body too large" 413',
  block('request_body', `max_size ${maxBodyBytes}`),
];

/** A route's path with trailing slashes, not decoded: decoded text must not get into a header field. */
function redirect(routes: readonly HostRoute[]): string[] {
  return [
    map('{http.request.uri}', 'agent_cost_redirect', [
      [quoted(`~^(${rawPaths(routes)})/+(\\?[!-~]*)?$`), quoted('$1$2'.replace(/(\d)/g, '{$1}'))],
      ['default', quoted('.')],
    ]),
    '@slashed not vars {agent_cost_redirect} .',
    handle('@slashed', 'header -Content-Type', 'redir {agent_cost_redirect} 308'),
  ];
}

/** Errors of Caddy itself and of unreachable runtimes, in the error envelope. */
function errors(routes: readonly HostRoute[]): string {
  const refusals = hostRefusals(routes);
  const answer = (status: number) => `respond ${body(refusals[status] as ApiError)} ${status}`;
  return block(
    'handle_errors',
    ...everyField.map(([name, value]) => field(name, value)),
    field('Content-Type', 'application/json'),
    field('Cache-Control', 'no-store'),
    '@large expression `{http.error.message}.contains("body too large") || {http.error.status_code} == 413`',
    handle('@large', answer(413)),
    '@gone expression `{http.error.status_code} in [502, 503, 504]`',
    handle('@gone', answer(503)),
    '@missing expression `{http.error.status_code} in [403, 404]`',
    handle('@missing', answer(404)),
    '@malformed expression `{http.error.status_code} < 500`',
    handle('@malformed', answer(400)),
    answer(500),
  );
}

/** Files are only sent whole, and validated only by tag. */
const wholeFile = [
  'request_header -Range',
  'request_header -If-Modified-Since',
  'header -Accept-Ranges',
  'header -Last-Modified', // the file's date, not the content's
];

const fileServer = block('file_server', 'precompressed br gzip');

/** Sends the file at the current (rewritten) path. */
const send = [
  ...wholeFile,
  field('Cache-Control', cacheControl),
  field('CDN-Cache-Control', cdnCacheControl),
  field('Vary', 'Accept-Encoding'),
  'header Content-Location {http.request.uri.path}',
  fileServer,
];

function methods(route: { computes: boolean }): string[] {
  const allow = allowOf(route);
  const message = bodyOf(methodNotAllowed('{http.request.method}', allow));
  return [
    '@options method OPTIONS',
    handle('@options', ...preflightFields(allow).map(([name, value]) => field(name, value)), 'respond 204'),
    '@others not method GET HEAD',
    handle('@others', field('Allow', allow), field('Cache-Control', 'no-store'), `respond ${quoted(message)} 405`),
  ];
}

function handleRoute(route: HostRoute): string {
  const file =
    route.parameters.length === 0 ? `${basePath}/${route.rules[0]?.then as string}` : `{${variable(route, 'file')}}`;
  const refused = (what: string) => [
    `@${what} not vars {${variable(route, what)}} .`,
    handle(`@${what}`, field('Cache-Control', 'no-store'), `respond {${variable(route, what)}} 400`),
  ];
  return handle(
    `${basePath}${route.path}`,
    ...methods(route),
    ...(route.others === null || route.parameters.length === 0 ? [] : refused('strange')),
    ...(route.parameters.length === 0 ? [] : refused('refusal')),
    `rewrite * ${file}`,
    ...send,
  );
}

function handleById(route: HostRoute): string {
  const prefix = route.path.slice(0, route.path.indexOf('{'));
  const refusal = route.rules.find(({ then }) => typeof then !== 'string')?.then as ApiError;
  const by = `by_${route.id}`;
  return [
    `@${by} path_regexp ^${escapeRegExp(basePath + prefix)}[^/]+$`,
    handle(
      `@${by}`,
      ...methods(route),
      `@file file {\n  try_files {http.request.uri.path} {${variable(route, 'file')}}\n}`,
      handle('@file', 'rewrite * {http.matchers.file.relative}', ...send),
      field('Cache-Control', 'no-store'),
      `respond ${body(refusal)} 404`,
    ),
  ].join('\n');
}

/** The page at the root, the other files of the site, and their types. */
const site = [
  map('{http.request.uri.path}', 'agent_cost_type', [
    ...siteTypes.map(([extension, type]) => [`~\\.${extension}$`, quoted(type)] as const),
    ['default', quoted('text/html; charset=utf-8')],
  ]),
  '@root path /',
  'rewrite @root /index.html',
  block(
    '@site',
    `path ${[...siteFiles, ...cleanAddresses, ...siteFolders.map((folder) => `${folder}*`)].join(' ')}`,
    block('file', 'try_files {path} {path}.html'),
  ),
  handle(
    '@site',
    'header -Access-Control-Allow-Origin',
    ...staticPageHeaders.map(({ key, value }) => field(key, value)),
    'header Content-Type {agent_cost_type}',
    'rewrite * {http.matchers.file.relative}',
    ...wholeFile,
    fileServer,
  ),
];

/** A path that does not exist, for a browser, outside the API. */
const lost = [
  block('@lost', 'not path /api/*', 'header Accept *text/html*'),
  handle(
    '@lost',
    'header -Access-Control-Allow-Origin',
    ...pageHeaders.map(({ key, value }) => field(key, value)),
    field('Content-Type', contentTypeOf(notFoundPath)),
    field('Cache-Control', 'no-store'),
    ...wholeFile,
    `rewrite * ${notFoundPath}`,
    block('file_server', 'status 404'),
  ),
];

export function caddyFiles(routes: readonly HostRoute[]): Record<string, string> {
  const notFound = `respond ${body(hostRefusals(routes)[404] as ApiError)} 404`;
  const computes = routes.filter((route) => route.computes).map(({ path }) => basePath + path);
  const rules = [
    '# Generated from the route table by `npm run build`.',
    block(
      'route',
      ...routes.flatMap(answerMaps),
      `@compute {\n  method POST\n  path ${computes.join(' ')}\n}`,
      handle('@compute', ...limitBody, byRuntime),
      ...routes
        .filter((route) => route.in === 'query' && route.parameters.length > 0)
        .flatMap((route) => [
          `@encoded_${route.id} {\n  path ${basePath}${route.path}\n  not vars {${variable(route, 'encoded')}} .\n}`,
          handle(`@encoded_${route.id}`, byRuntime),
        ]),
      ...[...credentialHeaders, 'If-Match', 'If-Unmodified-Since'].flatMap((name, index) => [
        `@keyed${index} header ${name} *`,
        handle(`@keyed${index}`, byRuntime),
      ]),
      ...everyField.map(([name, value]) => field(name, value)),
      field('Content-Type', 'application/json'),
      `@long expression \`{http.request.uri}.size() > ${maxUrlLength}\``,
      handle('@long', field('Cache-Control', 'no-store'), `respond ${body(hostRefusals(routes)[414] as ApiError)} 414`),
      ...redirect(routes),
      '@compressed path_regexp \\.(?:br|gz)$',
      handle('@compressed', field('Cache-Control', 'no-store'), notFound),
      ...routes.filter((route) => route.in === 'query').map(handleRoute),
      ...documentTypes.map(([file, type]) =>
        handle(`${basePath}/${file}`, ...methods({ computes: false }), field('Content-Type', type), ...send),
      ),
      ...routes.filter((route) => route.in === 'path').map(handleById),
      `@twin {\n  path ${basePath}/*\n  file\n}`,
      handle('@twin', ...methods({ computes: false }), ...send),
      ...site,
      ...lost,
      field('Cache-Control', 'no-store'),
      notFound,
    ),
    errors(routes),
  ].join('\n');
  return { 'caddy/Caddyfile': templateWith('Caddyfile'), 'caddy/agent-cost.caddy': `${rules}\n` };
}
