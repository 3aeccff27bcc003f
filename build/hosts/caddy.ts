/** Caddy: the files by the route table, POST to the runtimes. */
import { Refusal } from '../../runtime/core/api/envelope.ts';
import { basePath } from '../../runtime/core/api/routes.ts';
import { credentialHeaders } from '../../runtime/http/callers/callers.ts';
import { cacheControl } from '../../runtime/http/headers.ts';
import { pageHeaders } from '../../runtime/http/pages.ts';
import { maxBody } from '../../runtime/http/post/json-body.ts';
import {
  allowOf,
  bodyOf,
  documentTypes,
  escapeRegExp,
  everyField,
  hostRefusals,
  preflightFields,
} from './host-answers.ts';
import type { Condition, HostParameter, HostRoute, Rule } from './rules.ts';

const quoted = (text: string): string => `\`${text}\``;
const body = (refusal: Refusal): string => quoted(bodyOf(refusal));

const map = (source: string, target: string, entries: readonly (readonly [string, string])[]): string =>
  [`map ${source} {${target}} {`, ...entries.map(([key, value]) => `  ${key} ${value}`), '}'].join('\n');

const variable = (route: HostRoute, what: string): string => `agent_cost_${route.id}_${what}`;

/** Tokens of the rules: `.` absent, `?` unknown, `=meaning` known. To Caddy `-` is no value at all. */
function tokenMaps(route: HostRoute, { name, accepted }: HostParameter): string {
  const raw = variable(route, `${name}_raw`);
  const [source, sought] =
    route.in === 'path'
      ? ['{http.request.uri.path}', `^${escapeRegExp(basePath + route.path).replace(`\\{${name}\\}`, '([^/]+)')}$`]
      : ['{http.request.uri.query}', `(?:^|&)${escapeRegExp(name)}(?:=([^&]*))?(?:&|$)`];
  const entries = [...accepted].flatMap(([value, meaning]) =>
    [...new Set([value, encodeURIComponent(value)])].map(
      (spelled) => [quoted(`=${spelled}`), quoted(`=${meaning}`)] as const,
    ),
  );
  return [
    map(source, raw, [
      [quoted(`~${sought}`), quoted('=$${1}'.replace('$$', '$'))],
      ['default', quoted('.')],
    ]),
    map(`{${raw}}`, variable(route, name), [[quoted('.'), quoted('.')], ...entries, ['default', quoted('?')]]),
  ].join('\n');
}

function keyOf(route: HostRoute, { when }: Rule): string {
  const token = (condition: Condition) => {
    if (condition === 'absent') return '\\.';
    if (condition === 'unknown') return '\\?';
    return condition === 'known' ? '=(\\S+)' : `=${escapeRegExp(condition.is)}`;
  };
  return quoted(`~^${route.parameters.map(({ name }) => token(when[name] as Condition)).join(' ')}$`);
}

/** Placeholders by the order of the captures. */
function filled(route: HostRoute, { when, then }: Rule): string {
  const captured = route.parameters.map(({ name }) => name).filter((name) => when[name] === 'known');
  return (then as string).replace(/\{(\w+)\}/g, (_, name: string) => `\${${captured.indexOf(name) + 1}}`);
}

