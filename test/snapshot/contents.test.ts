import { describe, expect, test } from 'vitest';
import { snapshotOf } from '../../build/snapshot/make-snapshot.ts';
import { names, type SnapshotManifest } from '../../runtime/audit/layout.ts';
import { sha256Of } from '../../runtime/audit/sums.ts';
import { filesBelow } from '../support/build.ts';
import { findingsOf, validatorOf } from '../support/core/json-schema.ts';
import { rawModels, rawOffers, rawProviders, testDays } from '../support/core/raw-data.ts';
import { frozenDir, testDist } from '../support/dist.ts';
import { made, privateKey, sourceOf } from './support.ts';

const source = sourceOf(testDist, frozenDir);
const snapshot = snapshotOf(source, made, privateKey);
const unsigned = snapshotOf(source, made, null);

const { files } = snapshot;
const textOf = (path: string) => Buffer.from(files.get(path) as Uint8Array).toString('utf8');
const jsonOf = (path: string) => JSON.parse(textOf(path));
const manifest = jsonOf(names.manifest) as SnapshotManifest;

/** A reader for CSV, directly from RFC 4180. */
function csv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    const field = quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"');
    if (end === '' && field === '') break;
    rows.at(-1)?.push(field);
    if (end === '\r\n') rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

describe('a snapshot holds', () => {
  test('every published file except the encodings, the data, the schemas and the programs', () => {
    const published = filesBelow(testDist).filter((path) => path.startsWith('public/') && !/\.(gz|br)$/.test(path));
    expect([...files.keys()].filter((path) => path.startsWith('public/'))).toEqual(published);
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        'AUDIT.md',
        'LICENSE',
        'SHA256SUMS',
        'SHA256SUMS.sig',
        'SHA256SUMS.sshsig',
        'catalog.json',
        'cli.js',
        'data/presets.json',
        ...rawProviders.map(({ id }) => `data/providers/${id}.json`),
        'data/measured/deepswe.json',
        'data/schemas/measured.schema.json',
        'data/schemas/presets.schema.json',
        'data/schemas/provider.schema.json',
        'datapackage.json',
        'evidence.csv',
        'manifest.json',
        'provenance.intoto.json',
        'public/api/v1/openapi.json',
        'public/api/v1/schemas/estimate.json',
      ]),
    );
    expect([...files.keys()]).not.toContain('UNSIGNED');
  });

  test('the same listed files, signed or not', () => {
    const listed = (from: typeof files) => Buffer.from(from.get(names.sums) as Uint8Array).toString();
    expect(listed(unsigned.files)).toBe(listed(files));
    expect(Buffer.from(unsigned.files.get('UNSIGNED') as Uint8Array).toString()).toContain('is not signed');
    expect([...unsigned.files.keys()].filter((path) => path.startsWith('SHA256SUMS'))).toEqual(['SHA256SUMS']);
  });
});

describe('the manifest', () => {
  test('has bytes, SHA-256 and schema of every file, the dataset, the day, the commit and the tools', () => {
    expect(manifest).toMatchObject({
      format: 1,
      pricesAsOf: testDays.from,
      commit: null,
      program: { name: 'agent-cost' },
    });
    expect(snapshot.name).toBe(`agent-cost-${manifest.datasetVersion}`);
    const outside = [/^SHA256SUMS/, /^manifest\.json$/, /^provenance\.intoto\.json$/];
    const listed = [...files.keys()].filter((path) => !outside.some((pattern) => pattern.test(path)));
    expect(manifest.files.map(({ path }) => path)).toEqual(listed);
    for (const { path, bytes, sha256 } of manifest.files) {
      const content = files.get(path) as Uint8Array;
      expect({ path, bytes, sha256 }).toEqual({ path, bytes: content.length, sha256: sha256Of(content) });
    }
  });

  test('names a schema of the snapshot for every answer and data file, which an independent validator confirms', () => {
    const named = new Set(manifest.files.flatMap(({ schema }) => schema ?? []));
    const schemas = new Map([...named].map((schema) => [schema, validatorOf(jsonOf(schema))]));
    const without = manifest.files.filter(({ path, schema }) => schema === null && path.endsWith('.json'));
    expect(without.map(({ path }) => path).filter((path) => !/schema|openapi|\/exports\//.test(path))).toEqual([
      'catalog.json',
      'datapackage.json',
      'package.json',
    ]);
    for (const { path, schema } of manifest.files) {
      const validator = schemas.get(schema ?? '');
      if (validator) expect(findingsOf(validator, jsonOf(path)), path).toEqual([]);
    }
  });
});

