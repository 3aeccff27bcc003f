import { describe, expect, test } from 'vitest';
import { documents } from '../../runtime/api/routes/documents.ts';
import { routes } from '../../runtime/api/routes.ts';
import { rawModels } from '../support/core/raw-data.ts';
import { serverForTests } from '../support/server/for-tests.ts';
import { ask, post } from '../support/server/http.ts';

const server = serverForTests();

const get = (path: string) => ask(server.base, path);

describe('a path that does not exist', () => {
  test.each([
    '/nothing',
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/',
    '/api/v2/meta',
    '/api/v1/Meta',
    '/api/v1//meta',
    '/api/v1/meta/x',
    '/api/v1/models/gpt-4.1/prices',
    '/api/v1/estimate/coding',
    '/api/v1/estimate/coding/nothing.json',
    '/api/v1/models.json/',
    '/api/v1/models.json.gz',
    '/api/v1/models.json.br',
    '/api/v1/schemas',
    '/api/v1/schemas/',
    '/index',
    '/index.html.gz',
    '/public/index.html',
    '/manifest.json',
    '/catalog.json',
    '/server.js',
    '/server.cjs',
    '/../package.json',
    '/api/v1/../../manifest.json',
    '/%2e%2e/manifest.json',
    '/..%2fmanifest.json',
    '//manifest.json',
    '//example.com/meta',
    '/api/v1/models/../meta',
  ])('%s is a JSON 404', async (path) => {
    const { status, headers, text } = await get(path);
    expect(status).toBe(404);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(text)).toEqual({
      error: { code: expect.stringMatching(/not_found$/), message: expect.any(String) },
    });
  });

  test('lists how every path starts', async () => {
    const { message } = JSON.parse((await get('/model')).text).error;
    expect(message).toContain('/models');
    expect(message).toContain('/api/v1/');
  });
});

describe('the site', () => {
  test('starts with a page whose scripts are all files', async () => {
    for (const path of ['/', '/?utm_source=x', '/index.html']) {
      const { status, headers, text } = await get(path);
      expect(status).toBe(200);
      expect(headers['content-type']).toMatch(/^text\/html; charset=utf-8/i);
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/,
      );
      expect(text).toMatch(/^<!doctype html>/i);
      expect(text).not.toMatch(/<script(?! src="assets\/[\w-]+\.js" defer><\/script>)|javascript:|\son\w+=/i);
    }
  });
});

describe('a model under its name at a gateway or cloud', () => {
  test.each(['openai/gpt-4.1', 'azure/gpt-4.1', 'GPT-4.1', 'openrouter/openai/gpt-4.1'])(
    '%s is gpt-4.1',
    async (name) => {
      const id = encodeURIComponent(name);
      const model = await get(`/api/v1/models/${id}`);
      expect(model.status).toBe(200);
      expect(model.headers['content-location']).toBe('/api/v1/models/gpt-4.1.json');
      const asked = await get(`/api/v1/estimate?presetId=coding&modelId=${id}`);
      const posted = await post(server.base, '/api/v1/estimate', JSON.stringify({ presetId: 'coding', modelId: name }));
      expect(asked.text).toBe((await get('/api/v1/estimate/coding/gpt-4.1.json')).text);
      expect(posted.text).toBe(asked.text);
    },
  );

  test('that names no fixed model is refused with the model to use', async () => {
    const { status, text } = await post(server.base, '/api/v1/estimate', '{"modelId":"openai/gpt-4.1-latest"}');
    expect(status).toBe(400);
    expect(JSON.parse(text).error.message).toBe(
      'Unknown model "openai/gpt-4.1-latest". A name that ends in "latest" points to different models over time. Name the model: gpt-4.1. /models lists the ids.',
    );
  });
});

test('every route, file and document refuses a parameter it does not know, and ignores _ and utm_*', async () => {
  const [model] = rawModels;
  const paths = [
    ...routes.filter(({ path }) => !path.includes('{')).flatMap(({ path, id }) => [path, `/${id}.json`]),
    ...documents.map(({ path }) => path),
    `/models/${model?.id}`,
    '/openapi.json',
    '/schemas/models.json',
    // No file holds every estimate or every advice.
  ].filter((path) => path !== '/estimate.json' && path !== '/advice.json');
  for (const path of paths) {
    const refused = await get(`/api/v1${path}?zz=1`);
    expect([refused.status, JSON.parse(refused.text).error.code], path).toEqual([400, 'invalid_request']);
    expect(JSON.parse(refused.text).error.message).toMatch(/^Unknown query parameter "zz"/);
    expect((await get(`/api/v1${path}?_=1&utm_source=a&utm_=b`)).status, path).toBe(200);
  }
  expect((await get('/?zz=1')).status).toBe(200);
});

test('a redirect encodes what a client sent raw in its query', async () => {
  const { status, headers } = await get('/api/v1/meta/?day="1"&b=%22');
  expect([status, headers.location]).toEqual([308, '/api/v1/meta?day=%221%22&b=%22']);
});