function answerMaps(route: HostRoute): string[] {
  if (route.parameters.length === 0) return [];
  const tokens = quoted(route.parameters.map(({ name }) => `{${variable(route, name)}}`).join(' '));
  const isFile = ({ then }: Rule) => typeof then === 'string';
  const file = map(tokens, variable(route, 'file'), [
    ...route.rules
      .filter(isFile)
      .map((rule): [string, string] => [keyOf(route, rule), quoted(`${basePath}/${filled(route, rule)}`)]),
    ['default', quoted('/-')],
  ]);
  const names = route.parameters.map(({ name }) => escapeRegExp(name)).join('|');
  const count = route.parameters.length;
  // The tokens, a question mark, the query as it came.
  const all = quoted(`${tokens.slice(1, -1)} ?{http.request.uri.query}`).replace('?{', '? {');
  // A percent sign in a name, or in a value that is not in the table: only a runtime decodes it.
  const encoded = map(all, variable(route, 'encoded'), [
    ...route.parameters.map((_, index): [string, string] => [
      quoted(`~^(?:\\S+ ){${index}}\\? (?:\\S+ ){${count - 1 - index}}\\? .*%`),
      quoted('1'),
    ]),
    [quoted(`~^(?:\\S+ ){${count}}\\? (?:.*&)?[^=&]*%`), quoted('1')],
    ['default', quoted('.')],
  ]);
  const refusals: [string, string][] = [
    ...route.parameters.flatMap(({ name, twice }): [string, string][] =>
      twice
        ? [
            [
              quoted(`~ .*(?:^|[ &])${escapeRegExp(name)}(?:=[^&]*)?&(?:.*&)?${escapeRegExp(name)}(?:=|&|$)`),
              body(twice),
            ],
          ]
        : [],
    ),
    ...route.rules
      .filter((rule) => !isFile(rule))
      .map((rule): [string, string] => [keyOf(route, rule).replace(/\$`$/, ' \\?`'), body(rule.then as Refusal)]),
  ];
  const refusal = map(all, variable(route, 'refusal'), [...refusals, ['default', quoted('.')]]);
  const strange =
    route.others === null
      ? []
      : [
          map('{http.request.uri.query}', variable(route, 'strange'), [
            [quoted(`~^(?:(?:(?:${names})(?:=[^&]*)?)?(?:&|$))*$`), quoted('.')],
            [quoted('~^.*$'), body(route.others)], // a default would lose its braces
          ]),
        ];
  const maps = route.parameters.map((parameter) => tokenMaps(route, parameter));
  return route.in === 'path' ? [...maps, file] : [...maps, file, encoded, refusal, ...strange];
}

const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ');
const block = (head: string, ...lines: string[]): string => [`${head} {`, ...lines.map(indented), '}'].join('\n');

/** Directives in the order they stand in; without `route` Caddy would put `header` before `rewrite`. */
const handle = (what: string, ...lines: string[]): string => block(`handle ${what}`, block('route', ...lines));

const field = (name: string, value: string): string => `header ${name} ${quoted(value)}`;

/** A runtime answers within milliseconds: one that is silent for 3 seconds hangs. */
const byRuntime = block(
  'reverse_proxy {$AGENT_COST_RUNTIMES:127.0.0.1:8787}',
  'lb_try_duration 1s',
  block('transport http', 'dial_timeout 1s', 'response_header_timeout 3s'),
);

/** A path of the routes with slashes too many, as it came: what is decoded must not get into a header field. */
function redirect(routes: readonly HostRoute[]): string[] {
  const paths = routes.map(({ path }) => escapeRegExp(path).replace(/\\\{\w+\\\}/g, '[!-.0->@-~]+')).join('|');
  return [
    map('{http.request.uri}', 'agent_cost_redirect', [
      [quoted(`~^(${basePath}(?:${paths}))/+(\\?[!-~]*)?$`), quoted('$1$2'.replace(/(\d)/g, '{$1}'))],
      ['default', quoted('.')],
    ]),
    '@slashed not vars {agent_cost_redirect} .',
    handle('@slashed', 'header -Content-Type', 'redir {agent_cost_redirect} 308'),
  ];
}

/** What Caddy cannot do itself, or could not get from a runtime, in the envelope. */
function errors(routes: readonly HostRoute[]): string {
  const refusals = hostRefusals(routes);
  const answer = (status: number) => `respond ${body(refusals[status] as Refusal)} ${status}`;
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

/** Sends the file of the path as it is now. */
const send = [
  'request_header -Range', // the API serves whole files
  'header -Accept-Ranges',
  field('Cache-Control', cacheControl),
  field('Vary', 'Accept-Encoding'),
  'header Content-Location {http.request.uri.path}',
  'file_server { precompressed br gzip }'.replace('{ ', '{\n  ').replace(' }', '\n}'),
];

function methods(route: { computes: boolean }): string[] {
  const allow = allowOf(route);
  const message = bodyOf(
    new Refusal('method_not_allowed', `{http.request.method} is not allowed here; accepted are ${allow}.`),
  );
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
  const refusal = route.rules.find(({ then }) => typeof then !== 'string')?.then as Refusal;
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

export function caddyFiles(routes: readonly HostRoute[]): Record<string, string> {
  const notFound = `respond ${body(hostRefusals(routes)[404] as Refusal)} 404`;
  const computes = routes.filter((route) => route.computes).map(({ path }) => basePath + path);
  const rules = [
    '# Generated from the route table by `npm run build`.',
    block(
      'route',
      ...routes.flatMap(answerMaps),
      `@compute {\n  method POST\n  path ${computes.join(' ')}\n}`,
      handle('@compute', `request_body {\n  max_size ${maxBody}\n}`, byRuntime),
      ...routes
        .filter((route) => route.in === 'query' && route.parameters.length > 0)
        .flatMap((route) => [
          `@encoded_${route.id} {\n  path ${basePath}${route.path}\n  not vars {${variable(route, 'encoded')}} .\n}`,
          handle(`@encoded_${route.id}`, byRuntime),
        ]),
      ...credentialHeaders.flatMap((name, index) => [
        `@keyed${index} header ${name} *`,
        handle(`@keyed${index}`, byRuntime),
      ]),
      ...everyField.map(([name, value]) => field(name, value)),
      field('Content-Type', 'application/json'),
      '@long expression `{http.request.uri}.size() > 2048`',
      handle('@long', field('Cache-Control', 'no-store'), `respond ${body(hostRefusals(routes)[414] as Refusal)} 414`),
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
      '@page path / /index.html',
      handle(
        '@page',
        'header -Access-Control-Allow-Origin',
        ...pageHeaders.map(({ key, value }) => field(key, value)),
        field('Content-Type', 'text/html; charset=utf-8'),
        'rewrite * /index.html',
        'file_server',
      ),
      field('Cache-Control', 'no-store'),
      notFound,
    ),
    errors(routes),
  ].join('\n');
  const caddyfile = `# An example to start from: caddy run --config Caddyfile
{
  admin off
}
:8080 {
  root * /srv/agent-cost/dist/public
  import agent-cost.caddy
}
`;
  return { 'caddy/Caddyfile': caddyfile, 'caddy/agent-cost.caddy': `${rules}\n` };
}
