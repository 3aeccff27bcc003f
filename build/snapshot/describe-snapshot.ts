/** The files of a snapshot that describe the others. */

import { columns } from '../../runtime/core/api/feeds.ts';
import { published } from '../../runtime/core/api/published.ts';
import { basePath } from '../../runtime/core/api/routes.ts';
import { model } from '../../runtime/core/api/schemas.ts';
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { evidenceColumns } from '../../runtime/core/dataset/evidence.ts';
import {
  type ListedFile,
  nameOf,
  names,
  type SnapshotManifest,
  snapshotFormat,
} from '../../runtime/snapshot/layout.ts';
import { sha256Of } from '../../runtime/snapshot/sums.ts';
import type { SourceFile } from './collect-files.ts';

const api = `public${basePath}`;

/** The schema that each JSON file keeps, by path. */
function schemasOf(catalog: Catalog, files: readonly SourceFile[]): Map<string, string> {
  const schemas = new Map<string, string>();
  for (const { file, route } of published(catalog)) {
    if (route !== null) schemas.set(`${api}/${file}`, `${api}/schemas/${route}.json`);
  }
  for (const { path } of files) {
    if (path.startsWith('data/providers/')) schemas.set(path, 'data/schemas/provider.schema.json');
    if (path.startsWith('data/measured/')) schemas.set(path, 'data/schemas/measured.schema.json');
  }
  return schemas.set('data/presets.json', 'data/schemas/presets.schema.json');
}

export interface Made {
  commit: string | null;
  program: { name: string; version: string };
  tools: Record<string, string>;
}

/** `files` in the order of their names. */
export function manifestOf(catalog: Catalog, made: Made, files: readonly SourceFile[]): SnapshotManifest {
  const schemas = schemasOf(catalog, files);
  return {
    format: snapshotFormat,
    datasetVersion: catalog.version,
    pricesAsOf: catalog.asOf,
    ...made,
    files: files.map(({ path, bytes }): ListedFile => {
      return { path, bytes: bytes.length, sha256: sha256Of(bytes), schema: schemas.get(path) ?? null };
    }),
  };
}

/**
 * An in-toto statement (v1) with SLSA provenance (v1) about the manifest and the files it lists. Nobody has signed it,
 * so it claims no SLSA level: it says in a standard form what the manifest says.
 */
export const statementOf = (manifest: SnapshotManifest, sums: ReadonlyMap<string, string>) => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject: [...sums].map(([name, sha256]) => ({ name, digest: { sha256 } })),
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: {
      buildType: 'tag:agent-cost,2026:snapshot/v1',
      externalParameters: { asOf: manifest.pricesAsOf },
      internalParameters: { tools: manifest.tools },
      resolvedDependencies: [
        ...(manifest.commit === null ? [] : [{ name: 'source', digest: { gitCommit: manifest.commit } }]),
        ...manifest.files
          .filter(({ path }) => path.startsWith('data/'))
          .map(({ path, sha256 }) => ({ name: path, digest: { sha256 } })),
      ],
    },
    runDetails: {
      builder: { id: 'tag:agent-cost,2026:npm-run-snapshot', version: { 'agent-cost': manifest.program.version } },
    },
  },
});

/** A Frictionless data package, valid as version 1 and as version 2. */
export function datapackageOf(catalog: Catalog, files: readonly SourceFile[], day: string) {
  const resource = (name: string, path: string, description: string, more: object) => {
    const bytes = files.find((file) => file.path === path)?.bytes as Uint8Array;
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
    created: `${day}T00:00:00Z`,
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
