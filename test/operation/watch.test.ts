import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { metricsPortOf, readConfig } from '../../runtime/server/node/config.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { catalog } from '../support/core/catalog.ts';
import { runCli, runServer } from '../support/run.ts';
import { serverForTests } from '../support/server/for-tests.ts';
import { freshMetrics } from '../support/server/fresh-metrics.ts';
import { ask, post } from '../support/server/http.ts';
import { sendRaw } from '../support/server/raw.ts';
import { untilReady } from '../support/server/ready.ts';
import { startServer } from '../support/server/server.ts';
import { until } from '../support/server/until.ts';

const server = serverForTests();

describe('/healthz', () => {
  test('reports the dataset served, and that the server is ready', async () => {
    const { status, headers, text } = await ask(server.base, '/healthz');
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    // The frozen data have a price until 2026-11-21: after that day the answer differs.
    const passed = '2026-11-21' < new Date().toISOString().slice(0, 10);
    expect(JSON.parse(text)).toEqual({
      status: 'ok',
      ready: true,
      datasetVersion: catalog.version,
      pricesAsOf: catalog.asOf,
      nextPriceChange: { on: '2026-12-01', models: expect.arrayContaining([expect.any(String)]) },
      scheduledChangePassed: passed,
    });
  });

  test('answers HEAD without a body, and refuses other methods in the envelope', async () => {
    const places = [
      [server.base, '/healthz'],
      [server.metrics, '/healthz'],
      [server.metrics, '/metrics'],
    ] as const;
    for (const [base, path] of places) {
      const head = await ask(base, path, { method: 'HEAD' });
      expect([head.status, head.body.length]).toEqual([200, 0]);
      for (const method of ['POST', 'DELETE']) {
        const refused = await ask(base, path, { method });
        expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD']);
        expect(refused.headers['content-type']).toBe('application/json');
        expect(JSON.parse(refused.text)).toEqual({
          error: { code: 'method_not_allowed', message: expect.stringMatching(/./) },
        });
      }
    }
  });
});

/** The samples of a Prometheus text, by name and labels. Throws on a line that is not a sample. */
function samplesOf(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  const types = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, type = '', kind = ''] =
      /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram|summary|untyped)$/.exec(line) ?? [];
    if (type !== '') {
      if (types.has(type)) throw new Error(`${type} has two types`);
      types.set(type, kind);
    }
    if (line === '' || line.startsWith('#')) continue;
    const [, series, value] =
      /^([a-zA-Z_:][\w:]*(?:\{[a-zA-Z_]\w*="(?:[^"\\\n]|\\.)*"(?:,[a-zA-Z_]\w*="(?:[^"\\\n]|\\.)*")*\})?) (\S+)$/.exec(
        line,
      ) ?? [];
    if (series === undefined || (Number.isNaN(Number(value)) && value !== 'Nan' && value !== 'NaN')) {
      throw new Error(`Not a sample: ${line}`);
    }
    if (samples.has(series)) throw new Error(`${series} is repeated`);
    const name = (series.split('{')[0] as string).replace(/_(bucket|sum|count)$/, '');
    if (!types.has(name) && !types.has(series.split('{')[0] as string)) throw new Error(`${series} has no type`);
    samples.set(series, Number(value));
  }
  return samples;
}

