import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { digestsOf, filesBelow, runBuild } from '../support/build.ts';
import type { Ran } from '../support/children.ts';
import { copyData, copyProject, temporaryDirectory } from '../support/copies.ts';
import type { RawPrice, RawProvider } from '../support/core/raw-data.ts';
import { smallFiles } from '../support/core/small-data.ts';
import { copyDist } from '../support/dist.ts';
import { ask } from '../support/server/http.ts';
import { startServer } from '../support/server/server.ts';
import { smallDir, smallDist } from '../support/small-dist.ts';

/** The day of the tests' prices. */
const day = '2026-11-20';

describe('wrong use', () => {
  const dir = temporaryDirectory();

  /** Runs builds with these arguments, two at a time, since there may be only two cores. */
  async function runAll(uses: string[][]) {
    const ran: Awaited<ReturnType<typeof runBuild>>[] = [];
    for (let next = 0; next < uses.length; next += 2) {
      const pair = uses.slice(next, next + 2).map((args) => runBuild(['--out', join(dir, 'dist'), ...args]));
      ran.push(...(await Promise.all(pair)));
    }
    return ran;
  }

  test('of --as-of ends with exit code 2 and names the value and what is accepted', async () => {
    const values = ['2026-02-30', '2026-1-1', '', '2026-12-01T00:00:00Z'];
    for (const [index, { code, stdout, stderr }] of (await runAll(values.map((day) => [`--as-of=${day}`]))).entries()) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/--as-of must be a day such as 20/);
      expect(stderr).toContain(`(got "${values[index]}")`);
      expect(stderr, 'a stack trace is no help').not.toMatch(/^\s+at /m);
    }
  });

  test('of other options ends with exit code 2 and names the unexpected argument', async () => {
    const uses = [['--asof', day], ['--as-of'], ['--json=yes'], [day]];
    const named = ['--asof', '--as-of', '--json', day];
    for (const [index, { code, stdout, stderr }] of (await runAll(uses)).entries()) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(named[index]);
      expect(stderr).toContain('--help');
      expect(stderr, 'a stack trace is no help').not.toMatch(/^\s+at /m);
    }
  });

  test('builds nothing', () => {
    expect(filesBelow(dir)).toEqual([]);
  });

  test('--help lists every option and ends with exit code 0', async () => {
    const { code, stdout } = await runBuild(['--help']);
    expect(code).toBe(0);
    for (const option of ['--as-of', '--out', '--json', '--data']) expect(stdout).toContain(option);
  });
});

describe('a build with --json for 2026-12-01', () => {
  const asOf = '2026-12-01';
  const out = join(temporaryDirectory(), 'dist');
  let ran: Ran;
  beforeAll(async () => {
    ran = await runBuild(['--out', out, '--as-of', asOf, '--data', smallDir, '--json']);
  });
  const published = (dist: string, file: string) =>
    JSON.parse(readFileSync(join(dist, 'public/api/v1', file), 'utf8')).data;

  test('prints one line with the number of files and bytes in dist', () => {
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout.trim().split('\n')).toHaveLength(1);
    const files = filesBelow(out);
    const summary = JSON.parse(ran.stdout);
    expect(summary).toMatchObject({
      files: files.length,
      bytes: files.reduce((sum, file) => sum + statSync(join(out, file)).size, 0),
      pricesAsOf: asOf,
      unchanged: false,
      datasetVersion: expect.stringMatching(/^2026-\d\d-\d\d-[0-9a-f]{8}$/),
    });
    expect(summary.seconds).toBeGreaterThan(0);
    expect(Object.keys(summary).sort()).toEqual(
      [
        'out',
        'datasetVersion',
        'pricesAsOf',
        'files',
        'bytes',
        'unchanged',
        'seconds',
        'nextPriceChange',
        'kept',
        'warnings',
      ].sort(),
    );
  });

  test('names the next change after that day', () => {
    const changes = smallFiles
      .filter(({ path }) => path.startsWith('data/providers/'))
      .flatMap(({ text }) => (JSON.parse(text) as RawProvider).models)
      .flatMap(({ id, prices }) => prices.map(({ from }) => ({ id, from: from ?? '' })))
      .filter(({ from }) => from > asOf);
    const on = changes.map(({ from }) => from).sort()[0];
    const models = changes.filter(({ from }) => from === on).map(({ id }) => id);
    expect(models).toEqual(['gemini-3.8-flash']);
    const { nextPriceChange } = JSON.parse(ran.stdout);
    expect({ on: nextPriceChange.on, models: nextPriceChange.models.sort() }).toEqual({ on, models: models.sort() });
  });

  test('doubles the price of gemini-4-argon in its file and in its estimates', () => {
    const statesOf = (model: { prices: { state: string }[] }) => model.prices.map(({ state }) => state);
    const file = 'models/gemini-4-argon.json';
    const [before, after] = [published(smallDist, file), published(out, file)];
    expect(before).toMatchObject({ inputPerMTok: 2, outputPerMTok: 10, cachedInputPerMTok: 0.1 });
    expect(after).toMatchObject({ inputPerMTok: 4, outputPerMTok: 20, cachedInputPerMTok: 0.2, priceFrom: asOf });
    expect(statesOf(before)).toEqual(['current', 'scheduled']);
    expect(statesOf(after)).toEqual(['past', 'current']);

    for (const preset of ['coding', 'support', 'research', 'rag', 'voice']) {
      const estimate = `estimate/${preset}/gemini-4-argon.json`;
      const [cheap, dear] = [published(smallDist, estimate), published(out, estimate)];
      expect(cheap.costPerTask).toBeGreaterThan(0);
      expect(dear.costPerTask / cheap.costPerTask).toBeCloseTo(2, 5);
      expect(cheap.notes.join(' ')).toContain('From 2026-12-01 input costs $4 and output $20');
      expect(dear.notes.join(' ')).not.toContain('2026-12-01');
    }
  });
});

