/** The site on every host: each file with its type and policy, and an error page for unknown paths. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { pagePolicy } from '../../runtime/api/page-policy.ts';
import { startWorkerd, workerdMissing } from '../edge/workerd.ts';
import { startCaddy } from '../hosts/programs/caddy.ts';
import { startNginx } from '../hosts/programs/nginx.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { ask } from '../support/server/http.ts';
import { startServer } from '../support/server/server.ts';
import { missing } from '../support/system-packages.ts';
import { publicDir } from './files.ts';

const stops: (() => unknown)[] = [];
afterAll(() => Promise.all(stops.map((stop) => stop())));

async function server(): Promise<string> {
  const { base, stop } = await startServer();
  stops.push(stop);
  return base;
}

const carriers = [
  { name: 'the server', reason: () => null, start: server },
  {
    name: 'nginx',
    reason: () => missing('nginx'),
    start: async () => {
      const options = { dist: testDist, rules: 'files', runtimes: [await server()] } as const;
      return (await startNginx(temporaryDirectory(), options)).base;
    },
  },
  {
    name: 'Caddy',
    reason: () => missing('caddy'),
    start: async () => (await startCaddy(temporaryDirectory(), testDist, await server())).base,
  },
  {
    name: 'the worker',
    reason: workerdMissing,
    start: async () => (await startWorkerd(temporaryDirectory(), testDist)).base,
  },
];

const files: [path: string, type: RegExp][] = [
  ['/', /^text\/html; charset=utf-8$/],
  ['/index.html', /^text\/html; charset=utf-8$/],
  ['/models/claude-sonnet-4-6.html', /^text\/html; charset=utf-8$/],
  ['/docs/api.html', /^text\/html; charset=utf-8$/],
  ['/models', /^text\/html; charset=utf-8$/],
  ['/measured', /^text\/html; charset=utf-8$/],
  ['/docs', /^text\/html; charset=utf-8$/],
  ['/docs/index.html', /^text\/html; charset=utf-8$/],
  ['/docs/cost-model', /^text\/html; charset=utf-8$/],
  ['/models/gpt-5.4', /^text\/html; charset=utf-8$/],
  ['/measured/aiewf-medium-context', /^text\/html; charset=utf-8$/],
  ['/assets/site.css', /^text\/css; charset=utf-8$/],
  ['/assets/icon.svg', /^image\/svg\+xml$/],
  ['/assets/share.png', /^image\/png$/],
  ['/robots.txt', /^text\/plain; charset=utf-8$/],
];

/** The file of an address: its own path, or the page it names without `.html`. */
const fileAt = (path: string): string =>
  path === '/'
    ? 'index.html'
    : ([path, `${path}.html`].find((one) => statSync(join(publicDir, one), { throwIfNoEntry: false })?.isFile()) ?? '');

describe.each(carriers)('$name', ({ reason, start }) => {
  let base: string | undefined;
  const started = async () => {
    base ??= await start();
    return base;
  };

  test.for(files)('sends %s unchanged, with its type and the policy', async ([path, type], { skip }) => {
    const why = reason();
    if (why !== null) skip(why);
    const { status, headers, body } = await ask(await started(), path);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(type);
    expect(headers['content-security-policy']).toBe(`${pagePolicy}; frame-ancestors 'none'`);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers.etag).toMatch(/"/);
    const file = readFileSync(join(publicDir, fileAt(path)));
    expect(body.equals(file)).toBe(true);
  });

  test('answers an unknown address with a page for browsers and the JSON envelope for programs', async ({ skip }) => {
    const why = reason();
    if (why !== null) skip(why);
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    for (const path of ['/nothing', '/models/nope.html', '/models/nope', '/doc/']) {
      const page = await ask(await started(), path, { headers: { Accept: accept } });
      expect([page.status, page.headers['content-type']], path).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.text).toContain('No such page');
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      const json = await ask(await started(), path);
      expect([json.status, json.headers['content-type']], path).toEqual([404, 'application/json']);
    }
    const api = await ask(await started(), '/api/v1/nothing', { headers: { Accept: accept } });
    expect([api.status, api.headers['content-type']]).toEqual([404, 'application/json']);
  });
});
