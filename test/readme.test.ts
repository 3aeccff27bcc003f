import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readData } from '../build/data/read-data.ts';
import type { ProviderFile } from '../runtime/core/dataset/dataset.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

test('the README counts the models of the shipped data', () => {
  const files = readData(join(import.meta.dirname, '../data')).map(
    ({ text }) => JSON.parse(text) as Partial<ProviderFile>,
  );
  const models = files.reduce((sum, file) => sum + (file.models?.length ?? 0), 0);
  expect(readme).toContain(`list prices of ${models} LLM models`);
});

test('every file the README links to is there', () => {
  const links = [...readme.matchAll(/\]\(([^)h#][^)]*)\)/g)].map(([, path]) => path as string);
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) expect(() => readFileSync(join(import.meta.dirname, '..', link))).not.toThrow();
});

test('the map names every folder, and no folder that is not there', () => {
  const named = [...readme.matchAll(/`([a-z]+(?:\/[a-z]+)?)\/`/g)].map(([, path]) => path as string);
  const root = join(import.meta.dirname, '..');
  const below = (path: string) =>
    readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules'
        ? [join(path, entry.name)]
        : [],
    );
  const rooms = [...below('.').filter((path) => path !== 'runtime'), ...below('runtime')];
  expect(rooms.filter((path) => !named.includes(path))).toEqual([]);
  for (const path of named.filter((path) => !path.startsWith('dist')))
    expect(existsSync(join(root, path)), path).toBe(true);
});

test('the errors it claims are those that test/core/recorded.test.ts holds', () => {
  const recorded = readFileSync(join(import.meta.dirname, 'core/recorded.test.ts'), 'utf8');
  expect(recorded).toContain('3.3 % of the input tokens (307 runs), 7.8 % of the dollars (238 runs)');
  expect(recorded).toMatch(/40\.3 % and 70\.5 %/);
  expect(readme).toMatch(/3\.3 % on average \(307 runs\) and the dollars by\s+7\.8 % \(238 runs\)/);
  expect(readme).toMatch(/by 40 % and 70 %/);
});
