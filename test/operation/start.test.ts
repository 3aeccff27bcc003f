import { cpSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../build/build.ts';
import { Progress } from '../../runtime/io/progress.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDay } from '../support/core/catalog.ts';
import { unchangedAround } from '../support/core/raw-data.ts';
import { smallProviders } from '../support/core/small-data.ts';
import { copyDist, frozenDir, testDist } from '../support/dist.ts';
import { projectRoot } from '../support/project-root.ts';
import { runServer } from '../support/run.ts';
import { ask } from '../support/server/http.ts';
import { mixedRequests, startLoad } from '../support/server/load.ts';
import { untilReady } from '../support/server/ready.ts';
import { startServer } from '../support/server/server.ts';
import { until } from '../support/server/until.ts';
import { smallDir, smallDist } from '../support/small-dist.ts';

describe('configuration', () => {
  test('every problem is listed at once, and secrets are not shown', async () => {
    const { code, stdout, stderr } = await runServer({
      PORT: '70000',
      RATE_LIMIT: '120 per minute',
      RATE_LIMIT_MODE: 'shadow',
      TRUST_PROXY: 'everybody',
      OPEN_TIER: 'maybe',
      RAPIDAPI_PROXY_SECRETS: 'short',
      METRICS_PORT: 'yes',
      LOG_LEVEL: 'loud',
      MAX_CONNECTIONS: '0',
      HEADERS_TIMEOUT: '-1',
      REQUEST_TIMEOUT: '1.5',
      KEEP_ALIVE_TIMEOUT: '99999',
      SHUTDOWN_TIMEOUT: '1e3',
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    for (const [setting, value] of [
      ['PORT must be ', '(got "70000").'],
      ['RATE_LIMIT must be ', '(got "120 per minute").'],
      ['RATE_LIMIT_MODE must be ', '(got "shadow").'],
      ['TRUST_PROXY must be ', '(got "everybody").'],
      ['OPEN_TIER must be ', '(got "maybe").'],
      ['RAPIDAPI_PROXY_SECRETS must be ', '(got a value that is not shown).'],
      ['METRICS_PORT must be ', '(got "yes").'],
      ['LOG_LEVEL must be ', '(got "loud").'],
      ['MAX_CONNECTIONS must be ', '(got "0").'],
      ['HEADERS_TIMEOUT must be ', '(got "-1").'],
      ['REQUEST_TIMEOUT must be ', '(got "1.5").'],
      ['KEEP_ALIVE_TIMEOUT must be ', '(got "99999").'],
      ['SHUTDOWN_TIMEOUT must be ', '(got "1e3").'],
    ]) {
      expect(stderr.split('\n').find((line) => line.startsWith(setting as string))).toContain(value);
    }
    expect(stderr).not.toContain('short');
    expect(stderr).toContain('--help');
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test.each([
    ['RATE_LIMIT', '0/60'],
    ['RATE_LIMIT', '10/0'],
    ['RATE_LIMIT', ''],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['PORT', ''],
    ['HOST', ''],
    ['HOST', ' '],
    ['METRICS_HOST', ''],
    ['METRICS_PORT', ''],
    ['METRICS_PORT', '70000'],
    ['PORT', 'http'],
    ['RAPIDAPI_PROXY_SECRETS', 'first-secret,second-secret,third-secret'],
  ])('%s="%s" is refused', async (name, value) => {
    const { code, stderr } = await runServer({ [name]: value });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(new RegExp(`^${name} must be `)) });
    expect(stderr).not.toContain('third-secret');
  });

  test('REQUEST_TIMEOUT shorter than HEADERS_TIMEOUT is accepted, or refused with a message', async () => {
    const server = await startServer({ REQUEST_TIMEOUT: '5' }).catch((error: Error) => error);
    if (server instanceof Error) {
      expect(server.message).toContain('HEADERS_TIMEOUT');
      expect(server.message).not.toMatch(/^\s+at /m);
    } else await server.stop();
  });

  test('--help lists every setting with its default, and starts no server', async () => {
    const { code, stdout, stderr } = await runServer({}, smallDist, '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const settings = [...stdout.matchAll(/^ {2}([A-Z][A-Z_]+) /gm)].map(([, name]) => name);
    expect(settings).toEqual(
      expect.arrayContaining([
        'PORT',
        'HOST',
        'RATE_LIMIT',
        'TRUST_PROXY',
        'KEYS_FILE',
        'OPEN_TIER',
        'SHUTDOWN_TIMEOUT',
      ]),
    );
    const read = [
      ...readFileSync(join(projectRoot, 'runtime/server/node/config.ts'), 'utf8').matchAll(
        /^ {2}([A-Z_]+): setting\(/gm,
      ),
    ];
    expect(settings).toEqual(read.map(([, name]) => name));
    expect(stdout).toContain('default 120/60');
    expect(stdout).toContain('SIGHUP');
  });

  test('a port in use: a message, and exit code 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const { code, stderr } = await runServer({ PORT: String(port) });
    other.close();
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(String(port)) });
    expect(stderr).toContain('PORT');
  });
});

describe('a dist that is not as it was built', () => {
  const dir = temporaryDirectory();
  let dist: string;
  beforeAll(() => {
    dist = copyDist(join(dir, 'dist'), smallDist);
  });
  afterEach(() => {
    for (const path of spoiled) cpSync(join(smallDist, path), join(dist, path));
    spoiled.clear();
  });
  const spoiled = new Set<string>();
  const at = (path: string) => {
    spoiled.add(path);
    return join(dist, path);
  };
  const change = (path: string) => {
    const bytes = readFileSync(at(path));
    bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] as number) ^ 1;
    writeFileSync(join(dist, path), bytes);
  };
  const shorten = (path: string) => truncateSync(at(path), readFileSync(join(dist, path)).length - 2);
  const remove = (path: string) => rmSync(at(path));
  const write = (text: string) => (path: string) => writeFileSync(at(path), text);

  const published = ['public/api/v1/models.json', 'public/api/v1/meta.json.gz', 'public/index.html', 'catalog.json'];
  const cases: [what: string, path: string, spoil: (path: string) => void][] = [
    ...[...published, 'pack', 'pack.index'].flatMap((path): [string, string, (path: string) => void][] => [
      ['changed', path, change],
      ['cut short', path, shorten],
      ['missing', path, remove],
      ['empty', path, write('')],
    ]),
    ['missing', 'manifest.json', remove],
    ['empty', 'manifest.json', write('')],
    ['cut short', 'manifest.json', shorten],
    ['not an object', 'manifest.json', write('null')],
    ['an empty object', 'manifest.json', write('{}')],
    ['without files', 'manifest.json', write('{"format":1}')],
    ['without any file', 'manifest.json', write('{"format":1,"files":{}}')],
    ['of another format', 'manifest.json', write('{"format":2,"files":{}}')],
    ['of another format', 'pack.index', write('{"format":2}\n')],
    ['not an object', 'pack.index', write('null\n')],
  ];

  test.each(cases.filter(([, path]) => readdirSync(smallDist).includes(path.split('/')[0] as string)))(
    'is not served: %s %s',
    async (_what, path, spoil) => {
      spoil(path);
      const { code, stderr } = await runServer({}, dist);
      expect(code).toBe(1);
      // It names the file; if the manifest lists nothing, the first file it should list.
      expect(stderr).toContain(path === 'manifest.json' ? dist : path.split('/').at(-1));
      expect(stderr, 'a message, not a stack trace').not.toMatch(/^\s+at /m);
    },
  );

  test('is refused on SIGHUP, and the old one stays in use without losing a request', async () => {
    const server = await untilReady(await startServer({}, dist));
    const load = startLoad(server.base, mixedRequests);
    const refused = () => server.output().split('"reload refused').length - 1;
    const spoils: [string, (path: string) => void][] = [
      ['public/api/v1/models.json', shorten],
      ['catalog.json', change],
      ['manifest.json', write('null')],
      ['manifest.json', write('{"format":1}')],
      ['manifest.json', remove],
    ];
    for (const [index, [path, spoil]] of spoils.entries()) {
      spoil(path);
      server.kill('SIGHUP');
      await until(() => refused() === index + 1);
      cpSync(join(smallDist, path), join(dist, path));
    }
    server.kill('SIGHUP');
    await until(() => server.output().includes('"reloaded"'));
    const { statuses, errors } = await load.stop();
    expect({ statuses: Object.keys(statuses), errors }).toEqual({ statuses: ['200'], errors: [] });
    await until(() => server.output().includes('models.json'));
    await server.stop();
  });
});