describe('broken data', () => {
  const dir = temporaryDirectory();
  const out = copyDist(join(dir, 'dist'), smallDist);
  const edited = (edit: (provider: RawProvider) => void) => (text: string) => {
    const provider = JSON.parse(text);
    edit(provider);
    return JSON.stringify(provider, null, 2);
  };
  const price = ({ models }: RawProvider) => models[0]?.prices[0] as RawPrice;
  const breaks: [string, (text: string) => string, RegExp][] = [
    [
      'a string price',
      edited((provider) => Object.assign(price(provider), { input: '3' })),
      /prices\/0\/input: .*must be a number .*\(got "3"\)/,
    ],
    [
      'a missing source',
      edited((provider) => delete price(provider).sources),
      /prices\/0: The field sources is missing/,
    ],
    [
      'a cached price above the input price',
      edited((provider) => Object.assign(price(provider), { cachedInput: 999 })),
      /prices\/0\/cachedInput: 999 is above the input price/,
    ],
    ['a duplicate alias', edited(({ models }) => models[0]?.aliases.push('gpt-4.1')), /"gpt-4\.1" is already an id/],
    ['a file that is cut short', (text) => text.slice(0, 700), /: not JSON/],
  ];

  test('builds nothing, lists the problem, and leaves the last build and its server unchanged', async () => {
    const last = digestsOf(out);
    const server = await startServer({}, out);
    const meta = await ask(server.base, '/api/v1/meta');
    for (const [what, change, says] of breaks) {
      const data = copyData(join(dir, `data with ${what}`), smallFiles);
      const file = join(data, 'providers/mistral.json');
      writeFileSync(file, change(readFileSync(file, 'utf8')));
      const { code, stdout, stderr } = await runBuild(['--out', out, '--as-of', day, '--data', data]);
      expect({ code, stdout }, what).toEqual({ code: 1, stdout: '' });
      expect(stderr, what).toContain('data/providers/mistral.json');
      expect(stderr, what).toMatch(says);
      expect(stderr, what).toMatch(/\n1 problem in the data: nothing was built/);
      expect(stderr, 'a stack trace is no help').not.toMatch(/^\s+at /m);
    }
    expect(digestsOf(out)).toEqual(last);
    expect((await ask(server.base, '/api/v1/meta')).text).toBe(meta.text);
    expect((await ask(server.base, '/api/v1/models/gpt-4.1')).status).toBe(200);
    await server.stop();

    const again = await startServer({}, out);
    expect((await ask(again.base, '/api/v1/meta')).text).toBe(meta.text);
    await again.stop();
  });
});

test('a build with a bug prints the stack, keeps the last build and leaves no files of its own', async () => {
  const dir = temporaryDirectory();
  const project = copyProject(join(dir, 'project'));
  const parent = join(dir, 'built');
  const out = copyDist(join(parent, 'dist'), smallDist);
  const last = digestsOf(parent);
  const faults = [
    ['build/output/make-build.ts', '(null as unknown as string).length;', /TypeError: .*\n\s+at .*make-build\.ts/],
    ['runtime/server/node/start-server.ts', 'this is not TypeScript', /start-server\.ts.*\n(.*\n)*\s+at /],
  ] as const;
  for (const [file, fault, stack] of faults) {
    const whole = readFileSync(join(project, file));
    appendFileSync(join(project, file), `\n${fault}\n`);
    const { code, stderr } = await runBuild(['--out', out, '--as-of', day], {}, project);
    expect(code, stderr).toBe(70);
    expect(stderr).toMatch(stack);
    expect(stderr).toContain('This is a bug in agent-cost');
    expect(stderr).not.toContain('--help');
    expect(digestsOf(parent)).toEqual(last);
    writeFileSync(join(project, file), whole);
  }
});
