/** What the packages state of a seller's prices, by the models of the dataset that their names mean. */
import { type Catalog, catalogFrom } from '../../../runtime/core/dataset/catalog.ts';
import { isResolved, resolve } from '../../../runtime/core/dataset/resolve.ts';
import { datedDataset } from '../../../runtime/core/dataset/version.ts';
import { withImported } from '../../../runtime/core/schemas/data-files/imported-models-file.ts';
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import { noOffers } from '../../../runtime/core/schemas/data-files/offers-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import type { Numbers } from './agreement.ts';
import type { FeedReader, Lineage, Statement } from './packages.ts';
import type { ReviewedModel } from './sellers.ts';

/** A catalog to find models by any name: those of the dataset, shut down or not, and the reviewed ones. */
export function nameCatalog(
  providers: readonly ProviderFile[],
  reviewed: readonly ReviewedModel[],
  day: string,
): Catalog {
  const stub = ({ provider: _, confirmed: __, released: ___, ...model }: ReviewedModel): ModelFile => ({
    ...model,
    contextWindow: 1,
    maxOutputTokens: null,
    releaseDate: null,
    confidence: 'imported',
    notes: [],
    prices: [{ from: null, ...noNumbers, sources: [{ name: 'none', on: day }], verifiedOn: day }],
  });
  const ids = [...new Set(reviewed.map(({ provider }) => provider))];
  const imported = ids.map((id) => ({ id, models: reviewed.filter(({ provider }) => provider === id).map(stub) }));
  const all = withImported(providers, { providers: imported });
  const data = { providers: all, presets: [], measured: [], offers: noOffers };
  return catalogFrom(datedDataset(data, day, () => ''));
}

const noNumbers: Numbers = {
  input: 0,
  output: 0,
  cachedInput: null,
  cacheWrite: null,
  cacheWrite1h: null,
  longContext: [],
};

export interface Found {
  /** By the id of our model. */
  known: Map<string, Statement[]>;
  /** By the name without a region prefix. */
  unknown: Map<string, Statement[]>;
  /** From both maps: models that a package lists as no longer sold there. */
  ended: Map<string, { refused: string }>;
  /** Names that cannot be resolved to one model. */
  refused: { model: string; why: string }[];
}

export function statementsByModel(
  names: Catalog,
  readers: ReadonlyMap<Lineage, FeedReader>,
  feeds: Partial<Record<Lineage, string>>,
  prefix: string | null,
  day: string,
): Found {
  const found: Found = { known: new Map(), unknown: new Map(), ended: new Map(), refused: [] };
  for (const [lineage, feed] of Object.entries(feeds) as [Lineage, string][]) {
    for (const statement of readers.get(lineage)?.(feed) ?? []) {
      const { id, ends, by } = statement;
      // genai-prices uses the prefix "regional." for all Bedrock regions.
      const name = `${prefix === null ? '' : `${prefix}/`}${id.replace(/^regional\./, '')}`;
      if (/latest$/i.test(id)) {
        found.refused.push({ model: id, why: 'A name that ends in "latest" is no model, though a record has it.' });
        continue;
      }
      const answer = resolve(names, name);
      // A name at a level of service is not the model's price.
      if (isResolved(answer) && answer.serviceTier !== null) continue;
      if (!isResolved(answer) && answer.reason !== null) {
        found.refused.push({ model: id, why: answer.reason });
        continue;
      }
      const bare = id.toLowerCase().replace(/^[a-z-]{2,8}\.(?=[a-z]+\.)/, '');
      const key = isResolved(answer) ? answer.model.id : bare;
      add(isResolved(answer) ? found.known : found.unknown, key, statement);
      const refused = `${by.name}: no longer sold since ${ends}`;
      if (ends !== null && ends <= day && isOwnName(answer, id)) found.ended.set(key, { refused });
    }
  }
  return found;
}

/** Whether a name is the model's own: the end of a dated snapshot is not the end of its model. */
const isOwnName = (answer: ReturnType<typeof resolve>, id: string): boolean =>
  !isResolved(answer) || answer.via !== 'pattern' || !/\d{8}|\d{4}-\d\d-\d\d/.test(id);

const add = (to: Map<string, Statement[]>, key: string, statement: Statement): void => {
  to.set(key, [...(to.get(key) ?? []), statement]);
};