describe('another build', () => {
  const firstDay = (day: string) => unchangedAround(day, smallProviders).from;
  const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
  /** The first day of the prices of that build, and of the previous ones. */
  const from = firstDay(testDay);
  const before = firstDay(dayBefore(from));
  const dir = temporaryDirectory();
  const dist = join(dir, 'dist');
  const buildAsOf = async (asOf: string, data = smallDir) => {
    const built = await build({ asOf, today: testDay, out: dist, data, siteUrl: null }, new Progress(true));
    if (Array.isArray(built)) throw new Error(JSON.stringify(built));
    return built;
  };
  const pricesAsOf = async (base: string) => JSON.parse((await ask(base, '/healthz')).text).pricesAsOf;

  test('is loaded as a whole on SIGHUP, ten times under load, and no request is lost', async () => {
    await buildAsOf(before);
    const [other, spare] = [copyDist(join(dir, 'other'), smallDist), join(dir, 'spare')];
    const swap = () => {
      renameSync(dist, spare);
      renameSync(other, dist);
      renameSync(spare, other);
    };
    const server = await untilReady(await startServer({}, dist));
    const load = startLoad(server.base, mixedRequests);
    let day = before;
    for (let reload = 0; reload < 10; reload++) {
      // Every second time it is the same build again.
      if (reload % 2 === 0) {
        swap();
        day = day === from ? before : from;
      }
      server.kill('SIGHUP');
      await until(() => server.output().split('"reloaded"').length - 1 === reload + 1);
      expect(await pricesAsOf(server.base)).toBe(day);
      const { text } = await ask(server.base, '/api/v1/meta');
      expect(JSON.parse(text).data.pricesAsOf).toBe(day);
    }
    const { statuses, errors } = await load.stop();
    expect({ statuses: Object.keys(statuses), errors }).toEqual({ statuses: ['200'], errors: [] });
    await server.stop();
  });

  test('that replaces the one a server is just starting from does not end that server', async () => {
    await buildAsOf(before);
    const next = copyDist(join(dir, 'next'), smallDist);
    const server = await startServer({}, dist);
    renameSync(dist, join(dir, 'last'));
    renameSync(next, dist);
    await untilReady(server);
    expect(await pricesAsOf(server.base)).toBe(before);
    server.kill('SIGHUP');
    await until(() => server.output().includes('"reloaded"'));
    expect(await pricesAsOf(server.base)).toBe(from);
    await server.stop();
  });

  test('that is copied over the served one is loaded automatically, and no answer is a 500', async () => {
    await buildAsOf(before);
    const server = await untilReady(await startServer({}, dist));
    const cold = ['models', 'estimate/coding', 'estimate/rag', 'estimate/voice'].flatMap((folder) =>
      readdirSync(join(dist, 'public/api/v1', folder))
        .filter((name) => /^[\w.-]+\.json$/.test(name))
        .map((name) => `${folder}/${name}`),
    );
    expect(cold.length).toBeGreaterThan(60);
    expect((await ask(server.base, '/api/v1/meta')).status).toBe(200);

    // Halfway: the pack is cut short. Files sent before are still sent; the rest has to wait.
    truncateSync(join(dist, 'pack'), 1000);
    expect((await ask(server.base, '/api/v1/meta')).status).toBe(200);
    for (const name of cold.slice(0, 20)) {
      const { status, headers, text } = await ask(server.base, `/api/v1/${name}`);
      expect({ status, retryAfter: headers['retry-after'], code: JSON.parse(text).error.code }).toEqual({
        status: 503,
        retryAfter: '1',
        code: 'unavailable',
      });
    }
    await until(() => server.output().includes('dist was changed while it was served'));

    // Complete: in place, as `cp -r` does it.
    cpSync(smallDist, dist, { recursive: true });
    await until(async () => (await ask(server.base, `/api/v1/${cold[0]}`)).status === 200);
    for (const name of cold.slice(0, 60)) {
      const { status, text } = await ask(server.base, `/api/v1/${name}`);
      expect([status, text]).toEqual([200, readFileSync(join(smallDist, 'public/api/v1', name), 'utf8')]);
    }
    expect(await pricesAsOf(server.base)).toBe(from);
    await server.stop();
  });

  test('from before the last price change is served, and reports that a change has passed', async () => {
    // The small part of the data has no change yet that has passed.
    const { pricesUpdated } = JSON.parse(readFileSync(join(testDist, 'public/api/v1/meta.json'), 'utf8')).meta;
    const day = dayBefore(pricesUpdated);
    const built = await buildAsOf(day, frozenDir);
    expect(built.nextPriceChange?.on).toBe(pricesUpdated);
    const server = await untilReady(await startServer({}, dist));
    const { status, text } = await ask(server.base, '/healthz');
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      ready: true,
      pricesAsOf: unchangedAround(day).from,
      scheduledChangePassed: true,
    });
    const { text: metrics } = await ask(server.metrics, '/metrics');
    expect(metrics).toMatch(/^agent_cost_price_change_overdue 1$/m);
    await until(() => /"level":40,.*scheduled change has passed/.test(server.output()));
    await server.stop();
  });
});
