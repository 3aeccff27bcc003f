/**
 * The answers of `agent-cost price`, compared with the library of the same build. `agent-cost price` has a program of
 * its own, which answers as the whole command does.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { testDist } from '../support/dist.ts';
import { runCliIn } from '../support/run.ts';
import { at, commandsInDirectory, library, overlay, own } from './program.ts';

const { csv, dir, json, printed } = commandsInDirectory();

/** The newest day on which any price was seen: that of the API, which the library has no field for. */
const { newestLook } = JSON.parse(readFileSync(join(testDist, 'public/api/v1/meta.json'), 'utf8')).data as {
  newestLook: string;
};
const withLook = (priced: object) => ({ ...priced, newestLook });

describe('price', () => {
  const args = ['price', 'claude-sonnet-4-6', '--input', '1200', '--cached-input', '45000', '--output', '850'];
  const call = { model: 'claude-sonnet-4-6', input: 1200, cachedInput: 45_000, output: 850 };

  test('is that of the library, with every option', async () => {
    // 1,200 x $3 + 45,000 x $0.30 + 850 x $15, per million: 0.0036 + 0.0135 + 0.01275
    expect((await json(...args)).usd).toBe(0.02985);
    expect(await json(...args)).toEqual(withLook(library.price(call)));
    // 2 instead of 3 dollars for the input: 0.0024 + 0.0135 + 0.01275
    expect((await json(...args, ...own)).usd).toBe(0.02865);
    expect(await json(...args, ...own, ...at)).toEqual(withLook(library.price(call, { overlay, on: '2026-12-01' })));
    const more = ['--cache-write', '100', '--cache-write-1h', '50', '--searches', '3', '--on', '2026-11-20'];
    const fields = { cacheWrite: 100, cacheWrite1h: 50, searches: 3, on: '2026-11-20' };
    expect(await json(...args, ...more)).toEqual(withLook(library.price({ ...call, ...fields })));
    expect(await json('price', 'openai/gpt-5.4', '-i', '10', '-o', '5', '--tier', 'batch')).toEqual(
      withLook(library.price({ model: 'openai/gpt-5.4', input: 10, output: 5, serviceTier: 'batch' })),
    );
    expect(await json(...args, '--host', 'bedrock')).toEqual(withLook(library.price({ ...call, host: 'bedrock' })));
  });

  test('has a line for each part, with the price, its days and its sources', async () => {
    const text = await printed(...args);
    expect(text).toContain('claude-sonnet-4-6 (anthropic) on ');
    expect(text).toMatch(/^ {14}quantity {2}price {2}per {19}cost$/m);
    expect(text).toMatch(/^cached input {4}45,000 {2}\$0\.30 {2}1,000,000 tokens {3}\$0\.0135$/m);
    const { pricing, lines } = library.price(call);
    expect(text).toContain(`seen at the maker on ${pricing?.lastSeen.on}; sources:\n`);
    for (const { on, ...source } of pricing?.sources ?? []) {
      expect(text).toContain(`  ${on}  ${'url' in source ? source.url : source.name}\n`);
    }
    const rows = await csv(...args);
    expect(rows.map(({ part, quantity, rate, usd }) => [part, Number(quantity), Number(rate), Number(usd)])).toEqual(
      lines.map(({ part, quantity, rate, usd }) => [part, quantity, rate, usd]),
    );
    expect(await printed(...args, ...own)).toContain('is that of the overlay "contract"');
  });

  test('is unpriced with exit code 3 if there is no price, never 0', async () => {
    const unknown = await runCliIn(dir, ['price', 'gpt-5.44', '--input', '1000']);
    expect(unknown).toMatchObject({ code: 3, stderr: '' });
    expect(unknown.stdout).toMatch(/: unpriced\nUnknown model "gpt-5\.44"\. Did you mean "gpt-5\.4"\?\n$/);
    const part = await runCliIn(dir, ['price', 'gpt-5.4', '--cache-write-1h', '10', '--json']);
    expect(part.code).toBe(3);
    expect(JSON.parse(part.stdout)).toEqual(withLook(library.price({ model: 'gpt-5.4', cacheWrite1h: 10 })));
    expect(JSON.parse(part.stdout).usd).toBeNull();
  });
});

