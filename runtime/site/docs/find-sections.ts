/** Finds the sections of the docs that contain every word. */

/** A section: its address below the root of the site, its title, and its text. */
export type DocsSection = readonly [address: string, title: string, text: string];

export interface Found {
  address: string;
  title: string;
  /** Its text around the first word. */
  excerpt: string;
}

/** At most `most` sections, those with the words in their title first. */
export function findSections(sections: readonly DocsSection[], text: string, most = 12): Found[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return sections
    .flatMap(([address, title, body]) => {
      const whole = `${title} ${body}`.toLowerCase();
      if (!words.every((word) => whole.includes(word))) return [];
      const inTitle = words.filter((word) => title.toLowerCase().includes(word)).length;
      return [{ inTitle, found: { address, title, excerpt: excerptOf(body, words) } }];
    })
    .sort((a, b) => b.inTitle - a.inTitle)
    .slice(0, most)
    .map(({ found }) => found);
}

const before = 40;
const length = 120;

function excerptOf(body: string, words: readonly string[]): string {
  const places = words.map((word) => body.toLowerCase().indexOf(word)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, body.length) - before);
  const end = start + length;
  return `${start > 0 ? '... ' : ''}${body.slice(start, end).trim()}${end < body.length ? ' ...' : ''}`;
}
