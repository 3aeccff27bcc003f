/**
 * nginx: the files by the route table, POST to the runtimes; or everything to the runtimes.
 *
 * `map` compares strings without regard to case, regular expressions with it. So a value is first looked up in a hash,
 * however many there are, and what was found is compared with what came by one regular expression.
 */
import type { Refusal } from '../../runtime/core/envelope.ts';
import { basePath } from '../../runtime/core/routes.ts';
import { marketplaces } from '../../runtime/http/callers.ts';
import { cacheControl } from '../../runtime/http/headers.ts';
import { pageHeaders } from '../../runtime/http/page.ts';
import type { Condition, HostParameter, HostRoute, Rule } from './rules.ts';
import {
  allowOf,
  bodyOf,
  documentTypes,
  escapeRegExp,
  everyField,
  hostRefusals,
  preflightFields,
  refusalOf,
} from './said.ts';

/** A string as nginx reads it. It has no way to write a dollar sign, and needs none. */
function quoted(text: string): string {
  if (text.includes('$')) throw new Error(`nginx cannot write the $ in ${text}`);
  return withVariables(text);
}

/** A string with variables in it. */
const withVariables = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;

const pattern = (source: string): string => `"~${source.replace(/["\\]/g, (c) => (c === '"' ? '\\"' : c))}"`;

const map = (source: string, target: string, entries: readonly (readonly [string, string])[]): string =>
  [`map ${source} ${target} {`, ...entries.map(([key, value]) => `  ${key} ${value};`), '}'].join('\n');

const body = (refusal: Refusal): string => quoted(`${bodyOf(refusal)}\n`);

export function nginxFiles(routes: readonly HostRoute[]): Record<string, string> {
  return {
    'nginx/maps.conf': maps(routes),
    'nginx/files.conf': filesConf(routes),
    'nginx/runtimes.conf': runtimesConf(routes),
    'nginx/upstream.conf': upstream,
    'nginx/nginx.conf': example,
  };
}

const note = '# Generated from the route table by `npm run build`; edit upstream.conf and nginx.conf instead.';

const upstream = `# Yours to edit: the runtimes that answer POST, and everything where runtimes.conf is used.
# A POST is a pure computation, so it may be sent again to another runtime (proxy_next_upstream non_idempotent).
upstream agent_cost {
  server 127.0.0.1:8787 max_fails=1 fail_timeout=1s;
  keepalive 32;
}
`;

