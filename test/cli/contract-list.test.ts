/** The requests of the contract list as commands with `--json`, compared with the published files and the library. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { basePath } from '../contract/contract-request.ts';
import { requests } from '../contract/requests.ts';
import { testDist } from '../support/dist.ts';
import { runCli } from '../support/run.ts';

const library: typeof import('../../runtime/library/library.ts') = await import(join(testDist, 'index.js'));

const providers = library.models().map(({ provider }) => provider);

interface Asked {
  args: string[];
  /** The expected data; null: the command must refuse it. */
  data: unknown;
}

/** Options of the command for fields of a request; null: a command line cannot express it. */
function optionsFor(request: Record<string, unknown>): string[] | null {
  const { presetId, modelId, host, compare: _, sort, ...fields } = request;
  const named = Object.entries({ preset: presetId, model: modelId, host, sort }).filter(
    ([, value]) => value !== undefined,
  );
  if (named.some(([, value]) => typeof value !== 'string')) return null;
  // On a command line, text that looks like a number is a number.
  const sayable = (value: unknown) =>
    value === null || ['number', 'boolean'].includes(typeof value) || /^[a-z]+$/i.test(String(value));
  if (!Object.values(fields).every(sayable)) return null;
  return [
    ...named.map(([name, value]) => `--${name}=${value}`),
    ...Object.entries(fields).map(([name, value]) => `--set=${name}=${value}`),
  ];
}

function posted(body: string): Asked[] {
  let request: Record<string, unknown>;
  try {
    request = JSON.parse(body);
  } catch {
    return [];
  }
  if (
    typeof request !== 'object' ||
    request === null ||
    Array.isArray(request) ||
    /repeated|__proto__|1e999/.test(body)
  ) {
    return [];
  }
  const { compare = false, ...work } = request;
  const options = optionsFor(work);
  // The model does not change a ranking, so the command does not take one.
  if (options === null || typeof compare !== 'boolean' || (compare && 'modelId' in work)) return [];
  return [{ args: [compare ? 'rank' : 'estimate', ...options], data: answered(compare, work) }];
}

function answered(compare: boolean, work: object): unknown {
  try {
    return compare ? library.rank(work) : library.estimate(work);
  } catch (error) {
    if (error instanceof library.InvalidRequest) return null;
    throw error;
  }
}

/** The command for a path that answers JSON; null: there is none. */
function argsFor(path: string): string[] | null {
  const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
  const [, what = '', id] = pathname.slice(basePath.length).split('/').map(decodeURIComponent);
  const query = Object.fromEntries(searchParams);
  if (what === 'estimate' && id === undefined) {
    const options = optionsFor(query);
    return (
      options && (query.compare === 'true' ? (query.modelId ? null : ['rank', ...options]) : ['estimate', ...options])
    );
  }
  if (what === 'models' && id === undefined) {
    // What the API ignores, or answers with nothing, is a typing error on a command line: the command refuses it.
    const known = Object.keys(query).every((name) => ['provider', 'tier'].includes(name));
    if (!known || !providers.includes(query.provider ?? 'openai')) return null;
    return ['models', ...Object.entries(query).map(([name, value]) => `--${name}=${value}`)];
  }
  if (['models', 'measured'].includes(what) && id !== undefined) return [what.replace(/s$/, ''), id];
  return ['presets', 'measured', 'changes'].includes(what) ? [what] : null;
}

const got: Asked[] = requests.flatMap(({ method, path, expect: { status, file } }) => {
  if (method !== 'GET' || status !== 200 || file === undefined || /\.\w+$|\/by-/.test(path)) return [];
  const args = argsFor(path);
  if (args === null) return [];
  return [{ args, data: JSON.parse(readFileSync(join(testDist, 'public', basePath, file), 'utf8')).data }];
});
const all = [
  ...got,
  ...requests.flatMap(({ method, path, body = '', expect: { status } }) =>
    method === 'POST' && path === `${basePath}/estimate` && [200, 400].includes(status) ? posted(body) : [],
  ),
];
/** Each command line once. */
const cases = [...new Map(all.map((asked) => [asked.args.join(' '), asked])).entries()];

test('enough requests of the contract can be commands', () => {
  expect(cases.length).toBeGreaterThan(100);
  expect(cases.filter(([, { data }]) => data === null).length).toBeGreaterThan(15);
});

test.each(cases)('agent-cost %s', async (_line, { args, data }) => {
  const { code, stdout, stderr } = await runCli(...args, '--json');
  if (data === null) return expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual(data);
});
