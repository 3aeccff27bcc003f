/** The package as users have it: installed without a network, typed, with the answers of the API. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requests } from '../contract/requests.ts';
import { blocksOf } from '../docs/documents.ts';
import { testDist } from '../support/dist.ts';
import { projectRoot } from '../support/project-root.ts';
import { post } from '../support/server/http.ts';
import { startServer } from '../support/server/server.ts';
import { comparisons, examplesIn } from './examples.ts';
import { installed, pack, printed, typeCheck } from './packed.ts';

const dir = installed(pack());
const library: typeof import('../../runtime/library/library.ts') = await import(
  join(dir, 'node_modules/agent-cost/dist/index.js')
);
const { catalog, estimate, explain, InvalidRequest, measured, models, price, priceOn, rank, resolve } = library;

/** The `data` of a published answer. */
const api = (path: string) => JSON.parse(readFileSync(join(testDist, 'public/api/v1', path), 'utf8')).data;

/** Type-checks a TypeScript file in the user's project and runs it. */
function runTyped(name: string, code: string): string {
  writeFileSync(join(dir, `${name}.ts`), code);
  typeCheck(dir, `${name}.ts`, 'console.d.ts');
  // The checked file with its types stripped, as bundlers do.
  printed(join(projectRoot, 'node_modules/.bin/esbuild'), [`${name}.ts`, `--outfile=${name}.js`, '--format=esm'], dir);
  return printed(process.execPath, [`${name}.js`], dir);
}
writeFileSync(join(dir, 'console.d.ts'), 'declare const console: { log(...values: unknown[]): void };\n');

test('ten lines of TypeScript price a call, estimate and rank, with types', () => {
  const out = runTyped(
    'ten-lines',
    `import { estimate, price, rank, type Estimate, type PricedCall } from 'agent-cost';

const call: PricedCall = price({ model: 'openai/gpt-5.4', input: 10_000, cachedInput: 90_000, output: 2000, on: '2026-11-20' });
const work: Estimate = estimate({ presetId: 'support', modelCallsPerTask: 6 });
const [cheapest] = rank({ presetId: 'support', modelCallsPerTask: 6 }).ranking;
// @ts-expect-error a field that does not exist
const wrong = () => price({ model: 'gpt-4o', inputs: 1 });
console.log(JSON.stringify([call.usd, call.pricing?.url !== null, work.costPerTask > 0, typeof cheapest?.modelId, typeof wrong]));
`,
  );
  // 10,000 * 2.50 + 90,000 * 0.25 + 2,000 * 15
  expect(JSON.parse(out)).toEqual([0.0775, true, true, 'string', 'function']);
});

test('an error of TypeScript points at the misspelt field, and not at another form of the function', () => {
  // Each has one mistake, in angle brackets.
  const marked = [
    "price({ model: 'gpt-5.4', <inptu>: 100 });",
    "price([{ model: 'gpt-5.4', <inptu>: 100 }]);",
    "price([{ model: 'gpt-5.4', <input>: '100' }]);",
    "price({ model: 'gpt-5.4', <serviceTier>: 'bach' });",
    "price({ model: 'gpt-5.4' }, { <onn>: '2026-11-20' });",
    "estimate({ presetId: 'coding', <modelCallsPerTsk>: 3 });",
    "rank({ <presteId>: 'coding' });",
    "explain({ <modelCallsPerTask>: '3' });",
  ];
  const lines = ["import { estimate, explain, price, rank } from 'agent-cost';", ...marked];
  writeFileSync(join(dir, 'misspelt.ts'), lines.join('\n').replaceAll(/[<>]/g, ''));
  const expected = lines.flatMap((line, at) => (line.includes('<') ? `${at + 1},${line.indexOf('<') + 1}` : []));
  let errors = '';
  try {
    typeCheck(dir, 'misspelt.ts');
  } catch (error) {
    errors = (error as Error).message;
  }
  expect([...errors.matchAll(/misspelt\.ts\((\d+,\d+)\): error/g)].map(([, place]) => place)).toEqual(expected);
});

