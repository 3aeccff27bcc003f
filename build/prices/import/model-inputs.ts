/** What models take besides text, as the lists of their makers and hosts state it. */
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import { isResolved, resolve } from '../../../runtime/core/dataset/resolve.ts';
import type { ImportedModelsFile } from '../../../runtime/core/schemas/data-files/imported-models-file.ts';
import type { SellersNames } from './named-prices.ts';
import { nameOf, type Statement } from './packages.ts';

type Inputs = NonNullable<ImportedModelsFile['inputs']>;
type Ids = Map<keyof Omit<Inputs[number], 'source'>, Set<string>>;

/**
 * By source, the newest first. A host is asked only where no maker's list has the model: it may serve less of it.
 * @param lists what the packages state, by seller; a prefix marks a host
 */
export function statedInputs(catalog: Catalog, lists: readonly SellersNames[]): Inputs {
  const bySource = new Map<string, { source: Inputs[number]['source']; ids: Ids }>();
  const asked = new Set<string>();
  for (const { prefix, statements } of lists.toSorted((a, b) => a.prefix.length - b.prefix.length)) {
    const isMaker = prefix === '';
    const known = new Set(asked);
    for (const statement of statements) {
      const found = resolve(catalog, `${prefix}${statement.id}`);
      if (!isResolved(found) || (!isMaker && known.has(found.model.id))) continue;
      for (const kind of kindsOf(statement)) {
        const { by, feed } = statement;
        const name = nameOf(by, feed);
        const of = bySource.get(name) ?? { source: { name, on: by.on }, ids: new Map() };
        of.ids.set(kind, (of.ids.get(kind) ?? new Set()).add(found.model.id));
        bySource.set(name, of);
        asked.add(found.model.id);
      }
    }
  }
  return [...bySource.values()]
    .sort((a, b) =>
      a.source.on === b.source.on
        ? (a.source.name ?? '').localeCompare(b.source.name ?? '', 'en')
        : a.source.on < b.source.on
          ? 1
          : -1,
    )
    .map(({ source, ids }) => {
      // A list that has a model twice, with and without images, has a variant that takes none.
      const image = ids.get('image') ?? new Set();
      const noImage = new Set([...(ids.get('noImage') ?? [])].filter((id) => !image.has(id)));
      const sorted = (of: ReadonlySet<string>): string[] => [...of].sort();
      const pdf = ids.get('pdf') ?? new Set();
      return {
        source,
        ...(image.size > 0 && { image: sorted(image) }),
        ...(noImage.size > 0 && { noImage: sorted(noImage) }),
        ...(pdf.size > 0 && { pdf: sorted(pdf) }),
      };
    });
}

const kindsOf = ({ takes = {} }: Statement): ('image' | 'noImage' | 'pdf')[] => [
  ...(takes.image === undefined ? [] : [takes.image ? ('image' as const) : ('noImage' as const)]),
  ...(takes.pdf === true ? ['pdf' as const] : []),
];
