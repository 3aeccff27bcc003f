/** The files that `agent-cost check` and `agent-cost check watch` read: which content is refused, and their schema. */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyBaseline, repository, run, writeJson } from './repository.ts';

const day = ['--as-of', '2026-11-20'];

describe('wrong use', () => {
  const works = (work: object, rest: object = {}) => ({ workflows: { work }, ...rest });
  test.each([
    [{}, /^agent-cost\.json: The field workflows is missing\.$/m],
    [{ workflows: {} }, /^agent-cost\.json: workflows must NOT have fewer than 1 properties/m],
    [works({}), /workflows\.work must have exactly one of preset, request, file\./],
    [works({ preset: 'rag', file: 'x' }), /workflows\.work must have exactly one of preset, request, file\./],
    [
      works({ preset: 'codign' }),
      /workflows\.work\.preset must be one of coding, .* \(got "codign"\)\. Did you mean "coding"\?/,
    ],
    [
      works({ request: { retryRatePct: 101 } }),
      /^agent-cost\.json: workflows\.work\.request\.retryRatePct must be between 0 and 100 \(got 101\)\.$/m,
    ],
    [
      works({ request: { compare: true } }),
      /workflows\.work\.request must not have the field compare: a budget is for one model\./,
    ],
    [
      works({ preset: 'rag', budget: { perTask: -1 } }),
      /workflows\.work\.budget\.perTask must be at least 0 \(got -1\)\./,
    ],
    [works({ preset: 'rag', budgt: {} }), /Unknown field "budgt"\. It is in workflows\.work\. Did you mean "budget"\?/],
    [
      works({ request: { modelId: 'gpt-4p' } }),
      /^agent-cost\.json: workflows\.work: .*"gpt-4p"\. Did you mean "gpt-4o"\?/m,
    ],
    [works({ file: 'none.json' }), /^The workflow cannot be read \(ENOENT: .*none\.json/m],
    [works({ preset: 'rag' }, { overlay: 'none.json' }), /^overlay: the file cannot be read \(ENOENT/m],
    [{ workflows: { '| x': { preset: 'rag' } } }, /the name of a workflow must be letters, digits.* \(got "\| x"\)\./],
  ])('%j', async (config, message) => {
    const dir = repository('under-budget');
    writeJson(dir, 'agent-cost.json', config);
    for (const command of ['check', 'watch']) {
      const { code, stdout, stderr } = await run(dir, command, ...day);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(message);
    }
  });

  test('a baseline that cannot be written does not exit like an exceeded budget', async () => {
    const dir = repository('under-budget');
    writeJson(dir, 'agent-cost.json', works({ preset: 'rag' }, { baseline: 'none/base.json' }));
    const { code, stdout, stderr } = await run(dir, 'check', '--update', ...day);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^baseline: none\/base\.json cannot be written \(ENOENT: no such file or directory/);
  });

  test.each([
    ['{"workflows":', /^agent-cost\.json is not JSON: /],
    [
      '{"workflows":{"a":{"preset":"rag"},"a":{"preset":"voice"}}}',
      /^agent-cost\.json: "a" appears twice in one object\.$/m,
    ],
  ])('%s', async (text, message) => {
    const dir = repository('under-budget');
    writeFileSync(join(dir, 'agent-cost.json'), text);
    const { code, stderr } = await run(dir, 'check');
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  test('is refused in other files', async () => {
    const dir = repository('under-budget');
    const none = await run(dir, 'check', 'nothing.json');
    expect(none).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^The budgets cannot be read \(ENOENT.*docs\/ci\.md/),
    });
    writeJson(dir, 'workflows/review.json', { modelId: 'gpt-4o', retryRatPct: 5 });
    expect((await run(dir, 'check')).stderr).toMatch(
      /^workflows\/review\.json: Unknown field "retryRatPct"\. Did you mean "retryRatePct"\?/,
    );
    writeJson(dir, 'workflows/review.json', null);
    expect((await run(dir, 'check')).stderr).toMatch(/^workflows\/review\.json: .*must be an object \(got null\)\./);
    expect((await run(dir, 'check', '--baseline', 'none.json')).code).toBe(2);
    writeJson(dir, 'workflows/review.json', {});
    writeJson(dir, 'agent-cost.baseline.json', { pricesAsOf: 'yesterday' });
    const stale = await run(dir, 'check');
    for (const [wrong, message] of [
      [{ overlay: { name: 'x' } }, 'The field rules of overlay is missing.'],
      [
        { workflows: { a: { request: { handoffs: -1 }, perTask: 0, perMonth: 0 } } },
        'workflows.a.request.handoffs must be',
      ],
    ] as const) {
      writeJson(dir, 'agent-cost.baseline.json', { ...emptyBaseline, ...wrong });
      const { code, stderr } = await run(dir, 'check');
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining(`agent-cost.baseline.json: ${message}`),
      });
    }
    expect(stale.code).toBe(2);
    expect(stale.stderr).toMatch(/^agent-cost\.baseline\.json: .*pricesAsOf must be a date/);
    expect(existsSync(join(dir, 'nothing.json'))).toBe(false);
  });
});