test('the generated types of the package are those of the sources', () => {
  const check = join(projectRoot, '.test', 'package-types.ts');
  const names = [...readFileSync(join(projectRoot, 'runtime/library/types.ts'), 'utf8').matchAll(/(\w+)(?= [},]|,)/g)]
    .map(([name]) => name as string)
    .filter((name) => /^[A-Z]/.test(name) && name !== 'Board' && name !== 'BoardSummary');
  expect(names.length).toBeGreaterThanOrEqual(11);
  const asked = ['Call', 'EstimateRequest', 'Overlay'];
  writeFileSync(
    check,
    `import type * as made from ${JSON.stringify(join(dir, 'node_modules/agent-cost/dist/types.js'))};
import type * as source from '../runtime/library/types.ts';
type Fits<From extends To, To> = [From, To];
${names.map((name) => `export type ${name} = Fits<${asked.includes(name) ? `made.${name}, source.${name}` : `source.${name}, made.${name}`}>;`).join('\n')}
`,
  );
  const config = join(projectRoot, '.test', 'tsconfig.json');
  writeFileSync(
    config,
    JSON.stringify({
      extends: '../tsconfig.json',
      compilerOptions: { exactOptionalPropertyTypes: false },
      include: ['package-types.ts', '../runtime/validators.d.ts'],
    }),
  );
  printed(join(projectRoot, 'node_modules/.bin/tsc'), ['--project', config], projectRoot);
});

/** The function that comparisons in examples call. */
const shows = `function shows(value: unknown, shown: unknown) {
  const [is, isToBe] = [JSON.stringify(value), JSON.stringify(shown)];
  if (is !== isToBe) throw new Error(is + ', not ' + isToBe);
}`;

describe('the examples in the docstrings', () => {
  const folder = join(projectRoot, 'runtime/library');
  const parts = readdirSync(folder).filter((name) => name !== 'client.ts');
  const examples = parts.flatMap((name) => examplesIn(readFileSync(join(folder, name), 'utf8')));

  test('exist for every function', () => {
    const functions = Object.entries(library).filter(
      ([name, value]) => typeof value === 'function' && /^[a-z]/.test(name),
    );
    expect(examples.map(({ name }) => name).sort()).toEqual(functions.map(([name]) => name).sort());
  });

  test('compile, run, and return the values they show', () => {
    const names = examples.map(({ name }) => name).join(', ');
    const blocks = examples.map(({ code }) => `{\n${code}\n}`).join('\n');
    runTyped('examples', `import { ${names} } from 'agent-cost';\n${shows}\n${blocks}\n`);
  });
});

describe('the documents', () => {
  const blocks = ['README.md', 'docs/library.md'].flatMap(blocksOf);

  test.each(
    blocks
      .filter(({ language }) => language === 'ts')
      .map(({ document, line, text }) => [document, line, text] as const),
  )('%s: the example on line %i compiles, runs and returns the values it shows', (_document, line, text) => {
    runTyped(`document-${line}`, `${comparisons(text)}\n${shows}\n`);
  });

  test('show an overlay', () => {
    const [overlay = '{}'] = blocks.flatMap(({ text }) => (text.includes('"rules"') ? text : []));
    const call = { model: 'gpt-5.4', input: 1_000_000 / 10, on: '2026-11-20' };
    expect(price(call, { overlay: JSON.parse(overlay) }).usd).toBe(0.2); // 100,000 * 2
  });
});

