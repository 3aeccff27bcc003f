/** A program on the client that orval writes: what it reads must compile, what may be null must not pass as a number. */
import { getEstimate, getModel, listModels, type OffPeakPrice, postEstimate } from '../.test/orval/api.js';

export async function callAll() {
  const list = await listModels({ provider: 'openai', tier: 'fast' });
  if (list.status !== 200) throw new Error('no list');
  const ids: string[] = list.data.data.map(({ id }) => id);
  const verified: string = list.data.meta.pricesVerified;

  const one = await getModel('gpt-4o');
  if (one.status !== 200) throw new Error('no model');
  const cached: number | null = one.data.data.cachedInputPerMTok;
  // @ts-expect-error A cached price may be null.
  const unsafeCached: number = one.data.data.cachedInputPerMTok;
  const offPeak: OffPeakPrice | null = one.data.data.prices[0]?.offPeak ?? null;

  const estimate = await postEstimate({ presetId: 'support', tasksPerMonth: 0 });
  if (estimate.status !== 200 || 'ranking' in estimate.data.data) throw new Error('no estimate');
  const spend: number = estimate.data.data.monthlySpend;
  const { routing } = estimate.data.data;
  const unproven: string | undefined = routing.unproven?.modelId;
  // @ts-expect-error There may be no cheaper route.
  const unsafeBest = () => routing.best.modelId;

  const ranking = await getEstimate({ presetId: 'rag', compare: true });
  if (ranking.status !== 200 || !('ranking' in ranking.data.data)) throw new Error('no ranking');
  const ranks: number[] = ranking.data.data.ranking.map(({ rank }) => rank);

  const missing = await getModel('no-such-model');
  const code: string | undefined = missing.status === 404 ? missing.data.error.code : undefined;

  // @ts-expect-error There is no such preset.
  const wrongPreset = () => postEstimate({ presetId: 'poetry' });

  void [unsafeCached, unsafeBest, wrongPreset];
  return { ids, verified, cached, offPeak, spend, unproven, ranks, code, status: missing.status };
}
