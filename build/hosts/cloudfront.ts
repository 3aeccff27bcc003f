/** CloudFront: a function on the viewer's request rewrites it to the file in the bucket, or refuses it. */

import { ignoredNames } from '../../runtime/api/query.ts';
import { basePath } from '../../runtime/api/routes.ts';
import type { ApiError } from '../../runtime/core/schemas/api-error.ts';
import { cleanAddresses, pageFolders } from '../../runtime/server/http/pages.ts';
import { bodyOf, everyField } from './host-answers.ts';
import type { Condition, HostParameter, HostRoute, Rule } from './query-rules.ts';

/**
 * A function may have 10 KB, so a longer list of values becomes a pattern; which of them exist is left to the bucket.
 */
const longestList = 40;

export function cloudfrontFiles(routes: readonly HostRoute[]): Record<string, string> {
  const refusals: string[] = [];
  const number = (refusal: ApiError | null): number => {
    if (refusal === null) return -1;
    const text = bodyOf(refusal);
    if (!refusals.includes(text)) refusals.push(text);
    return refusals.indexOf(text);
  };
  const table = Object.fromEntries(
    routes
      .filter((route) => route.in === 'query')
      .map((route) => [
        route.path,
        {
          names: route.parameters.map(({ name }) => name),
          values: route.parameters.map(valuesOf),
          twice: route.parameters.map(({ twice }) => number(twice)),
          others: number(route.others),
          rules: merged(
            route.rules.map(
              (rule): Wanted => ({
                tokens: route.parameters.map(({ name }) => token(rule.when[name] as Condition)),
                result: ruleResult(route, rule, number),
              }),
            ),
          ).map(({ tokens, result }) => [tokens.join(' '), result]),
        },
      ]),
  );
  const byId = routes.filter((route) => route.in === 'path').map(({ path }) => path.slice(0, path.indexOf('{')));
  const code = source
    .replace('$ROUTES', JSON.stringify(table))
    .replace('$REFUSALS', JSON.stringify(refusals))
    .replace('$BY_ID', JSON.stringify(byId))
    .replace('$CLEAN', String(cleanPage))
    .replace('$BASE', JSON.stringify(basePath))
    .replace(
      '$HEADERS',
      JSON.stringify(Object.fromEntries(everyField.map(([name, value]) => [name.toLowerCase(), { value }]))),
    );
  return { 'cloudfront/viewer-request.js': code };
}

/** Paths of pages without `.html`; those in folders may have it too. */
const cleanPage = new RegExp(`^(?:${[...cleanAddresses.map((path) => `${path}$`), ...pageFolders].join('|')})`);

const valuesOf = ({ accepted }: HostParameter): string[] | null =>
  accepted.size > longestList ? null : [...accepted.keys()];

/** `-` absent, `?` unknown, `*` any known, `~` any of these, else the value. */
const token = (condition: Condition): string =>
  ({ absent: '-', unknown: '?', known: '*' })[condition as string] ?? (condition as { is: string }).is;

interface Wanted {
  tokens: string[];
  result: string | number;
}

/** Rules that give the same whatever one parameter is, as one rule with `~` in its place. */
function merged(rules: readonly Wanted[]): Wanted[] {
  let list = [...rules];
  for (const [i] of rules[0]?.tokens.entries() ?? []) {
    const replaced = (token: string, { tokens }: Wanted) => tokens.with(i, token).join(' ');
    const results = new Map(list.map((rule) => [rule.tokens.join(' '), rule.result]));
    const isSame = (rule: Wanted) => ['-', '?', '*'].every((one) => results.get(replaced(one, rule)) === rule.result);
    list = list.flatMap((rule) => {
      if (!isSame(rule)) return rule;
      return rule.tokens[i] === '-' ? { ...rule, tokens: rule.tokens.with(i, '~') } : [];
    });
  }
  return list;
}

