/**
 * Compares the generated rules with the route table they are made from, and each host's form of them with the rules.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { filledIn, type HostRoute, hostRoutes } from '../../build/hosts/query-rules.ts';
import { publicationsOf } from '../../runtime/api/publications.ts';
import { basePath, routes } from '../../runtime/api/routes.ts';
import { ApiError } from '../../runtime/core/schemas/api-error.ts';
import { cacheControl } from '../../runtime/server/http/freshness.ts';
import { catalog } from '../support/core/catalog.ts';
import { testDist } from '../support/dist.ts';

const hosts = hostRoutes(catalog);
const queried = hosts.filter(({ in: place }) => place === 'query');
const text = (path: string) => readFileSync(join(testDist, 'hosts', path), 'utf8');

/** Every combination of accepted values, absence, and values that are not accepted. */
function* everyQuery({ parameters }: HostRoute, strangers = ['nope', '']): Generator<Record<string, string>> {
  const choices = parameters.map(({ accepted }) => [undefined, ...strangers, ...accepted.keys()]);
  const total = choices.reduce((product, { length }) => product * length, 1);
  for (let n = 0; n < total; n++) {
    const values: Record<string, string> = {};
    let rest = n;
    for (const [index, { name }] of parameters.entries()) {
      const list = choices[index] as (string | undefined)[];
      const value = list[rest % list.length];
      rest = Math.floor(rest / list.length);
      if (value !== undefined) values[name] = value;
    }
    yield values;
  }
}

/** The file or the error code that the route table gives. */
function located(host: HostRoute, values: Record<string, string>): string {
  const route = routes.find(({ id }) => id === host.id) as (typeof routes)[number];
  const query = host.in === 'path' ? '' : new URLSearchParams(values).toString();
  const answer = route.locate(catalog, values.id ?? '', query);
  return answer instanceof ApiError ? answer.code : answer;
}

/** The rule that matches a request; `values` are decoded. Does in TypeScript what a host does. */
function ruleFor({ rules, parameters }: HostRoute, values: Record<string, string>): HostRoute['rules'][number] {
  const rule = rules.find(({ when }) =>
    parameters.every(({ name, accepted }) => {
      const [condition, value] = [when[name], values[name]];
      if (value === undefined) return condition === 'absent';
      const meaning = accepted.get(value);
      if (meaning === undefined) return condition === 'unknown';
      return typeof condition === 'object' ? condition.is === meaning : condition === 'known';
    }),
  );
  if (rule === undefined) throw new Error(`no rule for ${JSON.stringify(values)}`);
  return rule;
}

/** Values with every alias replaced by its id. */
const meanings = ({ parameters }: HostRoute, values: Record<string, string>) =>
  Object.fromEntries(
    parameters.flatMap(({ name, accepted }) =>
      values[name] === undefined ? [] : [[name, accepted.get(values[name]) ?? values[name]]],
    ),
  );

test.each(hosts.map((host) => [host.path, host] as const))('%s: the rules equal the route table', (_path, host) => {
  let compared = 0;
  for (const values of everyQuery(host)) {
    if (host.in === 'path' && !values.id) continue;
    const { then } = ruleFor(host, values);
    const ruled = typeof then === 'string' ? filledIn(then, meanings(host, values)) : then.code;
    if (ruled !== located(host, values)) expect({ values, ruled }).toEqual({ values, ruled: located(host, values) });
    compared++;
  }
  expect(compared).toBeGreaterThan(0);
});

test('unknown and repeated parameters are distinguished as in the routes', () => {
  const of = (id: string) => hosts.find((host) => host.id === id) as HostRoute;
  expect(of('models').others?.message).toMatch(/Query parameters: provider, tier/);
  expect(of('estimate').others?.message).toMatch(/Query parameters: presetId, modelId, compare.*POST/);
  expect(of('models').parameters.map(({ twice }) => twice?.code)).toEqual(['invalid_request', 'invalid_request']);
  expect(of('estimate').rules.some(({ then }) => then instanceof ApiError && then.message.includes('~'))).toBe(false);
});

const published = new Set<string>();
for (const route of routes) for (const { file } of publicationsOf(catalog, route)) published.add(file);
const alias = catalog.models.flatMap(({ facts }) => facts.aliases).find((name) => /^[\w.-]+$/.test(name)) as string;

/** Whether `path` answers like `file`: it is that file, or the file of an alias of its model. */
const sameFile = (host: HostRoute, path: string, file: string, values: Record<string, string>) =>
  path === file || path === filledIn(String(ruleFor(host, values).then), values);

