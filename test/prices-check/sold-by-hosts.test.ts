/** A page of a host is compared with what the host charges for other makers' models, and none of it is written. */
import { expect, test } from 'vitest';
import { soldByHosts } from '../../build/prices/check/datasets.ts';
import { report } from '../../build/prices/check/report.ts';
import { check } from '../../build/prices/check/run-check.ts';
import type { Offers } from '../../runtime/core/schemas/data-files/offers-file.ts';
import { findingText, model, page, price, provider } from './support.ts';

const maker = provider([model('qwen-test-1'), model('qwen-test-2'), model('gpt-test-1')], 'alibaba');
const host = provider([model('cerebras-gpt-test-1')], 'cerebras', 'https://www.cerebras.ai/pricing');
const offer = (id: string, input: number, output: number) => ({
  host: 'cerebras',
  model: id,
  agreement: 'agreed' as const,
  prices: [price({ input, output, cachedInput: null, cacheWrite: null, cacheWrite1h: null })],
});
const offers = {
  hosts: [],
  offers: [offer('qwen-test-1', 0.5, 1), offer('qwen-test-2', 0.5, 1), offer('gpt-test-1', 9, 9)],
} as unknown as Offers;

/** 0.0000005 USD per token are 0.5 per million. */
const list = (...models: [id: string, prompt: string, completion: string][]) =>
  JSON.stringify({ data: models.map(([id, prompt, completion]) => ({ id, pricing: { prompt, completion } })) });

test('is confirmed or changed, and a model that the host has itself is left to it', () => {
  const sold = soldByHosts([maker, host], offers);
  expect([...sold].map(([id, models]) => [id, models.map((one) => one.id)])).toEqual([
    ['cerebras', ['qwen-test-1', 'qwen-test-2']],
  ]);
  const text = list(
    ['cerebras-gpt-test-1', '0.000002', '0.00001'],
    ['qwen-test-1', '0.0000005', '0.000001'],
    ['qwen-test-2', '0.0000006', '0.000001'],
    ['qwen-test-3', '0.0000005', '0.000001'],
  );
  const pages = [page(text, { provider: 'cerebras', name: 'cerebras.json' })];
  const checked = check([host], { pages, datasets: [], failures: [], notes: [] }, '2026-06-01', [], sold);
  expect(checked.failures).toEqual([]);
  const of = (id: string | null) => checked.findings.filter((one) => one.model === id).map(findingText);
  expect(of('qwen-test-1')).toEqual(['input confirmed 0.5 -> 0.5', 'output confirmed 1 -> 1']);
  expect(of('qwen-test-2')).toContain('input changed 0.5 -> 0.6 !');
  expect(of(null)).toEqual([expect.stringContaining('new')]);
  expect(checked.permits.map((one) => one.model.id)).toEqual(['cerebras-gpt-test-1']);
  expect(report(checked).summaries).toMatchObject([{ models: 3, confirmed: 2, changed: 1, new: 1, unchecked: 0 }]);
});