/** A file with placeholders numbered by parameter, or the number of a refusal. */
function ruleResult(route: HostRoute, { then }: Rule, number: (refusal: ApiError) => number): string | number {
  if (typeof then !== 'string') return number(then);
  return then.replace(/\{(\w+)\}/g, (_, name: string) => `{${route.parameters.findIndex((one) => one.name === name)}}`);
}

const source = `// Generated from the route table. Runtime: cloudfront-js-2.0, event: viewer request.
// The cache policy needs no query string: the file's own path is the key.
var routes = $ROUTES;
var refusals = $REFUSALS;
var byId = $BY_ID;
var base = $BASE;
var fields = $HEADERS;
var clean = $CLEAN;

function refuse(number) {
  var headers = { 'content-type': { value: 'application/json' }, 'cache-control': { value: 'no-store' } };
  for (var name in fields) headers[name] = fields[name];
  return { statusCode: 400, statusDescription: 'Bad Request', headers: headers, body: { encoding: 'text', data: refusals[number] + '\\n' } };
}

function decode(text) {
  try { return decodeURIComponent(text.replace(/\\+/g, ' ')); } catch (error) { return null; }
}

function routeOf(path) {
  return Object.prototype.hasOwnProperty.call(routes, path) ? routes[path] : null;
}

function isOfId(path) {
  return byId.some(function (prefix) { return path.indexOf(prefix) === 0 && /^[^/]+$/.test(path.slice(prefix.length)); });
}

// Path and query, not decoded: decoded text must not get into a header field.
function redirect(address, query) {
  var pairs = [];
  for (var name in query) {
    (query[name].multiValue || [query[name]]).forEach(function (one) { pairs.push(one.value === '' ? name : name + '=' + one.value); });
  }
  var headers = { location: { value: address + (pairs.length ? '?' + pairs.join('&') : '') } };
  for (var field in fields) headers[field] = fields[field];
  return { statusCode: 308, statusDescription: 'Permanent Redirect', headers: headers };
}

function handler(event) {
  var request = event.request;
  if (request.uri === '/') request.uri = '/index.html';
  var page = request.uri.replace(/\\/+$/, '');
  if (page !== request.uri && /^[!-~]*$/.test(page) && clean.test(page)) return redirect(page, request.querystring);
  if (clean.test(request.uri) && !/\\.html$/.test(request.uri)) request.uri += '.html';
  if (request.uri.indexOf(base + '/') !== 0) return request;
  var path = request.uri.slice(base.length);
  var route = routeOf(path);
  var query = request.querystring;
  request.querystring = {};
  if (!route) {
    var bare = path.replace(/\\/+$/, '');
    if (bare !== path && /^[!-~]*$/.test(bare) && (routeOf(bare) || isOfId(bare))) return redirect(base + bare, query);
    if (isOfId(path) && !/\\.json$/.test(path)) request.uri += '.json';
    return request;
  }
  for (var name in query) {
    if (/^(?:${ignoredNames})$/.test(name)) continue;
    if (route.names.indexOf(name) < 0) {
      if (route.others >= 0) return refuse(route.others);
    } else if (query[name].multiValue && query[name].multiValue.length > 1) {
      return refuse(route.twice[route.names.indexOf(name)]);
    }
  }
  var values = route.names.map(function (name) { return query[name] ? decode(query[name].value) : undefined; });
  for (var r = 0; r < route.rules.length; r++) {
    var wanted = route.rules[r][0].split(' ');
    var fits = route.names.every(function (_, i) {
      var value = values[i];
      if (wanted[i] === '~') return true;
      if (value === undefined) return wanted[i] === '-';
      var list = route.values[i];
      var known = value !== null && (list ? list.indexOf(value) >= 0 : /^[A-Za-z0-9._:-]+$/.test(value));
      if (!known) return wanted[i] === '?';
      return wanted[i] === '*' || wanted[i] === value;
    });
    if (!fits) continue;
    var result = route.rules[r][1];
    if (typeof result === 'number') return refuse(result);
    request.uri = base + '/' + result.replace(/\\{(\\d)\\}/g, function (_, i) { return values[i]; });
    return request;
  }
  return request;
}
`;