describe('CloudFront', () => {
  const code = text('cloudfront/viewer-request.js');
  const handler = runInNewContext(`${code}; handler`) as (event: object) => {
    uri?: string;
    statusCode?: number;
    querystring?: object;
    body?: { data: string };
  };
  const asked = (uri: string, query: Record<string, string[]>) =>
    handler({
      request: {
        method: 'GET',
        uri,
        headers: {},
        querystring: Object.fromEntries(
          Object.entries(query).map(([name, [value = '', ...more]]) => [
            name,
            {
              value: encodeURIComponent(value),
              ...(more.length > 0 && { multiValue: [value, ...more].map((value) => ({ value })) }),
            },
          ]),
        ),
      },
    });

  test('fits into the 10 KB limit of a function', () => {
    expect(Buffer.byteLength(code)).toBeLessThanOrEqual(10_240);
  });

  test.each(queried.map((host) => [host.path, host] as const))('%s gets the file, or a refusal', (path, host) => {
    for (const values of everyQuery(host, [''])) {
      const expected = located(host, values);
      const query = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));
      const answer = asked(basePath + path, query);
      if (answer.statusCode !== undefined) {
        expect({ values, code: JSON.parse(answer.body?.data ?? '').error.code }).toEqual({ values, code: expected });
      } else if (!sameFile(host, (answer.uri ?? '').slice(basePath.length + 1), expected, values)) {
        expect({ values, uri: answer.uri }).toEqual({ values, uri: `${basePath}/${expected}` });
      }
      expect(answer.querystring ?? {}).toEqual({});
    }
  });

  test('reports values that are not accepted, repeated or unknown, and finds a model by its path', () => {
    expect(asked(`${basePath}/models`, { tier: ['huge'] })).toMatchObject({ statusCode: 400 });
    expect(asked(`${basePath}/models`, { tier: ['fast', 'mid'] })).toMatchObject({ statusCode: 400 });
    expect(asked(`${basePath}/models`, { page: ['2'] })).toMatchObject({ statusCode: 400 });
    const ignored = { _: ['2'], utm_source: ['x'] };
    expect(asked(`${basePath}/models`, ignored)).toMatchObject({ uri: `${basePath}/models.json` });
    expect(asked(`${basePath}/estimate`, { handoffs: ['2'] })).toMatchObject({ statusCode: 400 });
    expect(asked(`${basePath}/models/${alias}`, {})).toMatchObject({ uri: `${basePath}/models/${alias}.json` });
    expect(asked(`${basePath}/models.json`, {})).toMatchObject({ uri: `${basePath}/models.json` });
    expect(asked('/', {})).toMatchObject({ uri: '/index.html' });
    for (const [address, file] of [
      ['/models', '/models.html'],
      ['/models/gpt-5.4', '/models/gpt-5.4.html'],
      ['/models/gpt-5.4.html', '/models/gpt-5.4.html'],
      ['/assets/site.css', '/assets/site.css'],
    ] as const) {
      expect(asked(address, {})).toMatchObject({ uri: file });
    }
  });
});

describe('CloudFront, a trailing slash', () => {
  const code = text('cloudfront/viewer-request.js');
  const handler = runInNewContext(`${code}; handler`) as (event: object) => {
    uri?: string;
    statusCode?: number;
    headers?: Record<string, { value: string }>;
  };
  const asked = (uri: string, querystring: object = {}) =>
    handler({ request: { method: 'GET', uri: basePath + uri, headers: {}, querystring } });

  test.each([
    ['/meta/', '/meta'],
    ['/models//', '/models'],
    [`/models/${alias}/`, `/models/${alias}`],
    ['/models/x%0d%0aSet-Cookie:%20a=1/', '/models/x%0d%0aSet-Cookie:%20a=1'],
  ])('%s redirects to %s, still encoded', (from, to) => {
    const answer = asked(from);
    expect([answer.statusCode, answer.headers?.location?.value]).toEqual([308, basePath + to]);
    expect(Object.keys(answer.headers ?? {})).not.toContain('set-cookie');
  });

  test('the query is kept as received', () => {
    const multiValue = [{ value: 'fast' }, { value: 'm%0did' }];
    const query = { tier: { value: 'fast', multiValue }, flag: { value: '' } };
    expect(asked('/models/', query).headers?.location?.value).toBe(`${basePath}/models?tier=fast&tier=m%0did&flag`);
  });

  test.each(['/nope/', '/models/a/b/', '/models/x\r\nSet-Cookie: a=1/', '/'])('%j is not redirected', (from) => {
    expect(asked(from)).toMatchObject({ uri: basePath + from });
  });
});

