/**
 * The tables of a snapshot: `evidence.csv`, where every price comes from, and `datapackage.json`, which describes them for
 * programs that read Frictionless data packages.
 */
import { columns } from '../api/feeds.ts';
import { basePath } from '../api/routes.ts';
import { model } from '../core/answers/schemas/model-schemas.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import type { Dataset } from '../core/dataset/dataset.ts';
import type { DatedPrice } from '../core/schemas/data-files/dated-price.ts';
import { csvField } from '../core/values/csv.ts';
import { dayOf, type Files, nameOf, names } from './layout.ts';
import { sha256Of } from './sums.ts';

const api = `public${basePath}`;

/** A Frictionless data package, valid as version 1 and as version 2. */
export function datapackageOf(catalog: Catalog, files: Files) {
  const resource = (name: string, path: string, description: string, more: object) => {
    const bytes = files.get(path) ?? new Uint8Array();
    const [format = ''] = path.split('.').slice(-1);
    const mediatype = format === 'csv' ? 'text/csv' : 'application/json';
    return {
      name,
      path,
      description,
      format,
      mediatype,
      encoding: 'utf-8',
      bytes: bytes.length,
      hash: `sha256:${sha256Of(bytes)}`,
      ...more,
    };
  };
  const table = (schema: object) => ({
    type: 'table',
    profile: 'tabular-data-resource',
    dialect: { delimiter: ',', lineTerminator: '\r\n', quoteChar: '"', doubleQuote: true, header: true },
    schema,
  });
  return {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    profile: 'data-package',
    name: 'agent-cost',
    id: nameOf(catalog.version),
    title: 'What an AI agent really costs',
    description: `List prices of ${catalog.models.length} LLM models in force on ${catalog.asOf}, with sources and dates.`,
    version: catalog.version,
    created: `${dayOf(nameOf(catalog.version))}T00:00:00Z`,
    keywords: ['llm', 'pricing', 'agents', 'cost'],
    licenses: [{ name: 'MIT', title: 'MIT License', path: 'LICENSE' }],
    sources: catalog.providers.map(({ name, pricingUrl }) => ({ title: name, path: pricingUrl })),
    resources: [
      resource('models', `${api}/models.csv`, 'Models with list prices.', table(modelsTable())),
      resource('evidence', names.evidence, 'Every price with its sources.', table({ fields: evidenceColumns })),
      resource('catalog', names.catalog, 'The dataset from which the programs compute.', {}),
      resource('openapi', `${api}/openapi.json`, 'The API, as OpenAPI 3.0.3.', {}),
    ],
  };
}

interface Property {
  type?: string | readonly string[];
  format?: string;
  enum?: readonly string[];
  minimum?: number;
  description?: string;
}

/** The table schema of `models.csv`, from the schema of a model. */
function modelsTable() {
  const properties = model.properties as Record<string, Property>;
  const fields = columns.map((name) => {
    const { type = 'string', format, description, ...rest } = properties[name] as Property;
    const types = [type].flat();
    const constraints = {
      ...(types.includes('null') ? {} : { required: true }),
      ...(rest.enum && { enum: rest.enum }),
      ...(rest.minimum !== undefined && { minimum: rest.minimum }),
    };
    return {
      name,
      type: format === 'date' ? 'date' : types[0],
      ...(description && { description }),
      constraints: name === 'id' ? { ...constraints, unique: true } : constraints,
    };
  });
  return { fields, primaryKey: 'id', missingValues: [''] };
}

const evidenceColumns = [
  { name: 'provider', type: 'string', description: 'Maker id.' },
  { name: 'model', type: 'string', description: 'Model id.' },
  { name: 'from', type: 'date', description: 'First day of the price (UTC); empty: since release or unknown.' },
  { name: 'inputPerMTok', type: 'number', description: 'USD per 1,000,000 tokens.' },
  { name: 'outputPerMTok', type: 'number', description: 'USD per 1,000,000 tokens.' },
  {
    name: 'cachedInputPerMTok',
    type: 'number',
    description: 'USD per 1,000,000 tokens; empty: not offered or unknown.',
  },
  { name: 'cacheWritePerMTok', type: 'number', description: 'USD per 1,000,000 tokens; empty: no premium over input.' },
  {
    name: 'cacheWrite1hPerMTok',
    type: 'number',
    description: 'For a cache kept one hour, USD per 1,000,000 tokens; empty: not offered or unknown.',
  },
  {
    name: 'longContext',
    type: 'string',
    description:
      'Prices above a number of prompt tokens, as JSON: a list with above, input, output, cachedInput, cacheWrite; empty: none.',
  },
  { name: 'offPeak', type: 'string', description: 'Prices outside of peak hours, as JSON; empty: none.' },
  { name: 'announced', type: 'boolean', description: 'Taken from an announcement, before it took effect.' },
  { name: 'verifiedOn', type: 'date', description: 'Day on which a source last confirmed the price.' },
  { name: 'source', type: 'string', description: 'URL or name of the source.' },
  { name: 'sourceOn', type: 'date', description: 'Day of the source.' },
  { name: 'sourceNote', type: 'string', description: 'Note on the source.' },
  { name: 'priceNote', type: 'string', description: 'Note on the price.' },
  { name: 'host', type: 'string', description: 'Id of the host of the offer; empty: the maker itself.' },
] as const;

/** RFC 4180, in the order of the data: the prices of providers, then the offers of hosts. */
export function evidenceCsv({ providers, offers }: Dataset): string {
  const providerOf = new Map(providers.flatMap(({ id, models }) => models.map((model) => [model.id, id] as const)));
  const rows = [
    ...providers.flatMap(({ id, models }) => models.flatMap((model) => rowsOf(id, model.id, model.prices, null))),
    ...offers.offers.flatMap(({ host, model, prices }) => rowsOf(providerOf.get(model) ?? '', model, prices, host)),
  ];
  const header = evidenceColumns.map(({ name }) => name);
  return [header, ...rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

/** A row for each source of each price. */
const rowsOf = (provider: string, model: string, prices: readonly DatedPrice[], host: string | null) =>
  prices.flatMap((price) =>
    price.sources.map((source) => [
      provider,
      model,
      price.from,
      price.input,
      price.output,
      price.cachedInput,
      price.cacheWrite,
      price.cacheWrite1h,
      price.longContext.length === 0 ? null : JSON.stringify(price.longContext),
      price.offPeak === undefined || price.offPeak === null ? null : JSON.stringify(price.offPeak),
      String(price.announced ?? false),
      price.verifiedOn,
      source.url ?? source.name ?? null,
      source.on,
      source.note ?? null,
      price.note ?? null,
      host,
    ]),
  );
