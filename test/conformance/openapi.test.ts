/** Third-party tools, on the published document and in front of the running server. */
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basePath } from '../../runtime/api/routes.ts';
import { idsOf, rawModels } from '../support/core/raw-data.ts';
import { testDist } from '../support/dist.ts';
import { serverForTests } from '../support/server/for-tests.ts';
import { freePort } from '../support/server/free-port.ts';
import { type Answer, ask } from '../support/server/http.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { requests, type Sent } from './requests.ts';
import { made, missing, outside, run, start } from './tools.ts';

const published = join(testDist, `public${basePath}/openapi.json`);
const document = JSON.parse(readFileSync(published, 'utf8'));
const operations: { responses: Record<string, unknown> }[] = Object.values(document.paths).flatMap((item) =>
  Object.values(item as object),
);

const reason = missing();

describe.skipIf(reason !== null)(`the OpenAPI document ${reason ?? ''}`, () => {
  /** A broken copy of the document: the name of its license is a number. */
  const broken = join(made, 'broken.json');
  beforeAll(() => {
    mkdirSync(made, { recursive: true });
    writeFileSync(broken, JSON.stringify({ ...document, info: { ...document.info, license: { name: 5 } } }));
  });

  const redocly = async (file: string) =>
    JSON.parse((await run('redocly', ['lint', '--extends=recommended', '--format=json', file])).stdout).problems;
  const spectral = async (file: string) =>
    JSON.parse((await run('spectral', ['lint', '--ruleset=spectral.yaml', '--format=json', '--quiet', file])).stdout);

  test.each([
    ['redocly', redocly],
    ['spectral', spectral],
  ])('has no errors or warnings in %s, which finds the fault in a broken copy', async (_name, lint) => {
    expect(await lint(published)).toEqual([]);
    expect(JSON.stringify(await lint(broken))).toMatch(/license.*name/);
  });
});

describe.skipIf(reason !== null)(`Prism as a validating proxy ${reason ?? ''}`, () => {
  const server = serverForTests();

  test('finds no violation in any answer of a documented operation', async () => {
    const documented = requests.filter(isDocumented);
    const prism = await startPrism(server.base + basePath);
    const violations: string[] = [];
    const statuses = new Set<number>();
    try {
      for (const { path, ...rest } of documented) {
        const answer = await ask(prism.base, path, rest);
        const problem = problemOf(answer);
        statuses.add(answer.status);
        if (problem !== null) violations.push(`${rest.method ?? 'GET'} ${path} ${rest.body ?? ''}: ${problem}`);
      }
    } finally {
      await prism.stop();
    }
    expect(violations).toEqual([]);
    expect([...statuses].sort()).toEqual([200, 304, 400, 401, 404, 412, 413, 414, 415]);
  });

  test('detects a string instead of a number, a missing field, and a refusal without an error', async () => {
    const { data, meta } = JSON.parse((await ask(server.base, `${basePath}/meta`)).text);
    const lies = [
      { status: 200, body: { data: { ...data, counts: { ...data.counts, models: 'many' } }, meta } },
      { status: 200, body: { data, meta: { ...meta, disclaimer: undefined } } },
      { status: 418, body: { data, meta } },
    ];
    let lie = lies[0];
    const liar = createServer((_request, response) => {
      response.writeHead(lie?.status ?? 500, { 'Content-Type': 'application/json' }).end(JSON.stringify(lie?.body));
    }).listen(0, '127.0.0.1');
    await once(liar, 'listening');
    const prism = await startPrism(`http://127.0.0.1:${(liar.address() as AddressInfo).port}`);
    try {
      for (lie of lies) expect(problemOf(await ask(prism.base, '/meta'))).toMatch(/VIOLATIONS/);
    } finally {
      await prism.stop();
      liar.close();
    }
  });

  /** Requests are not validated: invalid ones are sent on purpose. Prism serves at the root, without the base path. */
  async function startPrism(upstream: string) {
    const port = await freePort();
    const flags = ['--errors', '--validate-request=false', '--host=127.0.0.1', `--port=${port}`];
    const prism = start('prism', ['proxy', published, upstream, ...flags]);
    let printed = '';
    await new Promise<void>((resolve, reject) => {
      prism.stderr?.resume();
      prism.stdout?.on('data', (chunk) => {
        printed = (printed + chunk).slice(-5000);
        if (printed.includes('Prism is listening')) resolve();
      });
      prism.once('exit', (code) => reject(new Error(`Prism ended with exit code ${code}: ${printed}`)));
    });
    const stop = async () => {
      const gone = once(prism, 'exit');
      prism.kill();
      await gone;
    };
    return { base: `http://127.0.0.1:${port}`, stop };
  }

  /** Whether the document has this method and this path, normalised as by Prism. */
  function isDocumented({ method = 'GET', path }: Sent): boolean {
    const { pathname } = new URL(path, server.base);
    // The file of an empty list looks like a model named none.json.
    if (pathname === '/models/by-provider/none.json') return false;
    return Object.entries(document.paths).some(
      ([template, item]) =>
        new RegExp(`^${template.replaceAll('.', '\\.').replace('{id}', '[^/]+')}$`).test(pathname) &&
        method.toLowerCase() in (item as object),
    );
  }

  /** The violations that Prism reports for an answer, or null. */
  const problemOf = ({ headers, text }: Answer): string | null =>
    headers['sl-violations'] !== undefined || headers['content-type'] === 'application/problem+json' ? text : null;
});