describe('an answer', () => {
  test('is that of the API', () => {
    expect(estimate({ presetId: 'rag', modelId: 'gpt-4o' })).toEqual(api('estimate/rag/gpt-4o.json'));
    expect(rank({ presetId: 'rag' })).toEqual(api('estimate/compare/rag.json'));
    expect(explain().estimate).toEqual(api('estimate/coding/claude-sonnet-4-6.json'));
    expect(models()).toEqual(api('models.json'));
    expect(models({ provider: 'openai', tier: 'fast' })).toEqual(api('models/by-provider/openai/by-tier/fast.json'));
    expect(models({ provider: 'nobody' })).toEqual([]);
    expect(measured()).toEqual(api('measured.json'));
    expect(measured('deepswe')).toEqual(api('measured/deepswe.json'));
  });

  test('to every POST of the contract is that of the server, or the same refusal', async () => {
    const server = await startServer();
    const bodies = requests.flatMap(({ method, path, body = '', expect: { status } }) =>
      method === 'POST' && path === '/api/v1/estimate' && isObject(body) && [200, 400].includes(status) ? body : [],
    );
    try {
      expect(bodies.length).toBeGreaterThan(30);
      for (const body of bodies) {
        const { compare = false, ...request } = JSON.parse(body);
        const { data, error } = JSON.parse((await post(server.base, '/api/v1/estimate', body)).text);
        // Possible only in JSON: a repeated name, thousands of levels, a flag that is not a boolean.
        if (/more than once|levels deep/.test(error?.message) || typeof compare !== 'boolean') continue;
        if (data !== undefined) expect((compare ? rank : estimate)(request), body).toEqual(data);
        else expect(() => (compare ? rank : estimate)(request), body).toThrow(error.message);
      }
    } finally {
      await server.stop();
    }
  });
});

function isObject(json: string): boolean {
  try {
    return Object.prototype.toString.call(JSON.parse(json)) === '[object Object]';
  } catch {
    return false;
  }
}

describe('wrong use', () => {
  test('of price names the field, and the index of the call', () => {
    // @ts-expect-error a typo
    expect(() => price({ model: 'gpt-4o', inptu: 3 })).toThrow(/^Unknown field "inptu". Did you mean "input"\?/);
    const calls = [{ model: 'gpt-4o' }, { model: 'gpt-4o', input: 1.5 }];
    expect(() => price(calls)).toThrow('calls[1]: input must be an integer between 0 and 1000000000 (got 1.5).');
    expect(() => price({ model: 'gpt-4o', input: -1 })).toThrow(InvalidRequest);
    for (const on of ['2026-13-01', '2026-02-31', '2027-02-29', '2026-04-31', '2026-00-10']) {
      expect(() => price({ model: 'gpt-4o', on })).toThrow(/on must be a date such as 2026-11-21/);
      expect(() => estimate({}, { on })).toThrow(/on must be a date such as/);
    }
    for (const on of ['2028-02-29', '2026-12-31', '2026-11-30']) expect(price({ model: 'gpt-4o', on }).on).toBe(on);
    // @ts-expect-error nothing at all
    expect(() => price()).toThrow('The value must be an object (got undefined).');
  });

  test('has the code of the API: a model has an estimate until the day it was shut down', () => {
    const codeOf = (modelId: string, on: string) => {
      try {
        return typeof estimate({ modelId }, { on }).costPerTask;
      } catch (error) {
        if (error instanceof InvalidRequest) return error.code;
        throw error;
      }
    };
    expect(codeOf('claude-sonnet-4', '2026-06-14')).toBe('number');
    expect(codeOf('claude-sonnet-4', '2026-06-15')).toBe('model_shut_down');
    expect(codeOf('nope', '2026-06-15')).toBe('invalid_request');
  });

  test('of the others names the accepted values', () => {
    expect(() => estimate({ retryRatePct: 101 })).toThrow('retryRatePct must be between 0 and 100 (got 101).');
    // @ts-expect-error a typo
    expect(() => models({ tier: 'fats' })).toThrow('Unknown tier "fats". Did you mean "fast"?');
    expect(() => measured('depswe')).toThrow('Unknown board "depswe". Did you mean "deepswe"?');
    expect(() => priceOn('nope', '2026-12-01')).toThrow('Unknown model "nope".');
    expect(() => priceOn('gpt-4o', 'tomorrow')).toThrow(/^day must be a date such as .* \(got "tomorrow"\)\.$/);
  });
});