describe('price without a count', () => {
  test('lists what each unit costs, by the length of the prompt', async () => {
    const { prices, ...list } = await json('price', 'gemini-2.5-pro', '--on', '2026-08-01');
    expect(list).toMatchObject({ model: 'gemini-2.5-pro', provider: 'google', on: '2026-08-01', unpriced: null });
    expect({ usd: 'usd' in list, newestLook: list.newestLook }).toEqual({ usd: false, newestLook });
    const tokens = { unit: 'tokens', per: 1_000_000 };
    expect(prices).toContainEqual({ part: 'input', ...tokens, usd: 1.25, aboveTokens: null });
    expect(prices).toContainEqual({ part: 'output', ...tokens, usd: 15, aboveTokens: 200_000 });
    expect((await csv('price', 'gemini-2.5-pro', '--on', '2026-08-01')).length).toBe(prices.length);
    expect(await printed('price', 'gemini-2.5-pro')).toMatch(
      /^output +\$15 {2}1,000,000 tokens {2}prompts above 200,000/m,
    );
  });

  test('is on the terms that are given', async () => {
    const input = async (...args: string[]) =>
      (await json('price', ...args)).prices.find(({ part }: { part: string }) => part === 'input').usd;
    expect(await input('gpt-5.4', '--tier', 'batch')).toBe(1.25);
    expect(await input('gpt-oss-120b', '--host', 'groq')).toBe(0.15);
    expect(await input('gpt-oss-120b', '--host', 'local')).toBe(0);
  });

  test.each(['sonnet', 'gemini flash', 'gpt5'])('%s gets its candidates, with exit code 3', async (name) => {
    const { code, stdout, stderr } = await runCliIn(dir, ['price', name]);
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
    expect(stdout).toMatch(/: unpriced\nUnknown model "[^"]+"\..*(Name the model: |Did you mean )/);
    const asked = await runCliIn(dir, ['price', name, '--json']);
    expect(JSON.parse(asked.stdout).near.length).toBeGreaterThan(0);
    expect(JSON.parse(asked.stdout).prices).toEqual([]);
  });
});

describe('the first line of price', () => {
  const first = async (...args: string[]) => (await runCliIn(dir, ['price', ...args])).stdout.split('\n')[0];

  test.each([
    [['gpt-oss-120b', '--host', 'groq', '-i', '1000'], /^gpt-oss-120b \(groq\) on [\d-]+: \$0\.00015$/],
    [['gpt-oss-120b', '--host', 'local', '-i', '1000'], /^gpt-oss-120b \(local\) on [\d-]+: \$0$/],
    [['llama3.2:3b', '--host', 'local', '-i', '1000'], /^"llama3\.2:3b" \(local\) on [\d-]+: \$0$/],
    [['ollama/gpt-oss:120b', '-i', '1000'], /^gpt-oss-120b on [\d-]+: unpriced$/],
    [['gpt-oss-120b', '-i', '1000'], /^gpt-oss-120b on [\d-]+: unpriced$/],
    [['openai/gpt-4o', '-i', '1000000'], /^gpt-4o \(openai\) on [\d-]+: \$2\.50$/],
  ] as const)('%j names the seller, or nobody where there is no price', async (args, line) => {
    expect(await first(...args)).toMatch(line);
  });

  test('has every digit of the sum', async () => {
    // 1,234,567 x $2.50 + 3 x $10, per million: 3.0864175 + 0.00003
    expect(await first('gpt-4o', '-i', '1234567', '-o', '3')).toMatch(/: \$3\.0864475$/);
  });
});