/** Every price of the data files with its provider, model and host, the offers last. */
const evidence = [
  ...rawProviders.flatMap(({ id, models }) =>
    models.flatMap((model) => model.prices.map((price) => ({ provider: id, model: model.id, host: '', price }))),
  ),
  ...rawOffers.flatMap(({ host, model, prices }) => {
    const provider = rawProviders.find(({ models }) => models.some(({ id }) => id === model))?.id;
    return prices.map((price) => ({ provider, model, host, price }));
  }),
];

test('the evidence has every number of every price', () => {
  const [header = [], ...rows] = csv(textOf(names.evidence));
  const cells = (name: string) => rows.map((row) => row[header.indexOf(name)]);
  const prices = evidence.flatMap(({ price }) => (price.sources as unknown[]).map(() => price));
  expect(cells('cacheWrite1hPerMTok')).toEqual(prices.map(({ cacheWrite1h }) => String(cacheWrite1h ?? '')));
  const parsed = (name: string) => cells(name).map((cell) => (cell === '' ? null : JSON.parse(cell as string)));
  expect(parsed('longContext')).toEqual(
    prices.map(({ longContext: bands }) => ((bands as unknown[]).length > 0 ? bands : null)),
  );
  expect(parsed('offPeak')).toEqual(prices.map(({ offPeak }) => offPeak ?? null));
  for (const name of ['cacheWrite1hPerMTok', 'longContext', 'offPeak', 'host']) {
    expect(
      cells(name).some((cell) => cell !== ''),
      name,
    ).toBe(true);
  }
});

test('the evidence has one line per price and source, of providers and of other hosts', () => {
  const [header, ...rows] = csv(textOf(names.evidence));
  const expected = evidence.flatMap(({ provider, model, host, price }) =>
    (price.sources as { url?: string; name?: string; on: string }[]).map((source) => [
      provider,
      model,
      price.from ?? '',
      String(price.input),
      price.verifiedOn,
      // No spreadsheet may take the name of an npm package for a formula.
      (source.url ?? source.name)?.replace(/^@/, "'@"),
      source.on,
      host,
    ]),
  );
  const at = ['provider', 'model', 'from', 'inputPerMTok', 'verifiedOn', 'source', 'sourceOn', 'host'].map(
    (name) => header?.indexOf(name) as number,
  );
  expect(rows.map((row) => at.map((index) => row[index]))).toEqual(expected);
});

