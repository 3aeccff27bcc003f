/** Caddy: which file answers which query. */
import { ignoredNames } from '../../runtime/api/query.ts';
import { basePath } from '../../runtime/api/routes.ts';
import type { ApiError } from '../../runtime/core/schemas/api-error.ts';
import { bodyOf, escapeRegExp } from './host-answers.ts';
import type { Condition, HostParameter, HostRoute, Rule } from './query-rules.ts';

/** Tokens of the rules: `.` absent, `?` unknown, `=meaning` known. In Caddy, `-` means no value at all. */
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
      [quoted(`~${sought}`), quoted(`=\${1}`)],
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

/** The file of a rule, with placeholders replaced by the captures. */
function filled(route: HostRoute, { when, then }: Rule): string {
  const captured = route.parameters.map(({ name }) => name).filter((name) => when[name] === 'known');
  return (then as string).replace(/\{(\w+)\}/g, (_, name: string) => `\${${captured.indexOf(name) + 1}}`);
}

/** The maps of a route: the file, whether the query is encoded, and the refusals. */
export function answerMaps(route: HostRoute): string[] {
  if (route.parameters.length === 0) return [];
  const tokens = quoted(route.parameters.map(({ name }) => `{${variable(route, name)}}`).join(' '));
  const isFile = ({ then }: Rule) => typeof then === 'string';
  const file = map(tokens, variable(route, 'file'), [
    ...route.rules
      .filter(isFile)
      .map((rule): [string, string] => [keyOf(route, rule), quoted(`${basePath}/${filled(route, rule)}`)]),
    ['default', quoted('/-')],
  ]);
  const names = [...route.parameters.map(({ name }) => escapeRegExp(name)), ignoredNames].join('|');
  const count = route.parameters.length;
  // The tokens, a question mark and the query, not decoded.
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
      .map((rule): [string, string] => [keyOf(route, rule).replace(/\$`$/, ' \\?`'), body(rule.then as ApiError)]),
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

// Caddy's syntax for strings, maps and handlers.

export const quoted = (text: string): string => `\`${text}\``;
export const body = (refusal: ApiError): string => quoted(bodyOf(refusal));

export const map = (source: string, target: string, entries: readonly (readonly [string, string])[]): string =>
  [`map ${source} {${target}} {`, ...entries.map(([key, value]) => `  ${key} ${value}`), '}'].join('\n');

export const variable = (route: HostRoute, what: string): string => `agent_cost_${route.id}_${what}`;

const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ');
export const block = (head: string, ...lines: string[]): string =>
  [`${head} {`, ...lines.map(indented), '}'].join('\n');

/** Directives in the given order; without `route` Caddy would put `header` before `rewrite`. */
export const handle = (what: string, ...lines: string[]): string => block(`handle ${what}`, block('route', ...lines));

export const field = (name: string, value: string): string => `header ${name} ${quoted(value)}`;
