import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { rawModels, rawPresets } from '../support/core/raw-data.ts';
import { testDist } from '../support/dist.ts';
import { serverForTests } from '../support/server/for-tests.ts';
import { ask, post } from '../support/server/http.ts';

const server = serverForTests();
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
afterAll(() => agent.destroy());

const api = '/api/v1';
const onDisk = (file: string) => readFileSync(join(testDist, 'public/api/v1', file), 'utf8');
const get = (path: string) => ask(server.base, api + path, { agent });
const estimate = (request: object) => post(server.base, `${api}/estimate`, request, { agent });

/** The text of an answer that must be a success. */
async function textOf(answer: ReturnType<typeof get>): Promise<string> {
  const { status, text } = await answer;
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return text;
}

for (const { id: presetId } of rawPresets) {
  test(`${presetId} on every model has the same bytes by GET, by POST, by its path twin and on disk`, async () => {
    for (const { id: modelId } of rawModels) {
      const file = `estimate/${presetId}/${modelId}.json`;
      const query = `presetId=${presetId}&modelId=${encodeURIComponent(modelId)}`;
      const expected = onDisk(file);
      expect(JSON.parse(expected).data).toMatchObject({ presetId, modelId });
      const answers = await Promise.all([
        textOf(get(`/estimate?${query}`)),
        textOf(get(`/${file}`)),
        textOf(estimate({ presetId, modelId })),
      ]);
      for (const text of answers) expect(text === expected, file).toBe(true);
    }
  });

  test(`${presetId} on every alias has the bytes of its model`, async () => {
    for (const { id, aliases } of rawModels) {
      const expected = aliases.length === 0 ? '' : onDisk(`estimate/${presetId}/${id}.json`);
      for (const alias of aliases) {
        const answers = await Promise.all([
          textOf(get(`/estimate?presetId=${presetId}&modelId=${encodeURIComponent(alias)}`)),
          textOf(get(`/estimate/${presetId}/${alias}.json`)),
          textOf(estimate({ presetId, modelId: alias })),
        ]);
        for (const text of answers) expect(text === expected, alias).toBe(true);
      }
    }
  });

  test(`the ranking of ${presetId} has the same bytes by GET, by POST, by its path twin and on disk`, async () => {
    const file = `estimate/compare/${presetId}.json`;
    const expected = onDisk(file);
    expect(JSON.parse(expected).data.ranking).toHaveLength(rawModels.length);
    expect(await textOf(get(`/estimate?presetId=${presetId}&compare=true`))).toBe(expected);
    expect(await textOf(get(`/${file}`))).toBe(expected);
    expect(await textOf(estimate({ presetId, compare: true }))).toBe(expected);
    // The model is looked up and does not change the ranking.
    expect(await textOf(estimate({ presetId, compare: true, modelId: 'gpt-4.1' }))).toBe(expected);
    expect(await textOf(get(`/estimate?modelId=gpt-4.1&presetId=${presetId}&compare=true`))).toBe(expected);
  });

  test(`the values of ${presetId} sent as overrides change no cost: they are the caller's, and so is the spread`, async () => {
    const { workflow, defaultModel } = rawPresets.find(({ id }) => id === presetId) ?? {};
    const costs = (text: string) => {
      const { costPerTask, costBreakdown, monthlySpend, waste, tokensPerTask } = JSON.parse(text).data;
      return { costPerTask, costBreakdown, monthlySpend, waste, tokensPerTask };
    };
    expect(costs(await textOf(estimate({ presetId, ...workflow })))).toEqual(
      costs(onDisk(`estimate/${presetId}/${defaultModel}.json`)),
    );
  });
}

test('every model and alias answers on /models/{id} with the bytes on disk', async () => {
  for (const { id, aliases } of rawModels) {
    const expected = onDisk(`models/${id}.json`);
    expect(JSON.parse(expected).data.id).toBe(id);
    for (const name of [id, ...aliases]) {
      expect((await textOf(get(`/models/${encodeURIComponent(name)}`))) === expected, name).toBe(true);
      expect((await textOf(get(`/models/${name}.json`))) === expected, name).toBe(true);
    }
  }
});