describe('price of many calls', () => {
  const calls = [
    { model: 'claude-sonnet-4-6', input: 1200, cachedInput: 45_000, output: 850 },
    { model: 'openai/gpt-5.4', input: 10_000, output: 2000, on: '2026-11-20', serviceTier: 'batch' as const },
    { model: 'gpt-4o', input: 7 },
  ];
  const unknown = { model: 'gpt-5.44', input: 1000 };
  beforeAll(() => {
    writeFileSync(join(dir, 'calls.json'), JSON.stringify(calls, null, 2));
    writeFileSync(join(dir, 'calls.jsonl'), `${calls.map((call) => JSON.stringify(call)).join('\r\n')}\n\n`);
    writeFileSync(join(dir, 'some.jsonl'), [...calls, unknown].map((call) => JSON.stringify(call)).join('\n'));
  });

  test('is that of the library: an array, lines, standard input; with an overlay and on a day', async () => {
    // 0.02985 as above; batch at half of $2.50 and $15: 0.0125 + 0.015; 7 x $2.50 / 1,000,000.
    expect((await json('price', '--file', 'calls.json')).usd).toBe(0.0573675);
    expect(await json('price', '--file', 'calls.json')).toEqual(withLook(library.price(calls)));
    expect(await json('price', '--file', 'calls.jsonl')).toEqual(withLook(library.price(calls)));
    const options = { overlay, on: '2026-12-01' };
    expect(await json('price', '--file', 'calls.jsonl', ...own, ...at)).toEqual(
      withLook(library.price(calls, options)),
    );
    const piped = execFileSync(process.execPath, [join(testDist, 'cli.js'), 'price', '--file', '-', '--json'], {
      input: readFileSync(join(dir, 'calls.jsonl')),
      encoding: 'utf8',
    });
    expect(JSON.parse(piped)).toEqual(withLook(library.price(calls)));
  });

  test('has a line for each call and the total, in CSV too', async () => {
    const text = (await printed('price', '--file', 'calls.json')).split('\n');
    expect(text[0]).toMatch(/^call {2}model +on +prompt tokens {2}output +cost$/);
    expect(text[1]).toMatch(/^ {3}1 {2}claude-sonnet-4-6 .* 46,200 +850 +\$0\.02985$/);
    expect(text.slice(4)).toEqual([
      '',
      '3 calls: $0.0573675',
      expect.stringMatching(/^Newest look at a price: 20/),
      '',
    ]);
    const rows = await csv('price', '--file', 'calls.json');
    const { calls: priced } = library.price(calls);
    expect(rows.map(({ call, model, on, usd, unpriced }) => [Number(call), model, on, Number(usd), unpriced])).toEqual(
      priced.map(({ model, on, usd }, index) => [index + 1, model, on, usd, '']),
    );
    expect(rows.map(({ asked, outputTokens }) => [asked, Number(outputTokens)])).toEqual(
      calls.map(({ model, output = 0 }) => [model, output]),
    );
  });

  test('one call without a price: no total, exit code 3, and the reason', async () => {
    const { code, stdout } = await runCliIn(dir, ['price', '--file', 'some.jsonl']);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^ {3}4 {2}"gpt-5\.44" .* unpriced$/m);
    expect(stdout).toContain(
      '\nNo total: 1 of 4 calls without a price, the others come to $0.0573675\n  4: Unknown model "gpt-5.44". Did you mean "gpt-5.4"?\n',
    );
    const exact = await runCliIn(dir, ['price', '--file', 'some.jsonl', '--json']);
    expect(JSON.parse(exact.stdout)).toEqual(withLook(library.price([...calls, unknown])));
  });

  test.each([
    ['', /^--file: wrong\.txt has no calls\.$/m],
    ['[]', /^--file: wrong\.txt has no calls\.$/m],
    ['[{"model":"gpt-4o"},{"model":"gpt-4o","input":-1}]', /^wrong\.txt, call 2: input must be between 0 and/m],
    [
      '{"model":"gpt-4o"}\n\n{"modl":"gpt-4o"}',
      /^wrong\.txt, line 3: .*Unknown field "modl"\. Did you mean "model"\?/m,
    ],
    ['{"model":"gpt-4o"}\n{', /^wrong\.txt, line 2, is not JSON: /m],
    ['[1]', /^wrong\.txt, call 1: The value must be an object \(got 1\)\.$/m],
  ])('%j is wrong use', async (text, says) => {
    writeFileSync(join(dir, 'wrong.txt'), text);
    const { code, stdout, stderr } = await runCliIn(dir, ['price', '--file', 'wrong.txt']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(says);
  });

  test('options of a single call are not accepted with --file', async () => {
    for (const [args, what] of [
      [['gpt-4o'], 'a model'],
      [['--input', '5'], 'input'],
      [['--tier', 'batch'], 'tier'],
    ] as const) {
      const { code, stderr } = await runCliIn(dir, ['price', '--file', 'calls.json', ...args]);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining(`: it cannot be combined with ${what}.`),
      });
    }
    expect((await runCliIn(dir, ['price', '--file', 'none.json'])).stderr).toMatch(/^--file: the calls cannot be read/);
  });
});

const answer = (program: string, args: readonly string[], input = '') => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(testDist, program), ...args], {
    ...{ input, encoding: 'utf8', env: { ...process.env, COLUMNS: '' } },
  });
  // Each names itself as it was started.
  const text = (printed: string) => printed.replaceAll(/node \S*(cli\.js|agent-cost\.cjs)/g, 'agent-cost');
  return { status, stdout: text(stdout), stderr: text(stderr) };
};

test.each([
  [0, ['claude-sonnet-4-6', '--input', '1200', '--cached-input', '45000', '--output', '850']],
  [0, ['gpt-4o', '--json']],
  [0, ['--file', '-', '--csv']],
  [0, ['--help']],
  [0, ['-V']],
  [2, ['gpt-4o', '--inputs', '3']],
  [2, []],
  [3, ['no-such-model', '--input', '1']],
])('price ends with %i and says the same with %j', (status, args) => {
  const call = '{"model":"gpt-4o","input":10000,"output":2000}\n';
  const alone = answer('agent-cost.cjs', ['price', ...args], call);
  expect(alone).toEqual(answer('cli.js', ['price', ...args], call));
  expect(alone.status).toBe(status);
});

test('an answer that is longer than a pipe holds arrives whole, and a pipe that closes ends it quietly', () => {
  const calls = '{"model":"gpt-4o","input":10000,"output":2000}\n'.repeat(5000);
  const alone = answer('agent-cost.cjs', ['price', '--file', '-', '--csv'], calls);
  expect(alone.stdout.split('\r\n')).toHaveLength(5002);
  expect(alone).toEqual(answer('cli.js', ['price', '--file', '-', '--csv'], calls));
  const line = `"$0" "$1" price --file - --csv | head -1 | wc -l; exit "\${PIPESTATUS[0]}"`;
  const closed = spawnSync('bash', ['-c', line, process.execPath, join(testDist, 'agent-cost.cjs')], {
    ...{ input: calls, encoding: 'utf8' },
  });
  expect(closed).toMatchObject({ status: 0, stderr: '', stdout: '1\n' });
});

test('it is the program that answers', () => {
  expect(readFileSync(join(testDist, 'agent-cost.cjs'), 'utf8')).toContain('require("./price.cjs")');
});