const example = `# An example to start from: nginx -c "$PWD/nginx.conf". Includes are beside this file.
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

const variable = (route: HostRoute, what: string): string => `$agent_cost_${route.id}_${what}`;

/** Tokens of the rules: \`-\` absent, \`?\` unknown, \`=meaning\` known. */
function tokenMaps(route: HostRoute, { name, accepted }: HostParameter): string {
  const raw = variable(route, `${name}_raw`);
  const hit = variable(route, `${name}_hit`);
  const entries = [...accepted].flatMap(([value, meaning]) =>
    [...new Set([value, encodeURIComponent(value)])].map(
      (spelled) => [quoted(`=${spelled}`), quoted(`=${spelled} =${meaning}`)] as const,
    ),
  );
  const [source, sought] =
    route.in === 'path'
      ? ['$uri', `^${escapeRegExp(basePath + route.path).replace(`\\{${name}\\}`, '(?<agent_cost_value>[^/]+)')}$`]
      : ['$args', `(?:^|&)${escapeRegExp(name)}(?:=(?<agent_cost_value>[^&]*))?(?:&|$)`];
  return [
    map(source, raw, [
      [pattern(sought), '"=$agent_cost_value"'],
      ['default', '""'],
    ]),
    map(raw, hit, [['default', '""'], ...entries]),
    map(`"${raw} ${hit}"`, variable(route, name), [
      ['" "', '-'],
      [pattern('^(?<agent_cost_came>=\\S*) \\k<agent_cost_came> (?<agent_cost_meaning>=\\S+)$'), '$agent_cost_meaning'],
      ['default', '?'],
    ]),
  ].join('\n');
}

/** A rule as the key of a map over the tokens of all parameters. */
function keyOf(route: HostRoute, { when }: Rule): string {
  const conditions = route.parameters.map(({ name }) => [name, when[name] as Condition] as const);
  const token = ([name, condition]: (typeof conditions)[number]) => {
    if (condition === 'absent') return '-';
    if (condition === 'unknown') return '\\?';
    return condition === 'known' ? `=(?<agent_cost_${name}>\\S+)` : `=${escapeRegExp(condition.is)}`;
  };
  return pattern(`^${conditions.map(token).join(' ')}$`);
}

const filled = (template: string): string => template.replace(/\{(\w+)\}/g, '$${agent_cost_$1}').replaceAll('$$', '$');

/** The file of a route, and the body of a refusal where there is none. */
function answerMaps(route: HostRoute): string {
  const tokens = `"${route.parameters.map(({ name }) => variable(route, name)).join(' ')}"`;
  const files = route.rules.map((rule): [string, string] => [
    keyOf(route, rule),
    typeof rule.then === 'string' ? withVariables(`${basePath}/${filled(rule.then)}`) : '""',
  ]);
  const refusals = route.rules.flatMap((rule): [string, string][] =>
    typeof rule.then === 'string' ? [] : [[keyOf(route, rule), body(rule.then)]],
  );
  const made = [map(tokens, variable(route, 'file'), [...files, ['default', '""']])];
  if (route.in === 'path') return made.join('\n');
  // A percent sign in a name, or in a value that is not in the table: only a runtime decodes it.
  made.push(
    map(`"${tokens.slice(1, -1)} ?$args"`, variable(route, 'encoded'), [
      [pattern('^[^?]*\\?.* \\?.*%'), '1'],
      [pattern(' \\?(?:.*&)?[^=&]*%'), '1'],
      ['default', '""'],
    ]),
  );
  made.push(map(tokens, variable(route, 'value_refusal'), [...refusals, ['default', '""']]));
  const names = route.parameters.map(({ name }) => escapeRegExp(name)).join('|');
  made.push(
    map('$args', variable(route, 'refusal'), [
      ...(route.others === null
        ? []
        : [[pattern(`(?:^|&)(?!(?:${names})(?:=|&|$))[^&]+`), body(route.others)] as [string, string]]),
      ...route.parameters.flatMap(({ name, twice }): [string, string][] =>
        twice
          ? [[pattern(`(?:^|&)${escapeRegExp(name)}(?:=[^&]*)?&(?:.*&)?${escapeRegExp(name)}(?:=|&|$)`), body(twice)]]
          : [],
      ),
      ['default', variable(route, 'value_refusal')],
    ]),
  );
  return made.join('\n');
}

function maps(routes: readonly HostRoute[]): string {
  const cached = (value: string): [string, string][] => [
    ['200', value],
    ['304', value],
    ['default', '""'],
  ];
  const names = Math.max(...routes.flatMap(({ parameters }) => parameters.map(({ accepted }) => accepted.size)));
  const queried = routes.filter(({ parameters }) => parameters.length > 0);
  return `${[
    note,
    `map_hash_max_size ${Math.max(2048, 4 * names)};`,
    'map_hash_bucket_size 512;',
    ...queried.map((route) =>
      [...route.parameters.map((parameter) => tokenMaps(route, parameter)), answerMaps(route)].join('\n'),
    ),
    map('$status', '$agent_cost_cache_control', [
      ['200', quoted(cacheControl)],
      ['304', quoted(cacheControl)],
      ['204', '""'],
      ['308', '""'],
      ['default', 'no-store'],
    ]),
    map('$status', '$agent_cost_vary', cached('Accept-Encoding')),
    map('$status', '$agent_cost_location', cached('$uri')),
    ...[true, false].flatMap((computes) => {
      const allow = allowOf({ computes });
      const suffix = computes ? 'post' : 'get';
      return [
        map('"$request_method $status"', `$agent_cost_allow_${suffix}`, [
          [pattern('^OPTIONS 204$'), quoted(allow)],
          [pattern(' 405$'), quoted(allow)],
          ['default', '""'],
        ]),
        ...preflightFields(allow)
          .filter(([name]) => name !== 'Allow')
          .map(([name, value]) =>
            map('"$request_method $status"', `$agent_cost_${name.replaceAll('-', '_').toLowerCase()}_${suffix}`, [
              [pattern('^OPTIONS 204$'), quoted(value)],
              ['default', '""'],
            ]),
          ),
      ];
    }),
    map('$uri', '$agent_cost_allow', [
      ...routes
        .filter(({ computes }) => computes)
        .map((route): [string, string] => [quoted(basePath + route.path), quoted(allowOf(route))]),
      ['default', quoted(allowOf({ computes: false }))],
    ]),
    map('$request_method', '$agent_cost_reads', [
      ['GET', '1'],
      ['HEAD', '1'],
      ['default', '""'],
    ]),
    '# A request with a key or a proxy secret is judged by a runtime.',
    map(
      `"${['$http_x_api_key', ...marketplaces.map(({ secretHeader }) => `$http_${secretHeader.replaceAll('-', '_')}`)].join('')}"`,
      '$agent_cost_keyed',
      [
        ['""', '""'],
        ['default', '1'],
      ],
    ),
  ].join('\n\n')}\n`;
}

const header = (name: string, value: string): string => `  add_header ${name} ${value} always;`;

/** Header fields of an answer of the API. nginx adds an empty one not at all. */
function fieldsFor(computes: boolean): string {
  const suffix = computes ? 'post' : 'get';
  return [
    ...everyField.map(([name, value]) => header(name, quoted(value))),
    header('Cache-Control', '$agent_cost_cache_control'),
    header('Vary', '$agent_cost_vary'),
    header('Content-Location', '$agent_cost_location'),
    header('Allow', `$agent_cost_allow_${suffix}`),
    ...preflightFields(allowOf({ computes }))
      .filter(([name]) => name !== 'Allow')
      .map(([name]) => header(name, `$agent_cost_${name.replaceAll('-', '_').toLowerCase()}_${suffix}`)),
  ].join('\n');
}

const refuse = (refusal: Refusal): string => `return ${refusal.status} ${body(refusal)};`;

/** Everything that is asked before a file is looked for. */
function gate({ computes }: { computes: boolean }): string {
  const message = `{\\"error\\":{\\"code\\":\\"method_not_allowed\\",\\"message\\":\\"$request_method is not allowed here; accepted are ${allowOf({ computes })}.\\"}}\\n`;
  return [
    ...(computes ? ['  if ($request_method = POST) { return 418; }'] : []),
    '  if ($request_method = OPTIONS) { return 204; }',
    `  if ($agent_cost_reads = "") { return 405 "${message}"; }`,
  ].join('\n');
}

const location = (match: string, ...lines: string[]): string => [`location ${match} {`, ...lines, '}'].join('\n');

function filesConf(routes: readonly HostRoute[]): string {
  const notFound = refuse(refusalOf('not_found', routes));
  const plain = routes.filter((route) => route.in === 'query');
  const byId = routes.filter((route) => route.in === 'path');
  const paths = routes.map(({ path }) => escapeRegExp(path).replace(/\\\{\w+\\\}/g, '[^/]+')).join('|');
  return `${[
    note,
    'default_type application/json;',
    'types { }',
    'charset off;',
    'if_modified_since before;',
    'max_ranges 0;',
    'absolute_redirect off;',
    'gzip_static on;',
    'gzip_proxied any;',
    'client_max_body_size 1m; # the runtime refuses bodies above 16 KiB with the right words',
    'large_client_header_buffers 4 8k;',
    fieldsFor(false).replace(/^ {2}/gm, ''),
    ...errorPages(routes),
    'recursive_error_pages on; # a runtime that is gone is a second error, after the 418 that led to it',
    'error_page 418 = @agent_cost_runtime;',
    'if ($agent_cost_keyed) { return 418; }',
    `if ($request_uri ~ "^.{2049}") { ${refuse(hostRefusals(routes)[414] as Refusal)} }`,
    ...Object.entries(hostRefusals(routes)).map(([status, refusal]) =>
      location(`= ${errorUri(status)}`, '  internal;', `  ${refuse(refusal)}`),
    ),
    // The runtime sends all fields: a location with a field of its own inherits none, and an empty one is not sent.
    location('@agent_cost_runtime', '  add_header Vary "";', ...proxy),
    location('~ \\.(?:br|gz)$', `  ${notFound}`),
    ...[...new Set(['/', '/index.html'])].map((page) =>
      location(
        `= ${page}`,
        ...pageHeaders.map(({ key, value }) => header(key, quoted(value))),
        '  default_type "text/html; charset=utf-8";',
        '  try_files /index.html =404;',
      ),
    ),
    ...plain.map((route) =>
      location(
        `= ${basePath}${route.path}`,
        ...(route.computes ? [fieldsFor(true)] : []), // the others inherit those of the server
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
    location(`~ "^(?<agent_cost_path>${basePath}(?:${paths}))/+$"`, '  return 308 $agent_cost_path$is_args$args;'),
    ...byId.map((route) => {
      const refusal = route.rules.find(({ then }) => typeof then !== 'string')?.then as Refusal;
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
    location('/', `  ${notFound}`),
  ].join('\n\n')}\n`;
}

/** A path that is no file is a 404 whatever the method, so only files have methods that are refused. */
const gateForFiles = `  if (!-f $request_filename) { return 404; }\n${gate({ computes: false })}`;

/** Not a named location: nginx cannot lead a request without a readable path to one. */
const errorUri = (status: string): string => `/.agent-cost/${status}`;

const errorPages = (routes: readonly HostRoute[]): string[] =>
  Object.keys(hostRefusals(routes)).map((status) => `error_page ${errorPage(status)} ${errorUri(status)};`);

/** Statuses that nginx makes itself, and which of ours they become. */
const errorPage = (status: string): string =>
  ({ 400: '400', 404: '404 403', 405: '405', 431: '494', 500: '500', 503: '502 503 504' })[status] ?? status;

const proxy = [
  '  proxy_pass http://agent_cost;',
  '  proxy_http_version 1.1;',
  '  proxy_set_header Connection "";',
  '  proxy_set_header Host $host;',
  '  proxy_set_header X-Forwarded-For $remote_addr;',
  '  proxy_connect_timeout 1s;',
  '  proxy_read_timeout 10s;',
  '  proxy_next_upstream error timeout http_503 non_idempotent;',
  '  proxy_next_upstream_timeout 5s;',
  '  proxy_hide_header Server;',
];

function runtimesConf(routes: readonly HostRoute[]): string {
  return `${[
    note,
    'default_type application/json;',
    'absolute_redirect off;',
    'client_max_body_size 1m; # the runtime refuses bodies above 16 KiB with the right words',
    'large_client_header_buffers 4 8k;',
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
      `  ${refuse(refusalOf('not_found', routes))} # for those who run it, not for callers`,
    ),
    location('/', ...proxy),
  ].join('\n\n')}\n`;
}