describe('Cloudflare', () => {
  const config = (name: string) => JSON.parse(text(`cloudflare/${name}`));

  test('the worker answers every path, or only those that are not files', () => {
    const [everything, rest] = ['wrangler.json', 'wrangler.assets-first.json'].map(config);
    expect(everything.assets.run_worker_first).toBe(true);
    expect(rest).toEqual({ ...everything, assets: { ...everything.assets, run_worker_first: ['/'] } });
    // A route's answer depends on query and method, so none may be a file: the platform would ignore both.
    for (const { path } of hosts) expect(published.has(path.slice(1)), path).toBe(false);
  });

  test('files sent by the platform have the fields of the contract', () => {
    expect(text('cloudflare/_headers')).toContain(`  Cache-Control: ${cacheControl}\n`);
    expect(text('cloudflare/_headers')).toContain('  Access-Control-Allow-Origin: *\n');
  });
});

/** Every query of accepted values that needs no percent-encoding. */
function* plainQueries(host: HostRoute): Generator<Record<string, string>> {
  for (const values of everyQuery(host, []))
    if (Object.values(values).every((value) => /^[\w.-]+$/.test(value))) yield values;
}

/** `target`: the path to which a host rewrites a path and its plain query; undefined: none. */
function everyQueryGetsItsFile(target: (path: string, values: Record<string, string>) => string | undefined): void {
  test.each(queried.map((host) => [host.path, host] as const))('%s gets the file', (path, host) => {
    for (const values of plainQueries(host)) {
      const expected = located(host, values);
      // Such a host cannot refuse what the API refuses.
      if (!expected.endsWith('.json')) continue;
      const file = target(basePath + path, values)?.slice(basePath.length + 1) ?? '';
      if (!sameFile(host, file, expected, values) || !published.has(file)) {
        expect({ values, file }).toEqual({ values, file: expected });
      }
    }
  });
}

describe('Netlify', () => {
  const rules = text('netlify/_redirects')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const parts = line.split(' ');
      const [from = '', to = '', status = ''] = [parts[0], parts.at(-2), parts.at(-1)];
      return { from, to, status, query: parts.slice(1, -2).map((pair) => pair.split('=') as [string, string]) };
    });

  /** As Netlify documents it: a rule matches a request with exactly its parameters; the first one wins. */
  function target(path: string, values: Record<string, string>): string | undefined {
    for (const { from, to, query } of rules) {
      if (from !== path || query.length !== Object.keys(values).length) continue;
      const fits = query.every(([name, value]) =>
        value.startsWith(':') ? values[name] !== undefined : values[name] === value,
      );
      if (fits) return query.reduce((file, [name, value]) => file.replace(value, () => values[name] as string), to);
    }
    return undefined;
  }

  everyQueryGetsItsFile(target);

  test('anything else below the API is a 404 in the envelope', () => {
    expect(rules.at(-1)).toMatchObject({ from: `${basePath}/*`, to: '/errors/not_found.json', status: '404' });
    expect(JSON.parse(text('netlify/errors/not_found.json')).error.code).toBe('not_found');
  });
});

describe('Vercel', () => {
  interface Test {
    type: 'query';
    key: string;
    value?: string;
  }
  const { rewrites } = JSON.parse(text('vercel/vercel.json')) as {
    rewrites: { source: string; has?: Test[]; missing?: Test[]; destination: string }[];
  };

  /**
   * As Vercel documents it: every `has` matches whole values, and everything in `missing` is absent; the first one
   * wins.
   */
  function target(path: string, values: Record<string, string>): string | undefined {
    for (const { source, has = [], missing = [], destination } of rewrites) {
      if (source !== path || missing.some(({ key }) => values[key] !== undefined)) continue;
      const found = has.map(({ key, value = '' }) => new RegExp(`^${value}$`).exec(values[key] ?? ''));
      if (found.some((match) => match === null)) continue;
      const named = Object.assign({}, ...found.map((match) => match?.groups)) as Record<string, string>;
      return destination.replace(/:(\w+)/g, (_, name: string) => named[name] ?? '');
    }
    return undefined;
  }

  everyQueryGetsItsFile(target);

  test('has no more rewrites than the platform allows', () => {
    expect(rewrites.length).toBeLessThanOrEqual(1024);
  });
});
