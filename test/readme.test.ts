import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { estimateFor } from '../runtime/core/answers/answer.ts';
import { datasetMeta } from '../runtime/core/answers/meta.ts';
import { type ResolvedRequest, resolveRequest } from '../runtime/core/answers/resolved-request.ts';
import type { EvidenceFile } from '../runtime/core/schemas/data-files/evidence-file.ts';
import { inWords } from '../runtime/site/typed-numbers.ts';
import { shippedCatalog } from './support/core/shipped-data.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

test('every file linked from the README exists', () => {
  const links = [...readme.matchAll(/\]\(([^)h#][^)#]*)(?:#[^)]*)?\)/g)].map(([, path]) => path as string);
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) expect(() => readFileSync(join(import.meta.dirname, '..', link))).not.toThrow();
});

test('the answer it shows is that of this build', () => {
  const shown = JSON.parse(/```json\n(\{ "data"[\s\S]*?)```/.exec(readme)?.[1] ?? '').data;
  const asked = resolveRequest(shippedCatalog(), { presetId: 'coding', modelId: 'claude-sonnet-4-6' });
  expect(estimateFor(asked as ResolvedRequest)).toMatchObject(shown);
});

test('the errors it states are those of npm run evidence', () => {
  const path = join(import.meta.dirname, '../data/evidence/model-error.json');
  const { inputTokens, dollars, keptAside } = JSON.parse(readFileSync(path, 'utf8')) as EvidenceFile;
  const plain = readme.replace(/\s+/g, ' ');
  expect(plain).toContain(`the input tokens by ${inputTokens.errorPct} % on average (${inputTokens.runs} runs)`);
  expect(plain).toContain(`the dollars by ${dollars.errorPct} % (${dollars.runs} runs`);
  expect(plain).toContain(`${dollars.newAgentPct} % where the agent was never seen`);
  const { owners = 0, timesFormula, inputTokensPct, cacheGivenDollarsPct, dollarsPct } = keptAside ?? {};
  expect(plain).toContain(`on ${inWords(String(owners))} owners kept aside`);
  const page = readFileSync(join(import.meta.dirname, '../runtime/site/cost/answer.tsx'), 'utf8');
  expect(page).toContain(`on ${inWords(String(owners))} owners kept aside`);
  expect({ timesFormula, said: page.includes('by half as much again') }).toEqual({ timesFormula: 1.5, said: true });
  expect(plain).toContain(`missed the input by ${inputTokensPct?.toFixed(1)} %`);
  expect(plain).toContain(`the dollars by ${cacheGivenDollarsPct} and ${dollarsPct} %`);
  // test/evidence/figures.test.ts checks the error of calls times prompt.
  expect(plain).toContain('misses them by 40 % and 70 %');
});

test('the number of models it states is that of /models, and data/README.md counts the same', () => {
  const { counts } = datasetMeta(shippedCatalog());
  const data = readFileSync(join(import.meta.dirname, '../data/README.md'), 'utf8');
  const models = (text: string) => [...text.matchAll(/([\d,]+) LLM models/g)].map(([, number]) => Number(number));
  expect(new Set([...models(readme), ...models(data)])).toEqual(new Set([counts.models]));
  const [, makers, shutDown] = /LLM models of (\d+) makers and hosts, and of (\d+) that are shut down/.exec(data) ?? [];
  expect([Number(makers), Number(shutDown)]).toEqual([counts.providers, counts.shutDown]);
});