/** The rules of the Frictionless profiles (v1 data-package, tabular-data-resource and table-schema; v2 the same names). */
describe('the data package', () => {
  const datapackage = jsonOf(names.datapackage);
  const name = { type: 'string', pattern: '^[a-z0-9._-]+$' };
  const path = { type: 'string', pattern: '^(?=^[^./~])(^((?!\\.{2}).)*$).*$' };
  const field = {
    type: 'object',
    required: ['name', 'type'],
    properties: {
      name: { type: 'string' },
      type: { enum: ['string', 'number', 'integer', 'boolean', 'date'] },
      constraints: {
        type: 'object',
        additionalProperties: false,
        properties: {
          required: { type: 'boolean' },
          unique: { type: 'boolean' },
          enum: { type: 'array', minItems: 1, uniqueItems: true },
          minimum: { type: 'number' },
        },
      },
    },
  };
  const resource = {
    type: 'object',
    required: ['name', 'path'],
    properties: {
      name,
      path,
      bytes: { type: 'integer' },
      hash: { type: 'string', pattern: '^(sha256:[0-9a-f]{64})$' },
      encoding: { const: 'utf-8' },
      mediatype: { type: 'string', pattern: '^(.+)/(.+)$' },
      type: { const: 'table' },
      profile: { const: 'tabular-data-resource' },
      schema: {
        type: 'object',
        required: ['fields'],
        properties: {
          fields: { type: 'array', minItems: 1, items: field },
          primaryKey: { type: 'string' },
          missingValues: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  };
  const profile = {
    type: 'object',
    required: ['resources'],
    properties: {
      $schema: { const: 'https://datapackage.org/profiles/2.0/datapackage.json' },
      profile: { const: 'data-package' },
      name,
      created: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT00:00:00Z$' },
      licenses: { type: 'array', minItems: 1, items: { type: 'object', required: ['name'] } },
      sources: { type: 'array', items: { type: 'object', required: ['title'] } },
      keywords: { type: 'array', minItems: 1, items: { type: 'string' } },
      resources: { type: 'array', minItems: 1, items: resource },
    },
  };

  test('conforms to the profile', () => {
    expect(findingsOf(validatorOf(profile), datapackage)).toEqual([]);
    const names = datapackage.resources.map((entry: { name: string }) => entry.name);
    expect(new Set(names).size).toBe(names.length);
    expect(findingsOf(validatorOf(profile), { ...datapackage, name: 'Agent Cost' })).not.toEqual([]);
  });

  test('has the bytes and the hash of every file it names', () => {
    for (const { path, bytes, hash } of datapackage.resources) {
      const content = files.get(path) as Uint8Array;
      expect([bytes, hash], path).toEqual([content.length, `sha256:${sha256Of(content)}`]);
    }
  });

  test.each([
    ['models', rawModels.length],
    ['evidence', null],
  ])('%s: every value of the table conforms to its field', (resourceName, count) => {
    const { path, schema } = datapackage.resources.find((entry: { name: string }) => entry.name === resourceName);
    const [header, ...rows] = csv(textOf(path));
    expect(header).toEqual(schema.fields.map((entry: { name: string }) => entry.name));
    if (count !== null) expect(rows).toHaveLength(count);
    const forms: Record<string, RegExp> = {
      string: /^[\s\S]+$/,
      number: /^\d+(\.\d+)?(e-?\d+)?$/,
      integer: /^\d+$/,
      boolean: /^(true|false)$/,
      date: /^\d{4}-\d\d-\d\d$/,
    };
    for (const row of rows) {
      row.forEach((value, index) => {
        const { name, type, constraints = {} } = schema.fields[index];
        if (value === '') expect(constraints.required ?? false, name).toBe(false);
        else expect(value, name).toMatch(forms[type] as RegExp);
        if (constraints.enum && value !== '') expect(constraints.enum, name).toContain(value);
      });
    }
    const keys = rows.map((row) => row[header?.indexOf(schema.primaryKey) ?? 0]);
    if (schema.primaryKey) expect(new Set(keys).size).toBe(rows.length);
  });
});

test('the in-toto statement names its sources and every file except itself and the signature files', () => {
  const statement = jsonOf(names.statement);
  expect(statement).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: { buildType: expect.any(String), externalParameters: { asOf: testDays.from } },
      runDetails: { builder: { id: expect.any(String) } },
    },
  });
  const expected = [...files]
    .filter(([path]) => !/^SHA256SUMS|^provenance/.test(path))
    .map(([path, bytes]) => ({ name: path, digest: { sha256: sha256Of(bytes) } }));
  expect(statement.subject).toEqual(expected);
  const { resolvedDependencies } = statement.predicate.buildDefinition;
  expect(resolvedDependencies.map(({ name }: { name: string }) => name)).toContain('data/providers/openai.json');
});