describe('/metrics', () => {
  /** The current counts. */
  const scrape = async (base = server.metrics) => samplesOf(await freshMetrics(base));

  test('is Prometheus text that ends in a newline', async () => {
    const { headers, text } = await ask(server.metrics, '/metrics');
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text.endsWith('\n')).toBe(true);
    const samples = samplesOf(text);
    const names = [...samples.keys()].map((series) => series.split('{')[0]);
    for (const name of ['process_resident_memory_bytes', 'process_open_fds', 'nodejs_eventloop_lag_seconds']) {
      expect(names).toContain(name);
    }
    expect(samples.get(`agent_cost_dataset_info{version="${catalog.version}",prices_as_of="${catalog.asOf}"}`)).toBe(1);
  });

  test('counts every answer once, by kind, method and status', async () => {
    const before = await scrape();
    const times = 3;
    for (let i = 0; i < times; i++) {
      await ask(server.base, '/api/v1/meta');
      await ask(server.base, '/api/v1/nope?secret=1');
      await ask(server.base, '/api/v1/meta', { headers: { 'If-None-Match': '*' } });
      await ask(server.base, '/api/v1/models', { method: 'PROPFIND' });
      await post(server.base, '/api/v1/estimate', '{}');
      await ask(server.base, '/');
      await ask(server.base, '/healthz');
      await sendRaw(server.base, 'garbage\r\n\r\n');
    }
    const after = await scrape();
    const grown = (kind: string, method: string, status: number) => {
      const series = `agent_cost_answers_total{kind="${kind}",method="${method}",status="${status}"}`;
      return (after.get(series) ?? 0) - (before.get(series) ?? 0);
    };
    expect(grown('api', 'GET', 200)).toBe(times);
    expect(grown('api', 'GET', 404)).toBe(times);
    expect(grown('api', 'GET', 304)).toBe(times);
    expect(grown('api', 'other', 405)).toBe(times);
    expect(grown('api', 'POST', 200)).toBe(times);
    expect(grown('page', 'GET', 200)).toBe(times);
    expect(grown('operation', 'GET', 200)).toBe(times + 1); // and the first scrape
    expect(grown('api', 'other', 400)).toBe(times);
  });

  test('has as many series after a thousand different requests as after a few', async () => {
    // V8's first garbage collection of each of four kinds adds nine series, whatever is requested.
    const ofCollections = (samples: Awaited<ReturnType<typeof scrape>>) =>
      [...samples.keys()].filter((name) => name.startsWith('nodejs_gc_duration_seconds')).length;
    const before = await scrape();
    for (let i = 0; i < 300; i++) {
      await ask(server.base, `/api/v1/models/x${i}`, { headers: { 'User-Agent': `u${i}` } });
      await ask(server.base, `/api/v1/nope${i}?q=${i}`);
    }
    const after = await scrape();
    expect(after.size - ofCollections(after) - (before.size - ofCollections(before))).toBeLessThan(10);
    expect(ofCollections(after)).toBeLessThanOrEqual(36);
  });

  test('has every series from the start, with 0', async () => {
    const fresh = await untilReady(await startServer());
    const samples = samplesOf(await freshMetrics(fresh.metrics));
    for (const [kind, method, status] of [
      ['api', 'POST', 200],
      ['page', 'GET', 304],
      ['api', 'GET', 429],
      ['api', 'other', 500],
    ]) {
      expect(samples.get(`agent_cost_answers_total{kind="${kind}",method="${method}",status="${status}"}`)).toBe(0);
    }
    for (const kind of ['api', 'computed', 'page']) {
      expect(samples.get(`agent_cost_request_duration_seconds_count{kind="${kind}"}`)).toBe(0);
    }
    await ask(fresh.base, '/api/v1/meta');
    await post(fresh.base, '/api/v1/estimate', '{}');
    const after = samplesOf(await freshMetrics(fresh.metrics));
    expect(new Set([...after.keys()].filter((name) => name.startsWith('agent_cost_')))).toEqual(
      new Set([...samples.keys()].filter((name) => name.startsWith('agent_cost_'))),
    );
    await fresh.stop();
  });

  test('has the time that requests took, by kind, in buckets that add up', async () => {
    const { base, metrics, stop } = await untilReady(await startServer());
    for (let i = 0; i < 5; i++) await ask(base, '/api/v1/meta');
    await post(base, '/api/v1/estimate', '{}');
    const samples = samplesOf(await freshMetrics(metrics));
    const of = (kind: string, what: string, le = '') =>
      samples.get(`agent_cost_request_duration_seconds_${what}{kind="${kind}"${le && `,le="${le}"`}}`) ?? Number.NaN;
    expect([of('api', 'count'), of('computed', 'count'), of('page', 'count')]).toEqual([5, 1, 0]);
    expect(of('api', 'bucket', '+Inf')).toBe(5);
    expect(of('api', 'bucket', '0.00001')).toBeLessThanOrEqual(of('api', 'bucket', '0.001'));
    expect(of('api', 'bucket', '10')).toBe(5);
    expect(of('api', 'sum')).toBeGreaterThan(0);
    expect(of('api', 'sum')).toBeLessThan(50);
    await stop();
  });

  test('is not on the public port', async () => {
    const { status, text } = await ask(server.base, '/metrics');
    expect({ status, code: JSON.parse(text).error.code }).toEqual({ status: 404, code: 'not_found' });
  });

  test('has a port that serves only it and /healthz', async () => {
    for (const path of ['/', '/api/v1/meta', '/snapshot/snapshots.json', '/metrics/x']) {
      const { status, headers, text } = await ask(server.metrics, path);
      expect({ status, type: headers['content-type'] }).toEqual({ status: 404, type: 'application/json' });
      expect(JSON.parse(text)).toEqual({ error: { code: 'not_found', message: expect.stringContaining('/metrics') } });
    }
    expect((await ask(server.metrics, '/metrics?a=b')).status).toBe(200);
    expect(JSON.parse((await ask(server.metrics, '/healthz')).text)).toEqual(
      JSON.parse((await ask(server.base, '/healthz')).text),
    );
    const { answers } = await sendRaw(server.metrics, 'garbage\r\n\r\n');
    expect(answers.map(({ status }) => status)).toEqual([400]);
  });

  test('are collected once for all scrapes within a second', async () => {
    const texts = await Promise.all(
      Array.from({ length: 20 }, async () => (await ask(server.metrics, '/metrics')).text),
    );
    expect(new Set(texts).size).toBeLessThanOrEqual(2); // a second may pass meanwhile
  });

  test('can be switched off', async () => {
    const off = await startServer({ METRICS_PORT: 'off' });
    expect(off.metrics).toBe('');
    expect((await ask(off.base, '/metrics')).status).toBe(404);
    expect([200, 503]).toContain((await ask(off.base, '/healthz')).status);
    await off.stop();
  });

  test('are on PORT + 1000 by default, and if that port is in use the server does not start', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const taken = (other.address() as AddressInfo).port;
    const { code, stderr } = await runServer({ METRICS_PORT: String(taken) });
    other.close();
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`127.0.0.1:${taken}`) });
    expect(stderr).toContain('METRICS_PORT');
    expect(metricsPortOf(readConfig({}))).toBe(9787);
    expect(metricsPortOf(readConfig({ PORT: '65000' }))).toBe(64000);
    expect(metricsPortOf(readConfig({ PORT: '0' }))).toBe(0);
    expect(metricsPortOf(readConfig({ METRICS_PORT: '9100' }))).toBe(9100);
    expect(metricsPortOf(readConfig({ METRICS_PORT: 'off' }))).toBeNull();
  });
});

