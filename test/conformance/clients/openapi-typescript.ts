/** A program with the types of openapi-typescript: its reads must compile, and a nullable value is no number. */
import createClient from 'openapi-fetch';
import type { components, paths } from '../.test/openapi-typescript/api.js';

export async function callAll(baseUrl: string) {
  const client = createClient<paths>({ baseUrl });

  const { data: list } = await client.GET('/models', { params: { query: { provider: 'openai', tier: 'fast' } } });
  if (!list) throw new Error('no list');
  const ids: string[] = list.data.map(({ id }) => id);
  const verified: string = list.meta.pricesVerified;

  const { data: one } = await client.GET('/models/{id}', { params: { path: { id: 'gpt-4o' } } });
  if (!one) throw new Error('no model');
  const cached: number | null = one.data.cachedInputPerMTok;
  // @ts-expect-error A cached price may be null.
  const unsafeCached: number = one.data.cachedInputPerMTok;
  const offPeak: components['schemas']['OffPeakPrice'] = one.data.prices[0]?.offPeak ?? null;

  const { data: estimate } = await client.POST('/estimate', { body: { presetId: 'support', tasksPerMonth: 0 } });
  if (!estimate || 'ranking' in estimate.data) throw new Error('no estimate');
  const spend: number = estimate.data.monthlySpend;
  const cheaper: string | undefined = estimate.data.routing?.modelId;
  // @ts-expect-error There may be no cheaper route.
  const unsafeBest = () => estimate.data.routing.modelId;

  const { data: ranking } = await client.GET('/estimate', { params: { query: { presetId: 'rag', compare: true } } });
  if (!ranking || !('ranking' in ranking.data)) throw new Error('no ranking');
  const ranks: number[] = ranking.data.ranking.map(({ rank }) => rank);

  const { data: csv } = await client.GET('/models.csv', { parseAs: 'text' });
  const header: string | undefined = csv?.split('\r\n')[0];

  const { error, response } = await client.GET('/models/{id}', { params: { path: { id: 'no-such-model' } } });
  const code: string | undefined = error?.error.code;

  // @ts-expect-error There is no such preset.
  const wrongPreset = () => client.POST('/estimate', { body: { presetId: 'poetry' } });

  void [unsafeCached, unsafeBest, wrongPreset];
  return { ids, verified, cached, offPeak, spend, cheaper, ranks, header, code, status: response.status };
}
