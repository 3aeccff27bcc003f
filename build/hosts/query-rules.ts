/**
 * The route table for hosts that can only compare strings: which file answers which combination of parameters. Nothing
 * here is written by hand. Every rule is found by calling `Route.locate`, and a rule with a placeholder is only kept if
 * it gives the file that `locate` gives for every accepted value.
 */

import type { Route } from '../../runtime/api/routes/route-definition.ts';
import { routes } from '../../runtime/api/routes.ts';
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { ApiError } from '../../runtime/core/schemas/api-error.ts';

/** What a parameter must be: absent, an accepted value, any other value, or exactly this one. */
export type Condition = 'absent' | 'known' | 'unknown' | { is: string };

export interface Rule {
  /** By parameter name. */
  when: Record<string, Condition>;
  /** Below `/api/v1`; `{name}` is replaced by the meaning of a known parameter. Or a refusal. */
  then: string | ApiError;
}

export interface HostParameter {
  name: string;
  /** Every accepted value and its meaning: itself, or the id behind an alias. */
  accepted: ReadonlyMap<string, string>;
  /** The refusal when it is given twice; null for a path parameter. */
  twice: ApiError | null;
}

export interface HostRoute {
  id: string;
  /** As in the route table: `/models/{id}`. */
  path: string;
  in: 'path' | 'query';
  parameters: HostParameter[];
  /** Exactly one matches any request. */
  rules: Rule[];
  /** The refusal of an unknown query parameter; null: it is ignored. */
  others: ApiError | null;
  /** Whether a POST is computed here. */
  computes: boolean;
}

/** Not an accepted value, and too long to be a typo of one. */
const stranger = '~'.repeat(40);

/** The refusal with our made-up value replaced by dots. */
const anonymous = ({ code, message }: ApiError): ApiError => new ApiError(code, message.replaceAll(stranger, '...'));

export const hostRoutes = (catalog: Catalog): HostRoute[] => routes.map((route) => hostRoute(catalog, route));

function hostRoute(catalog: Catalog, route: Route): HostRoute {
  const place = route.parameters[0]?.in ?? 'query';
  const ask = (query: string) => route.locate(catalog, '', query);
  const refused = (query: string): ApiError | null => {
    const answer = ask(query);
    return answer instanceof ApiError ? anonymous(answer) : null;
  };
  const parameters = route.parameters.map(({ name, accepted }): HostParameter => {
    const values = new Map(accepted(catalog));
    const pair = `${name}=${encodeURIComponent([...values.keys()][0] as string)}`;
    return { name, accepted: values, twice: place === 'path' ? null : refused(`${pair}&${pair}`) };
  });
  return {
    id: route.id,
    path: route.path,
    in: place,
    parameters,
    rules: combinations(parameters, place).flatMap((when) => rulesWhen(catalog, route, parameters, when)),
    others: place === 'path' ? null : refused(`${stranger}=1`),
    computes: route.operations.post !== undefined,
  };
}

/** Every combination of conditions; a path parameter is never absent. */
function combinations(parameters: readonly HostParameter[], place: 'path' | 'query'): Rule['when'][] {
  const conditions: Condition[] = place === 'path' ? ['known', 'unknown'] : ['absent', 'known', 'unknown'];
  return parameters.reduce<Rule['when'][]>(
    (made, { name }) => made.flatMap((when) => conditions.map((condition) => ({ ...when, [name]: condition }))),
    [{}],
  );
}

type Values = Record<string, string>;

/** One rule for these conditions, or one for each value of a parameter if no placeholder covers them all. */
function rulesWhen(catalog: Catalog, route: Route, parameters: readonly HostParameter[], when: Rule['when']): Rule[] {
  const locate = (values: Values): string | ApiError => {
    const id = route.parameters.find((parameter) => parameter.in === 'path') ? (values.id ?? '') : '';
    const query = id === '' ? new URLSearchParams(values).toString() : '';
    return route.locate(catalog, id, query);
  };
  const known = parameters.filter(({ name }) => when[name] === 'known');
  const meanings = new Map(known.map(({ name, accepted }) => [name, [...new Set(accepted.values())]]));
  const first: Values = {};
  // A different position in each list, so that two parameters rarely have the same value.
  for (const [name, list] of meanings)
    first[name] = list[Math.min(Object.keys(first).length, list.length - 1)] as string;
  for (const [name, condition] of Object.entries(when)) {
    if (condition === 'unknown') first[name] = stranger;
    else if (typeof condition === 'object') first[name] = condition.is;
  }

  const answer = locate(first);
  const then = answer instanceof ApiError ? anonymous(answer) : templateOf(answer, first, [...meanings.keys()]);
  const holds = [...meanings].every(([name, list]) =>
    list
      .flatMap((value) => switched(meanings, { ...first, [name]: value }, name))
      .every((values) => {
        const found = locate(values);
        if (then instanceof ApiError) return found instanceof ApiError && found.code === then.code;
        return found === filledIn(then, values);
      }),
  );
  if (holds) return [{ when, then }];
  const [smallest] = [...meanings].sort(([, a], [, b]) => a.length - b.length);
  const [name, list] = smallest as [string, string[]];
  return list.flatMap((is) => rulesWhen(catalog, route, parameters, { ...when, [name]: { is } }));
}

/** Parameters with so few values are tried in every combination: one may matter only beside another. */
const fewValues = 3;

/** `values` with every combination of the values that other parameters with few of them have. */
const switched = (meanings: ReadonlyMap<string, readonly string[]>, values: Values, kept: string): Values[] =>
  [...meanings]
    .filter(([name, list]) => name !== kept && list.length <= fewValues)
    .reduce((made, [name, list]) => made.flatMap((one) => list.map((value) => ({ ...one, [name]: value }))), [values]);

/** A file with the values of `names` replaced by placeholders, wherever a value is a whole segment of the path. */
function templateOf(file: string, values: Values, names: readonly string[]): string {
  return file.replace(/[^/]+?(?=\.json$|\/)/g, (segment) => {
    const name = names.find((name) => values[name] === segment);
    return name === undefined ? segment : `{${name}}`;
  });
}

export const filledIn = (template: string, values: Values): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
