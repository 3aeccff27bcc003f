/** Two small builds with different prices, and which of them an answer is from. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { basePath } from '../../runtime/api/routes.ts';
import { runBuild } from '../support/build.ts';
import { copyData } from '../support/copies.ts';
import { testDay } from '../support/core/catalog.ts';
import { type RawProvider, rawPresets, rawTiers } from '../support/core/raw-data.ts';
import { smallFiles, smallProviders } from '../support/core/small-data.ts';
import type { Answer } from '../support/server/http.ts';
import type { Question } from './load.ts';

/** A copy of the small part of the data in which every model costs a little more, so that every file with a price changes. */
export function dearerData(to: string): string {
  copyData(to, smallFiles);
  for (const { id } of smallProviders) {
    const path = join(to, 'providers', `${id}.json`);
    const provider = JSON.parse(readFileSync(path, 'utf8')) as RawProvider;
    for (const { prices } of provider.models) for (const price of prices) price.output *= 1.01;
    writeFileSync(path, JSON.stringify(provider));
  }
  return to;
}

/** In a separate process, so that the load continues meanwhile. */
export async function buildInto(out: string, data: string): Promise<void> {
  const { code, stderr } = await runBuild(['--as-of', testDay, '--json', '--out', out, '--data', data]);
  if (code !== 0) throw new Error(stderr);
}

/** Reads of every kind and computed answers that must have the bytes of a file. */
export function questions(): (Question & { file: string })[] {
  const get = (path: string, file: string) => ({ method: 'GET', path: `${basePath}${path}`, file });
  const post = (body: object, file: string) => ({
    method: 'POST',
    path: `${basePath}/estimate`,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    file,
  });
  const models = smallProviders.flatMap((provider) => provider.models);
  return [
    get('/meta', 'meta.json'),
    get('/models', 'models.json'),
    ...rawTiers.map((tier) => get(`/models?tier=${tier}`, `models/by-tier/${tier}.json`)),
    ...smallProviders.map(({ id }) => get(`/models?provider=${id}`, `models/by-provider/${id}.json`)),
    ...models.map(({ id }) => get(`/models/${id}`, `models/${id}.json`)),
    ...rawPresets.flatMap(({ id, defaultModel }) => [
      get(`/estimate?presetId=${id}`, `estimate/${id}/${defaultModel}.json`),
      get(`/estimate?presetId=${id}&compare=true`, `estimate/compare/${id}.json`),
      post({ presetId: id }, `estimate/${id}/${defaultModel}.json`),
      post({ presetId: id, compare: true }, `estimate/compare/${id}.json`),
      ...models.map((model) => post({ presetId: id, modelId: model.id }, `estimate/${id}/${model.id}.json`)),
    ]),
  ];
}

/** The bytes and the tag of every question's file in a build. */
export function expectedOf(dist: string): Map<string, { body: Buffer; etag: string }> {
  const { files } = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as {
    files: Record<string, { sha256: string }>;
  };
  return new Map(
    questions().map(({ file }) => {
      const path = `public${basePath}/${file}`;
      return [file, { body: readFileSync(join(dist, path)), etag: `"${files[path]?.sha256.slice(0, 32)}"` }];
    }),
  );
}

/** The name of the build an answer is entirely from: bytes, length and tag; null if from neither. */
export function buildOf(
  question: Question & { file: string },
  { status, headers, body }: Answer,
  builds: Record<string, ReturnType<typeof expectedOf>>,
): string | null {
  for (const [name, files] of Object.entries(builds)) {
    const expected = files.get(question.file);
    const tag = question.method === 'POST' || headers.etag === expected?.etag;
    const length = headers['content-length'] === String(expected?.body.length);
    if (status === 200 && tag && length && expected?.body.equals(body)) return name;
  }
  return null;
}
