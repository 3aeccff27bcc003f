/**
 * Names of projects, sessions and files as a report shows them, so that it can be shared: folders of a machine tell who
 * works on it and for whom. A path is its last folder, an id its first characters; where two would be alike, both get one
 * folder or a few characters more.
 */

import { fingerprint } from '../duplicates.ts';
import { groupBy } from '../statistics.ts';

const path = /^(?:~?[\\/]|~$|[a-z]:[\\/]|file:)/i;
/** The home of a user, whose name is no project. */
const home = /^(?:file:\/\/)?(?:[a-z]:)?[\\/](?:(?:home|users)[\\/][^\\/]+|root)(?=[\\/]|$)/i;
/** UUIDs, ULIDs and other long ids, with at most a short word before them, and API keys. */
const id = /^(?:(?:[a-z]{2,8}[_-])?(?=.*\d)[0-9a-z]{8}[0-9a-z-]{8,}|sk-[\w-]{16,})$/i;

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Characters of an id that are shown, and how many more where two are alike. */
const [idLength, idStep] = [8, 4];

/** Eight hexadecimal digits of a hash: of a thousand names, two are alike in one log of ten thousand. */
const hash = (name: string): string => (fingerprint(name)[0] >>> 0).toString(16).padStart(8, '0');

/**
 * A name under which a person or a machine can be told from others without telling who it is, the same in every report:
 * `user 5d41402a`. Whoever knows the name can find it again.
 */
export const coveredName = (kind: 'user' | 'machine', name: string): string => `${kind} ${hash(name)}`;

/** The short names by the names; a name that is neither a path nor an id is its own. */
export function shortNames(names: Iterable<string | null>): ReadonlyMap<string, string> {
  const long = new Set<string>();
  for (const name of names) if (name !== null) long.add(name);
  const short = new Map<string, string>();
  /** The names that have a short name already: no other may be the same. */
  const taken = new Set([...long].filter((name) => !path.test(name) && !id.test(name)));
  for (const name of taken) short.set(name, name);
  let open = [...long].filter((name) => !taken.has(name));
  for (let round = 0; open.length > 0; round++) {
    const proposed = groupBy(open, (name) => shortened(name, round));
    open = [];
    for (const [shorter, rivals] of proposed) {
      const isFree = rivals.length === 1 && !taken.has(shorter);
      // In full they can only be the same project below two homes.
      const isLast = rivals.every((name) => shortened(name, round + 1) === shorter);
      if (!isFree && !isLast) open.push(...rivals);
      else
        rivals.forEach((name) => {
          const own = unused(shorter, taken);
          taken.add(own);
          short.set(name, own);
        });
    }
  }
  return short;
}

function unused(name: string, taken: ReadonlySet<string>): string {
  let own = name;
  for (let number = 2; taken.has(own); number++) own = `${name} (${number})`;
  return own;
}

/** @param round how often a longer name was asked for */
function shortened(name: string, round: number): string {
  if (!path.test(name)) return name.slice(0, idLength + idStep * round);
  const parts = name
    .replace(home, '~')
    .split(/[\\/]+/)
    .filter((part) => part !== '');
  // The log of a session is named after it.
  const short = parts.slice(-1 - round).join('/') || '/';
  return short.replace(uuid, (whole) => whole.slice(0, idLength + idStep * round));
}
