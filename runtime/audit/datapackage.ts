/** `datapackage.json`: the tables of a snapshot, for programs that read Frictionless data packages. */
import { columns } from '../api/feeds.ts';
import { basePath } from '../api/routes.ts';
import { model } from '../core/answers/schemas/model-schemas.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import { dayOf, type Files, nameOf, names } from './layout.ts';
import { evidenceColumns } from './price-evidence.ts';
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
