/** Query strings, read strictly: nothing is guessed, nothing is silently dropped. */

import { ApiError } from '../core/schemas/api-error.ts';
import { quote, unknownName } from '../core/values/did-you-mean.ts';

/**
 * Parameters that are always ignored, as the source of a regular expression: those that scripts add to bypass caches,
 * and those that campaigns add to links.
 */
export const ignoredNames = '_|utm_[^=&]*';

const ignored = new RegExp(`^(?:${ignoredNames})$`);

/**
 * Whether a query has an ignored parameter. Such a URL is not worth caching: a cache buster (a counter, a time) never
 * repeats.
 */
export const hasIgnored = (query: string): boolean => /(?:^|&)(?:_|utm_)/.test(query);

/**
 * The values of the parameters in `known`, each at most once. Any other is refused with the nearest known one and
 * `advice`: a misspelled filter must not return everything.
 */
export function readQuery<Name extends string>(
  query: string,
  known: readonly Name[],
  advice = '',
): Partial<Record<Name, string>> | ApiError {
  const values: Partial<Record<Name, string>> = {};
  const decode = /[%+]/.test(query) ? decoded : (text: string) => text;
  for (const pair of query === '' ? [] : query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const rawName = equals < 0 ? pair : pair.slice(0, equals);
    const name = decode(rawName);
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
    if (name === null || value === null) {
      return new ApiError('invalid_request', `The query has invalid percent-encoding: ${quote(pair)}.`);
    }
    if (!isOneOf(known, name)) {
      if (ignored.test(name)) continue;
      return new ApiError('invalid_request', `${unknownName('query parameter', name, known)}${advice}`);
    }
    if (values[name] !== undefined) {
      return new ApiError('invalid_request', `${name} must not be given more than once.`);
    }
    values[name] = value;
  }
  return values;
}

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  (names as readonly string[]).includes(name);

/** One component, percent-decoded with `+` as a space, or null where the encoding is broken. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