describe.skipIf(reason !== null)(`Dredd ${reason ?? ''}`, () => {
  test('gets every documented answer of every operation, except those that no request can cause', async () => {
    // The POST answer has limit fields, so there must be a limit; on the other server it is used up.
    const [server, limited] = await Promise.all([
      startServer({ RATE_LIMIT: '100000/60' }),
      startServer({ RATE_LIMIT: '1/3600' }),
    ]);
    try {
      while ((await ask(limited.base, `${basePath}/meta`)).status !== 429);
      const { code, stdout } = await run(
        'dredd',
        [published, server.base + basePath, '--hookfiles=./dredd-hooks.cjs', '--no-color'],
        { LIMITED_PORT: new URL(limited.base).port },
      );
      const failures = stdout.split('\n').filter((line) => line.startsWith('fail:'));
      expect(failures).toEqual([]);
      const statuses = operations.flatMap(({ responses }) => Object.keys(responses));
      const skipped = statuses.filter((status) => ['408', '500', '503'].includes(status)).length;
      expect(stdout).toContain(
        `complete: ${statuses.length - skipped} passing, 0 failing, 0 errors, ${skipped} skipped, ${statuses.length} total`,
      );
      expect(code).toBe(0);
    } finally {
      await Promise.all([server.stop(), limited.stop()]);
    }
  });
});

describe.skipIf(reason !== null)(`a generated client ${reason ?? ''}`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
    rmSync(made, { recursive: true, force: true });
    await ok(run('openapi-typescript', [published, '--output', join(made, 'openapi-typescript/api.d.ts')]));
    await ok(run('orval', ['--config', 'orval.config.cjs'], { OPENAPI: published, BASE_URL: server.base + basePath }));
    await ok(run('tsc', ['--project', join(outside, 'clients')]));
  });
  afterAll(() => server.stop());

  /** Runs the strictly compiled client on the running server. */
  const callAll = async (client: string) =>
    (await import(pathToFileURL(join(made, `js/clients/${client}.js`)).href)).callAll(server.base + basePath);

  const gpt4o = rawModels.find(({ id }) => id === 'gpt-4o');
  const answers = {
    ids: expect.toSatisfy((ids: string[]) => ids.toSorted().join() === idsOf('openai', 'fast').join()),
    verified: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    cached: gpt4o?.prices.at(-1)?.cachedInput,
    offPeak: null,
    spend: 0,
    cheaper: expect.toBeOneOf(rawModels.map(({ id }) => id)),
    ranks: rawModels.map((_, index) => index + 1),
    code: 'model_not_found',
    status: 404,
  };

  test('of openapi-typescript compiles with --strict and gets typed answers', async () => {
    expect(await callAll('openapi-typescript')).toEqual({ ...answers, header: expect.stringMatching(/^id,name,/) });
  });

  test('of orval compiles with --strict and gets typed answers', async () => {
    expect(await callAll('orval')).toEqual(answers);
  });

  async function ok(running: ReturnType<typeof run>): Promise<void> {
    const { code, stdout, stderr } = await running;
    if (code !== 0) throw new Error(stdout + stderr);
  }
});
