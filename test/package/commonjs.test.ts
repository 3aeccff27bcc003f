/** The package in both kinds of modules: types in every setting of TypeScript, and the same answers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installed, pack, printed, typeCheckAs } from './packed.ts';

const dir = installed(pack());

const program = `import { type Estimate, estimate, explain, InvalidRequest, measured, price, rank } from 'agent-cost';
import { type ClientOptions, createClient } from 'agent-cost/client';

const work: Estimate = estimate({ presetId: 'support', modelCallsPerTask: 6 });
export const cost: number = work.costPerTask;
export const usd: number | null = price({ model: 'gpt-5.4', input: 1000 }).usd;
export const options: ClientOptions = { baseUrl: 'http://127.0.0.1' };
export const made = [createClient(options), explain, measured, rank, new InvalidRequest('no')];
// @ts-expect-error a field that does not exist
export const wrong = () => price({ model: 'gpt-5.4', inputs: 1 });
`;
for (const name of ['user.cts', 'user.mts']) writeFileSync(join(dir, name), program);
// Of the platform; the client takes one.
writeFileSync(join(dir, 'platform.d.ts'), 'interface AbortSignal {}\n');

test.each([
  ['user.cts', ['--module', 'node16']],
  ['user.cts', ['--module', 'nodenext']],
  ['user.mts', ['--module', 'node16']],
  ['user.mts', ['--module', 'nodenext']],
  ['user.mts', ['--module', 'preserve', '--moduleResolution', 'bundler']],
])('%s has the types of the package with %j', (file, modules) => {
  typeCheckAs(modules, dir, file, 'platform.d.ts');
});

test('what is required gives the answers of what is imported, and takes its prices from the catalog beside it', () => {
  const answers = `
const call = { model: 'claude-sonnet-4-6', input: 1200, cachedInput: 45_000, output: 850, on: '2026-11-20' };
console.log(JSON.stringify([price(call), estimate({ presetId: 'rag' }), rank({ presetId: 'support' }), Object.keys(all).sort()]));
console.log(JSON.stringify(Object.keys(client).sort()));
`;
  const names = 'const { estimate, price, rank } = all;';
  writeFileSync(
    join(dir, 'imports.mjs'),
    `import * as all from 'agent-cost';\nimport * as client from 'agent-cost/client';\n${names}${answers}`,
  );
  writeFileSync(
    join(dir, 'requires.cjs'),
    `const all = require('agent-cost');\nconst client = require('agent-cost/client');\n${names}${answers}`,
  );
  const required = printed(process.execPath, ['requires.cjs'], dir);
  expect(JSON.parse(required.split('\n', 1)[0] as string)[0].usd).toBe(0.02985);
  expect(required).toBe(printed(process.execPath, ['imports.mjs'], dir));
  const where = printed(process.execPath, ['-p', "require.resolve('agent-cost')"], dir);
  expect(where).toMatch(/dist[/\\]index\.cjs\n$/);
});
