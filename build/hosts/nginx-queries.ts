/**
 * nginx, `maps.conf`: which file answers which query.
 *
 * `map` compares strings without regard to case, regular expressions with it. So a value is first looked up in a hash,
 * however many there are, and the result is then compared with the received value by one regular expression.
 */
import { ignoredNames } from '../../runtime/api/query.ts';
import { basePath } from '../../runtime/api/routes.ts';
import type { ApiError } from '../../runtime/core/schemas/api-error.ts';
import { marketplaces } from '../../runtime/server/auth/auth.ts';
import { cacheControl, cdnCacheControl } from '../../runtime/server/http/freshness.ts';
import { notFoundPath } from '../../runtime/server/http/pages.ts';
import { allowOf, bodyOf, escapeRegExp, preflightFields, rawPaths } from './host-answers.ts';
import type { Condition, HostParameter, HostRoute, Rule } from './query-rules.ts';

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

const filled = (template: string): string => template.replace(/\{(\w+)\}/g, (_, name) => `\${agent_cost_${name}}`);

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
  const names = [...route.parameters.map(({ name }) => escapeRegExp(name)), ignoredNames].join('|');
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

export function nginxMaps(routes: readonly HostRoute[]): string {
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
    map('$status', '$agent_cost_cdn_cache_control', cached(quoted(cdnCacheControl))),
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
    '# A trailing slash. Built from the path as received: decoded, it could end the header field and begin another.',
    map('$request_uri', '$agent_cost_redirect', [
      [
        pattern(`^(?<agent_cost_unslashed>${rawPaths(routes)})/+(?<agent_cost_query>[?][!-~]*)?$`),
        '"$agent_cost_unslashed$agent_cost_query"',
      ],
      ['default', '""'],
    ]),
    map('$request_method', '$agent_cost_reads', [
      ['GET', '1'],
      ['HEAD', '1'],
      ['default', '""'],
    ]),
    '# Where a path that does not exist is sent: for a browser, outside the API, to a page.',
    map('"$request_uri $http_accept"', '$agent_cost_not_found', [
      ['"~^/api/"', errorUri('404')],
      ['"~^[^ ]* .*text/html"', notFoundPath],
      ['default', errorUri('404')],
    ]),
    '# A request with a key, a proxy secret or a condition that may fail is answered by a runtime.',
    map(
      `"${['$http_x_api_key$http_if_match$http_if_unmodified_since', ...marketplaces.map(({ secretHeader }) => `$http_${secretHeader.replaceAll('-', '_')}`)].join('')}"`,
      '$agent_cost_keyed',
      [
        ['""', '""'],
        ['default', '1'],
      ],
    ),
  ].join('\n\n')}\n`;
}

// nginx's syntax for strings, maps and locations.

/** A string in nginx's syntax, which cannot express a dollar sign; none is needed. */
export function quoted(text: string): string {
  if (text.includes('$')) throw new Error(`nginx cannot express the $ in ${text}`);
  return withVariables(text);
}

/** A string that contains variables. */
const withVariables = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;

const pattern = (source: string): string => `"~${source.replaceAll('"', '\\"')}"`;

const map = (source: string, target: string, entries: readonly (readonly [string, string])[]): string =>
  [`map ${source} ${target} {`, ...entries.map(([key, value]) => `  ${key} ${value};`), '}'].join('\n');

const body = (refusal: ApiError): string => quoted(`${bodyOf(refusal)}\n`);

export const note = '# Generated from the route table by `npm run build`; edit upstream.conf and nginx.conf instead.';

export const variable = (route: HostRoute, what: string): string => `$agent_cost_${route.id}_${what}`;

export const header = (name: string, value: string): string => `  add_header ${name} ${value} always;`;

export const refuse = (refusal: ApiError): string => `return ${refusal.status} ${body(refusal)};`;

export const location = (match: string, ...lines: string[]): string =>
  [`location ${match} {`, ...lines, '}'].join('\n');

/** Not a named location: nginx cannot send a request without a readable path to one. */
export const errorUri = (status: string): string => `/.agent-cost/${status}`;