test('the schema of agent-cost.json in the package is the published one, and accepts the examples', async () => {
  const { newAjv } = await import('../../build/data/ajv.ts');
  const { testDist } = await import('../support/dist.ts');
  const schema = readFileSync(join(testDist, 'agent-cost.schema.json'), 'utf8');
  expect(readFileSync(join(testDist, 'public/api/v1/schemas/agent-cost.json'), 'utf8')).toBe(schema);
  const accepts = newAjv({ allErrors: true }).compile(JSON.parse(schema));
  for (const example of ['under-budget', 'over-budget/main', 'over-budget/pull-request', 'price-change-ahead']) {
    const config = JSON.parse(readFileSync(join(repository(example), 'agent-cost.json'), 'utf8'));
    expect(accepts({ $schema: './agent-cost.schema.json', ...config }), JSON.stringify(accepts.errors)).toBe(true);
  }
});

describe("a stranger's agent-cost.json", () => {
  const secret = 'root:$6$VerySecret:19000:0:99999';

  /** A checkout with a secret next to it, and links to the secret in it. */
  function checkout(config: object): string {
    const dir = repository('under-budget');
    writeFileSync(join(dir, '../secret'), secret);
    symlinkSync('../secret', join(dir, 'link'));
    symlinkSync('..', join(dir, 'up'));
    symlinkSync('../not-yet', join(dir, 'new'));
    mkdirSync(join(dir, 'sub'));
    writeJson(dir, 'agent-cost.json', config);
    return dir;
  }

  const work = { preset: 'rag' };
  test.each([
    ['baseline', { workflows: { work }, baseline: '../secret' }],
    ['baseline', { workflows: { work }, baseline: 'sub/../../secret' }],
    ['baseline', { workflows: { work }, baseline: 'link' }],
    ['baseline', { workflows: { work }, baseline: 'up/secret' }],
    ['baseline', { workflows: { work }, baseline: 'new' }],
    ['baseline', { workflows: { work }, baseline: '/etc/passwd' }],
    ['overlay', { workflows: { work }, overlay: '../secret' }],
    ['overlay', { workflows: { work }, overlay: 'link' }],
    ['workflows.work.file', { workflows: { work: { file: '../secret' } } }],
    ['workflows.work.file', { workflows: { work: { file: 'up/secret' } } }],
  ])('may not name a file outside: %s in %j', async (field, config) => {
    const dir = checkout(config);
    const before = readdirSync(join(dir, '..'));
    for (const args of [['check'], ['check', '--update'], ['watch']]) {
      const { code, stdout, stderr } = await run(dir, ...args, ...day);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`agent-cost.json: ${field} leads out of`);
      expect(stderr).toContain('--allow-outside');
      expect(stderr).not.toContain('root:');
    }
    expect(readFileSync(join(dir, '../secret'), 'utf8')).toBe(secret);
    expect(readdirSync(join(dir, '..'))).toEqual(before);
  });

  test('may name links that stay in its folder; one of your own may name any file', async () => {
    const inside = checkout({ workflows: { work }, baseline: 'a link' });
    symlinkSync('sub/base.json', join(inside, 'a link'));
    expect(await run(inside, 'check', '--update', ...day)).toMatchObject({ code: 0, stderr: '' });
    expect(lstatSync(join(inside, 'a link')).isSymbolicLink()).toBe(true);
    expect(existsSync(join(inside, 'sub/base.json'))).toBe(true);
    const own = checkout({ workflows: { work }, baseline: '../base.json' });
    expect(await run(own, 'check', '--update', '--allow-outside', ...day)).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(own, '../base.json'))).toBe(true);
  });

  test('shows nothing of a file that is not JSON: only where', async () => {
    const dir = checkout({ workflows: { work: { file: 'own.txt' } } });
    writeFileSync(join(dir, 'own.txt'), `{\n  ${secret}`);
    for (const args of [
      ['check'],
      ['estimate', '--file', 'own.txt'],
      ['estimate', '--overlay', 'own.txt'],
      ['price', '--file', 'own.txt'],
    ]) {
      const { code, stderr } = await run(dir, ...args);
      expect(code).toBe(2);
      expect(stderr).toMatch(/own\.txt.* is not JSON: line \d, column \d\./);
      expect(stderr).not.toContain('root');
    }
  });
});