describe('a catalog', () => {
  const content = readFileSync(join(testDist, 'catalog.json'), 'utf8');

  test('from a file replaces the one in the package', async () => {
    const file = JSON.parse(content);
    const openai = file.data.providers.find(({ id }: { id: string }) => id === 'openai');
    openai.models.find(({ id }: { id: string }) => id === 'gpt-4o').prices.at(-1).input = 7;
    const own = await catalog(file);
    expect(price({ model: 'gpt-4o', input: 1000 }, { catalog: own }).usd).toBe(0.007);
    expect(price({ model: 'gpt-4o', input: 1000 }).usd).toBe(0.0025);
    expect(priceOn('gpt-4o', '2026-11-20', { catalog: own })?.input).toBe(7);
    expect(models({}, { catalog: own }).find(({ id }) => id === 'gpt-4o')?.inputPerMTok).toBe(7);
    expect(resolve('azure/gpt-4o', { catalog: own })).toMatchObject({ id: 'gpt-4o', host: 'azure' });
    expect(measured({ catalog: own })).toHaveLength(measured().length);
  });

  test('as text is read like its content', async () => {
    const own = await catalog(content);
    expect(own.version).toBe((await catalog()).version);
    expect(estimate({ presetId: 'rag' }, { catalog: own })).toEqual(estimate({ presetId: 'rag' }));
    expect(priceOn('gemini-4-argon', '2026-12-01', { catalog: own })?.input).toBe(4);
  });

  test('may have fields of later versions, but known fields must be valid', async () => {
    const later = JSON.parse(content);
    later.later = 1;
    later.data.providers[0].models[0].later = { of: 'things' };
    expect((await catalog(later)).version).toBe(later.version);
    later.data.providers[0].models[0].prices[0].input = '3';
    await expect(catalog(later)).rejects.toThrow(
      /^This is not a catalog.json of agent-cost: \/data\/providers\/0\/models\/0\/prices\/0\/input: /,
    );
    await expect(catalog({})).rejects.toThrow(InvalidRequest);
    await expect(catalog('{')).rejects.toThrow(InvalidRequest);
    await expect(catalog({ ...JSON.parse(content), costModelVersion: 1 })).rejects.toThrow(/made for cost model 1/);
  });

  test('given as parsed JSON is refused, with the function to call', () => {
    expect(() => estimate({}, { catalog: JSON.parse(content) })).toThrow(/await catalog\(content of a catalog.json\)/);
  });
});

describe('an overlay and another day', () => {
  const overlay = { name: 'acme', rules: [{ provider: 'openai', discountPct: 20 }] };

  test('are options of every function', () => {
    // 100,000 at 2.50, a fifth less.
    expect(price({ model: 'gpt-5.4', input: 100_000, on: '2026-11-20' }, { overlay }).usd).toBe(0.2);
    expect(priceOn('gpt-5.4', '2026-11-20', { overlay })?.input).toBe(2);
    expect(models({}, { overlay }).find(({ id }) => id === 'gpt-5.4')?.inputPerMTok).toBe(2);
    const half = { modelId: 'gpt-5.4', presetId: 'rag' } as const;
    expect(estimate(half, { overlay }).costPerTask).toBeLessThan(estimate(half).costPerTask);
    expect(explain(half, { overlay }).datasetVersion).toMatch(/\+acme-/);
    const { overlay: marked, ...ranking } = rank({ presetId: 'rag' }, { overlay });
    expect(marked?.name).toBe('acme');
    expect(marked?.models).toContain('gpt-5.4');
    expect(ranking.ranking.length).toBe(rank({ presetId: 'rag' }).ranking.length);
    expect(measured({ overlay })).toHaveLength(measured().length);
    const argon = (on: string) => models({ provider: 'google' }, { on }).find(({ id }) => id === 'gemini-4-argon');
    expect([argon('2026-11-30')?.inputPerMTok, argon('2026-12-01')?.inputPerMTok]).toEqual([2, 4]);
    expect(price({ model: 'gemini-4-argon', input: 1e6 }, { on: '2026-12-01' }).usd).toBe(4);
  });

  test('that are invalid are refused with their path', () => {
    const wrong = { name: 'acme', rules: [{ provider: 'opnai', discountPct: 20 }] };
    expect(() => estimate({}, { overlay: wrong })).toThrow('rules[0].provider: Unknown provider "opnai".');
    // @ts-expect-error no rules
    expect(() => estimate({}, { overlay: { name: 'acme' } })).toThrow('overlay: The field rules is missing.');
    expect(() => estimate({}, { on: 'today' })).toThrow(/^on must be a date such as .* \(got "today"\)\.$/);
  });
});
