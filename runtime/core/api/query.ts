/** Query strings, read strictly: nothing is guessed, nothing is silently dropped. */

import { didYouMean, quote } from './did-you-mean.ts';
import { Refusal } from './envelope.ts';

/**
 * The values of the parameters in `known`, each at most once. `others` says what an unknown parameter is: ignored,
 * or refused with the given advice.
 */
export function readQuery<Name extends string>(
  query: string,
  known: readonly Name[],
  others: 'ignored' | { advice: string },
): Partial<Record<Name, string>> | Refusal {
  const values: Partial<Record<Name, string>> = {};
  const decode = /[%+]/.test(query) ? decoded : (text: string) => text;
  for (const pair of query === '' ? [] : query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const rawName = equals < 0 ? pair : pair.slice(0, equals);
    const name = decode(rawName);
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
    if (name === null || value === null) {
      return new Refusal('invalid_request', `query: ${quote(pair)} is not valid percent-encoding.`);
    }
    if (!isOneOf(known, name)) {
      if (others === 'ignored') continue;
      return new Refusal(
        'invalid_request',
        `${quote(name)} is not a query parameter here; accepted are ${known.join(', ')}.${didYouMean(name, known)} ${others.advice}`,
      );
    }
    if (values[name] !== undefined) {
      return new Refusal('invalid_request', `${name}: came more than once; it is accepted once.`);
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
