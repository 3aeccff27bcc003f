/** CloudFront: a function on the viewer's request rewrites it to the file in the bucket, or refuses it. */

import { ignoredNames } from '../../runtime/api/query.ts';
import { basePath } from '../../runtime/api/routes.ts';
import type { ApiError } from '../../runtime/core/schemas/api-error.ts';
import { cleanAddresses, pageFolders } from '../../runtime/server/http/pages.ts';
import { bodyOf, everyField, templateWith } from './host-answers.ts';
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
  const code = templateWith('viewer-request.js', {
    ROUTES: JSON.stringify(table),
    REFUSALS: JSON.stringify(refusals),
    BY_ID: JSON.stringify(byId),
    CLEAN: String(cleanPage),
    BASE: JSON.stringify(basePath),
    HEADERS: JSON.stringify(Object.fromEntries(everyField.map(([name, value]) => [name.toLowerCase(), { value }]))),
    IGNORED: ignoredNames,
  });
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
