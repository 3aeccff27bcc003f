/** One search over models, boards, pages and the docs. */
import { memoize } from '../../core/values/memoize.ts';
import { type DocsSection, findSections } from '../docs/find-sections.ts';
import { named, rankOf, typedText } from '../name-rank.ts';

export const kinds = ['page', 'model', 'board', 'docs'] as const;
export type Kind = (typeof kinds)[number];

/** What has a name: in order of importance within its kind. */
export type Entry = readonly [
  kind: Kind,
  title: string,
  detail: string,
  /** Below the root of the site. */
  address: string,
  names: readonly string[],
];

export interface Hit {
  kind: Kind;
  title: string;
  detail: string;
  address: string;
}

/** The most hits of a kind. */
const most: Record<Kind, number> = { page: 3, model: 7, board: 3, docs: 6 };

const namesOf = memoize(([, title, detail, , names]: Entry) => named([title, ...names], detail.split(' · ')[0]));

/** The best match of each kind first, and the kind with the best match first. */
export function find(entries: readonly Entry[], sections: readonly DocsSection[], text: string): Hit[] {
  const typed = typedText(text);
  if (typed.parts.length === 0) return [];
  const ranked = entries.flatMap((entry) => {
    const rank = rankOf(namesOf(entry), typed);
    const [kind, title, detail, address] = entry;
    return rank === null ? [] : [{ rank, hit: { kind, title, detail, address } }];
  });
  const groups = kinds.map((kind) => ranked.filter(({ hit }) => hit.kind === kind).sort((a, b) => a.rank - b.rank));
  const documents = findSections(sections, text, most.docs).map(({ address, title, excerpt }) => ({
    rank: 1.5,
    hit: { kind: 'docs' as const, title, detail: excerpt, address },
  }));
  return [...groups, documents]
    .filter((group) => group.length > 0)
    .sort((a, b) => (a[0]?.rank ?? 0) - (b[0]?.rank ?? 0))
    .flatMap((group) => group.slice(0, most[group[0]?.hit.kind ?? 'page']).map(({ hit }) => hit));
}
