/** Finds the sections of the docs that contain every word. */

/** A section: its address below the root of the site, its title, and its text. */
export type DocsSection = readonly [address: string, title: string, text: string];

export interface Found {
  address: string;
  title: string;
  /** Its text around the first word. */
  excerpt: string;
}

/**
 * At most `most` sections with words that begin as those typed (`rate` is not found in `generate`): first those whose
 * title has them one after the other, then all of them in any order, then those whose text says them one after the other,
 * most often first.
 */
export function findSections(sections: readonly DocsSection[], text: string, most = 12): Found[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const begins = words.map((word) => new RegExp(`(?<![a-z0-9])${escaped(word)}`, 'i'));
  // In a text `rate-limit` is the name of a folder as often as not.
  const phrase = (between: string) => new RegExp(`(?<![a-z0-9/])${words.map(escaped).join(between)}`, 'gi');
  const [titled, written] = [phrase('[\\s-]+'), phrase('\\s+')];
  return sections
    .flatMap(([address, title, body]) => {
      if (!begins.every((word) => word.test(title) || word.test(body))) return [];
      const inTitle = (title.match(titled) ? words.length : 0) + begins.filter((word) => word.test(title)).length;
      const said = body.match(written)?.length ?? 0;
      return [{ inTitle, said, found: { address, title, excerpt: excerptOf(body, begins) } }];
    })
    .sort((a, b) => b.inTitle - a.inTitle || b.said - a.said)
    .slice(0, most)
    .map(({ found }) => found);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const before = 40;
const length = 120;

function excerptOf(body: string, words: readonly RegExp[]): string {
  const places = words.map((word) => body.search(word)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, body.length) - before);
  const end = start + length;
  return `${start > 0 ? '... ' : ''}${body.slice(start, end).trim()}${end < body.length ? ' ...' : ''}`;
}