describe('the log', () => {
  test('is lines of JSON with a request id, without any key, secret, query or body', async () => {
    const file = join(temporaryDirectory(), 'keys.json');
    const key = (
      await runCli('keys', 'add', 'logged', '--plan', 'p', '--limit', '999/9', '--file', file)
    ).stdout.trim();
    const secret = 'MARKERsecret';
    const chatty = await startServer({ LOG_LEVEL: 'debug', KEYS_FILE: file, RAPIDAPI_PROXY_SECRETS: secret });
    await untilReady(chatty);
    const { base } = chatty;
    const get = (path: string, headers: Record<string, string> = {}) => ask(base, path, { headers });
    await get('/api/v1/models?provider=MARKERquery&tier=MARKERtier');
    await get('/api/v1/models/MARKERpath');
    await get('/api/v1/MARKERpath');
    await get('/MARKERpage?MARKERquery');
    await get('/?MARKERquery');
    await get('/api/v1/meta', { 'X-API-Key': key });
    await get('/api/v1/meta', { 'X-API-Key': 'MARKERkey' });
    await get('/api/v1/meta', { 'X-RapidAPI-Proxy-Secret': secret, 'X-RapidAPI-User': 'MARKERuser' });
    await get('/api/v1/meta', { 'X-RapidAPI-Proxy-Secret': 'MARKERwrong' });
    await get('/api/v1/meta', {
      Cookie: 'MARKERcookie',
      Authorization: 'Bearer MARKERtoken',
      Referer: 'http://MARKERreferer/',
    });
    await get('/api/v1/meta', {
      'X-Forwarded-For': '203.0.113.99',
      'User-Agent': 'MARKERagent',
      'X-Request-Id': 'MARKERid',
    });
    await post(base, '/api/v1/estimate', '{"modelId":"MARKERbody"}');
    await post(base, '/api/v1/estimate', 'MARKERjson');
    await post(base, '/api/v1/estimate', '{"MARKERfield":1}');
    await sendRaw(base, 'MARKERgarbage\r\n\r\n');
    await sendRaw(base, 'GET /MARKERtarget HTTP/1.1\r\nMARKERname : x\r\n\r\n');
    await sendRaw(base, 'GET /api/v1/meta HTTP/1.1\r\nHost: x\r\nExpect: MARKERexpect\r\n\r\n');
    await sendRaw(base, 'CONNECT MARKERhost:443 HTTP/1.1\r\nHost: x\r\n\r\n');
    chatty.kill('SIGHUP');
    await until(() => chatty.output().includes('"reloaded"'));
    await chatty.stop();

    const output = chatty.output();
    expect(output).not.toContain('MARKER');
    expect(output).not.toContain(key);
    expect(output).not.toContain('203.0.113.99');
    const [greeting, ...lines] = output
      .trim()
      .split('\n')
      .sort((a) => (a.startsWith('agent-cost on') ? -1 : 1));
    expect(greeting).toMatch(/^agent-cost on http/);
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const answered = entries.filter(({ msg }) => msg === 'answered');
    expect(answered.length).toBeGreaterThanOrEqual(14);
    for (const entry of answered) {
      expect(entry).toMatchObject({
        level: 20,
        time: expect.any(Number),
        requestId: expect.stringMatching(/^[\w-]{8,}$/),
        method: expect.any(String),
        status: expect.any(Number),
        durationMs: expect.any(Number),
      });
    }
    expect(new Set(answered.map(({ requestId }) => requestId)).size).toBe(answered.length);
    expect(entries.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(['listening', 'reloaded', 'draining', 'stopped']),
    );
  });

  test('has no line for each request by default, and no line at all when silent', async () => {
    const quiet = await startServer();
    const silent = await startServer({ LOG_LEVEL: 'silent' });
    for (const { base } of [quiet, silent]) {
      for (let i = 0; i < 20; i++) await ask(base, '/api/v1/nope');
      await sendRaw(base, 'garbage\r\n\r\n');
    }
    await Promise.all([quiet.stop(), silent.stop()]);
    expect(quiet.output().trim().split('\n').length).toBeLessThan(8);
    expect(silent.output().trim().split('\n')).toEqual([expect.stringMatching(/^agent-cost on/)]);
  });
});
