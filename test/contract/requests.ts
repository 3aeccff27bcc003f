/**
 * The contract as data: requests, and what every carrier of the API must answer to them. Nothing here knows a platform;
 * contract.test.ts runs the list over real sockets.
 */
import { rawModels, rawPresets, rawProviders, rawTiers } from '../support/core/raw-data.ts';

/** What a header field must be; null: absent. */
export type Expected = string | RegExp | null;

export interface ContractRequest {
  /** A sentence, unique in the list. */
  name: string;
  method: string;
  /** Path and query, sent as they stand. */
  path: string;
  /** `{etag}`, `{etag:gzip}`, `{etag:br}` stand for what a GET of the same path carries. */
  headers?: Record<string, string>;
  body?: string;
  expect: {
    status: number;
    /** `error.code`, where the answer is a refusal. */
    code?: string;
    /** What `error.message` must say. */
    message?: RegExp;
    /** Beside those of `headersOf`, by lower-case name. */
    headers?: Record<string, Expected>;
    /** Published file below `/api/v1` whose bytes the body is, once decoded. */
    file?: string;
    /** Published schema that the body fulfils. */
    schema?: string;
  };
}

export const basePath = '/api/v1';

/** The runner lets in this key and this proxy secret. Plan of the key: 600 requests in 60 seconds. */
export const contractKey = 'ac_the-key-of-the-contract';
export const contractSecret = 'the-proxy-secret-of-the-contract';
export const contractPlan = { name: 'pro', limit: 600, seconds: 60 };

/** What the runner limits the open tier to. */
export const contractLimit = { limit: 100_000, seconds: 60 };

const strongEtag = /^"[^"]+"$/;
const policyField = ({ name, limit, seconds }: typeof contractPlan) => `"${name}";q=${limit};w=${seconds}`;
const limitField = (name: string) => new RegExp(`^"${name}";r=\\d+;t=\\d+$`);
const openPolicy = { name: 'open', ...contractLimit };

const onEvery: Record<string, Expected> = {
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Content-Location, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
  'cross-origin-resource-policy': 'cross-origin',
  link: '</api/v1/openapi.json>; rel="service-desc"; type="application/json", </>; rel="service-doc"; type="text/html"',
};

const cacheable: Record<string, Expected> = {
  etag: strongEtag,
  // The numbers shrink when a price change is near.
  'cache-control': /^public, max-age=\d+, s-maxage=\d+, stale-while-revalidate=\d+, stale-if-error=604800$/,
  'cdn-cache-control': /^public, max-age=\d+, stale-while-revalidate=\d+, stale-if-error=604800$/,
  vary: 'Accept-Encoding',
};

const allowedOn = (path: string) =>
  path.split('?')[0] === `${basePath}/estimate` ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS';

/**
 * Every header field of the answer to a request of the list, by the rules of the contract. Fields of the connection
 * (Date, Connection, Keep-Alive) are the carrier's own.
 */
export function headersOf({ method, path, expect: { status, headers } }: ContractRequest): Record<string, Expected> {
  const json = { 'content-type': 'application/json', 'content-length': /^\d+$/ };
  const computed = method === 'POST' && allowedOn(path).includes('POST');
  const limited = { 'ratelimit-policy': policyField(openPolicy), ratelimit: limitField('open') };
  const acceptPost = allowedOn(path).includes('POST') && { 'accept-post': 'application/json' };
  const byKind = (): Record<string, Expected> => {
    if (status === 308) return { 'content-length': '0' };
    if (status === 304) return cacheable;
    if (status === 204) {
      return {
        allow: allowedOn(path),
        'access-control-allow-methods': allowedOn(path),
        'access-control-allow-headers':
          'Content-Type, If-Match, If-None-Match, X-API-Key, X-RapidAPI-Host, X-RapidAPI-Key',
        'access-control-max-age': '7200',
        ...acceptPost,
      };
    }
    if (status === 200) {
      if (computed) return { ...json, 'cache-control': 'no-store', ...limited };
      return { ...json, ...cacheable };
    }
    return {
      ...json,
      'cache-control': 'no-store',
      ...(computed && limited),
      ...(status === 401 && { 'www-authenticate': 'ApiKey realm="agent-cost", header="X-API-Key"' }),
      ...(status === 405 && { allow: allowedOn(path) }),
      ...(status === 415 && acceptPost),
    };
  };
  return { ...onEvery, ...byKind(), ...headers };
}

const at = (path: string) => `${basePath}${path}`;
const list: ContractRequest[] = [];

function add(name: string, request: Omit<ContractRequest, 'name'>): void {
  list.push({ name, ...request });
}

/** A GET that is answered from a published file. */
function serves(
  path: string,
  file: string,
  schema: string | null,
  { name = `GET ${path}`, headers }: { name?: string; headers?: Record<string, Expected> } = {},
): void {
  add(name, {
    method: 'GET',
    path: at(path),
    expect: { status: 200, file, ...(schema !== null && { schema }), ...(headers && { headers }) },
  });
}

function refuses(
  method: string,
  path: string,
  status: number,
  code: string,
  {
    message,
    headers,
    name = `${method} ${path} is refused`,
  }: {
    message?: RegExp;
    headers?: Record<string, string>;
    name?: string;
  } = {},
): void {
  add(name, {
    method,
    path: at(path),
    ...(headers && { headers }),
    expect: { status, code, ...(message && { message }) },
  });
}

const providers = rawProviders.map(({ id }) => id).sort();
const presets = rawPresets.map(({ id }) => id);
const slug = /^[A-Za-z0-9._-]+$/;
/** A model with an alias that is a slug, and one with an alias that must be percent-encoded in a path. */
const model = rawModels.find(({ aliases }) => aliases.some((alias) => slug.test(alias)));
const odd = rawModels.find(({ aliases }) => aliases.some((alias) => encodeURIComponent(alias) !== alias));
if (!model || !odd) throw new Error('The data has no model with such an alias; choose others for the contract.');
const alias = model.aliases.find((name) => slug.test(name)) as string;
const oddAlias = odd.aliases.find((name) => encodeURIComponent(name) !== name) as string;
const preset = 'support';
const presetModel = rawPresets.find(({ id }) => id === preset)?.defaultModel as string;
const ragModel = rawPresets.find(({ id }) => id === 'rag')?.defaultModel as string;
const codingModel = rawPresets.find(({ id }) => id === 'coding')?.defaultModel as string;

// Every route, and its path twin.
const single = ['meta', 'providers', 'models', 'offers', 'presets', 'changes'];
for (const route of single) {
  serves(`/${route}`, `${route}.json`, route);
  serves(`/${route}.json`, `${route}.json`, route);
}
serves(`/models/${model.id}`, `models/${model.id}.json`, 'model');
serves(`/models/${model.id}.json`, `models/${model.id}.json`, 'model');
serves(`/models/${alias}`, `models/${model.id}.json`, 'model', { name: 'a model by its alias' });
serves(`/models/${alias}.json`, `models/${model.id}.json`, 'model', { name: 'the path twin of an alias' });
serves(`/models/${encodeURIComponent(oddAlias)}`, `models/${odd.id}.json`, 'model', {
  name: 'an alias that needs percent-encoding',
});
serves(`/models/%${model.id.charCodeAt(0).toString(16)}${model.id.slice(1)}`, `models/${model.id}.json`, 'model', {
  name: 'an id whose letters are percent-encoded',
});
serves('/openapi.json', 'openapi.json', null);
for (const schema of [...single, 'model', 'measured', 'board', 'estimate', 'estimate-request', 'error', 'agent-cost']) {
  serves(`/schemas/${schema}.json`, `schemas/${schema}.json`, null);
}
const csv = 'text/csv; charset=utf-8; header=present';
serves('/models.csv', 'models.csv', null, { headers: { 'content-type': csv } });
serves('/offers.csv', 'offers.csv', null, { headers: { 'content-type': csv } });
serves('/measured.csv', 'measured.csv', null, { headers: { 'content-type': csv } });
serves('/prices.csv', 'prices.csv', null, { headers: { 'content-type': csv } });
serves('/prices.parquet', 'prices.parquet', null, { headers: { 'content-type': 'application/vnd.apache.parquet' } });
serves('/changes.atom', 'changes.atom', null, { headers: { 'content-type': 'application/atom+xml' } });

// Filters, each value and each combination, the empty ones too.
const located = (file: string) => ({ headers: { 'content-location': at(`/${file}`) } });
for (const provider of providers) {
  const file = `models/by-provider/${provider}.json`;
  serves(`/models?provider=${provider}`, file, 'models', located(file));
  serves(`/${file}`, file, 'models');
  for (const tier of rawTiers) {
    const both = `models/by-provider/${provider}/by-tier/${tier}.json`;
    serves(`/models?provider=${provider}&tier=${tier}`, both, 'models', located(both));
    serves(`/${both}`, both, 'models');
  }
}
for (const tier of rawTiers) {
  const file = `models/by-tier/${tier}.json`;
  serves(`/models?tier=${tier}`, file, 'models', located(file));
  serves(`/${file}`, file, 'models');
}
const [provider = '', tier = ''] = [providers[0], rawTiers[0]];
const both = `models/by-provider/${provider}/by-tier/${tier}.json`;
serves(`/models?tier=${tier}&provider=${provider}`, both, 'models', {
  name: 'filters the other way round',
  ...located(both),
});
serves(`/models?&&tier=${tier}&`, `models/by-tier/${tier}.json`, 'models', { name: 'empty pairs in a query' });
serves(`/models?%74ier=${tier}`, `models/by-tier/${tier}.json`, 'models', { name: 'an encoded parameter name' });
serves('/models?', 'models.json', 'models', { name: 'an empty query' });
serves('/models?utm_source=x&_=1&_=2', 'models.json', 'models', { name: '_ and utm_* are ignored' });
serves('/meta?_=1763740000000', 'meta.json', 'meta', { name: '_ is ignored on a route without parameters' });
serves(`/models?utm_medium=x&tier=${tier}&_`, `models/by-tier/${tier}.json`, 'models', {
  name: 'ignored parameters around a filter',
});
serves('/estimate?utm_campaign=x&presetId=rag&_=1', `estimate/rag/${ragModel}.json`, 'estimate', {
  name: '_ and utm_* are ignored on /estimate',
});
refuses('GET', '/models?teir=fast', 400, 'invalid_request', {
  message: /^Unknown query parameter "teir"\. Did you mean "tier"/,
});
refuses('GET', '/models?other=1&other=2', 400, 'invalid_request', {
  message: /^Unknown query parameter "other".*Query parameters: provider, tier/,
});
refuses('GET', '/models?utm=1', 400, 'invalid_request', { message: /^Unknown query parameter "utm"/ });
refuses('GET', '/models?__=1', 400, 'invalid_request', { message: /^Unknown query parameter "__"/ });
for (const path of ['/meta?callback=x', '/changes?since=2026-01-01', '/providers?id=openai', '/presets?x']) {
  refuses('GET', path, 400, 'invalid_request', { message: /^Unknown query parameter .*none is accepted/ });
}
refuses('GET', `/models/${model.id}?tier=fast`, 400, 'invalid_request', {
  message: /^Unknown query parameter "tier"; none is accepted/,
});
for (const path of ['/models.json?tier=fast', '/openapi.json?v=2', '/models.csv?provider=openai']) {
  refuses('GET', path, 400, 'invalid_request', { message: /none is accepted/ });
}
const nobody = { headers: { 'content-location': at('/models/by-provider/none.json') } };
serves('/models?provider=nobody', 'models/by-provider/none.json', 'models', {
  name: 'an unknown provider is an empty list',
  ...nobody,
});
serves('/models/by-provider/none.json', 'models/by-provider/none.json', 'models');
serves('/models?provider=', 'models/by-provider/none.json', 'models', {
  name: 'an empty provider is an empty list',
  ...nobody,
});
serves(`/models?provider=__proto__&tier=${tier}`, 'models/by-provider/none.json', 'models', {
  name: 'a provider called __proto__',
});
serves(`/models?provider=${provider.toUpperCase()}`, 'models/by-provider/none.json', 'models', {
  name: 'ids are case-sensitive',
});

for (const value of ['huge', '', 'Fast', 'fast ', 'constructor']) {
  const path = `/models?tier=${encodeURIComponent(value)}`;
  refuses('GET', path, 400, 'invalid_request', { message: /^Unknown tier .*Tiers: .*frontier/ });
}
refuses('GET', '/models?tier=fats', 400, 'invalid_request', { message: /Did you mean "fast"/ });
refuses('GET', '/models?tier=huge&provider=nobody', 400, 'invalid_request', { message: /^Unknown tier "huge"/ });
refuses('GET', `/models?tier=${tier}&tier=${tier}`, 400, 'invalid_request', {
  message: /^tier must not be given more than once/,
});
refuses('GET', `/models?provider=${provider}&provider=`, 400, 'invalid_request', {
  message: /^provider must not be given more than once/,
});
refuses('GET', `/models?tier=${tier}&%74ier=${tier}`, 400, 'invalid_request', { message: /once/ });
for (const broken of ['%zz', '%', '%f', '%ff', '%c3%28', '%ed%a0%80', '%fast']) {
  refuses('GET', `/models?provider=${broken}`, 400, 'invalid_request', { message: /percent-encoding/ });
}
serves('/measured', 'measured.json', 'measured');
serves('/measured.json', 'measured.json', 'measured');
serves('/measured/deepswe', 'measured/deepswe.json', 'board');
serves('/measured/deepswe.json', 'measured/deepswe.json', 'board');
refuses('GET', '/measured/deepsw', 404, 'not_found', { message: /Unknown board "deepsw".*deepswe/ });
refuses('GET', '/models/%zz', 400, 'invalid_request', { message: /percent-encoding/ });

// Models that do not exist.
for (const id of [
  'nope',
  '__proto__',
  'constructor',
  'toString',
  '%2e%2e',
  '..%2fmeta',
  '%00',
  'none',
  'x'.repeat(500),
]) {
  const name = `there is no model ${id.slice(0, 20)}`;
  refuses('GET', `/models/${id}`, 404, 'model_not_found', { name });
  refuses('GET', `/models/${id}x.json`, 404, 'model_not_found', { name: `${name}, nor a file` });
}
refuses('GET', `/models/${model.id}x`, 404, 'model_not_found', {
  message: /Did you mean "/,
  name: 'a typo gets a hint',
});

// Estimates.
for (const id of presets) {
  const { defaultModel } = rawPresets.find((known) => known.id === id) as { defaultModel: string };
  const file = `estimate/${id}/${defaultModel}.json`;
  serves(`/estimate?presetId=${id}`, file, 'estimate', located(file));
  serves(`/${file}`, file, 'estimate');
  const ranking = `estimate/compare/${id}.json`;
  serves(`/estimate?presetId=${id}&compare=true`, ranking, 'estimate', located(ranking));
  serves(`/${ranking}`, ranking, 'estimate');
}
const chosen = `estimate/${preset}/${model.id}.json`;
const standard = `estimate/coding/${codingModel}.json`;
serves('/estimate', standard, 'estimate', located(standard));
serves('/estimate?compare=false', standard, 'estimate', located(standard));
serves('/estimate?compare=true', 'estimate/compare/coding.json', 'estimate', located('estimate/compare/coding.json'));
serves(`/estimate?presetId=${preset}&modelId=${model.id}`, chosen, 'estimate', located(chosen));
serves(`/estimate?modelId=${alias}&presetId=${preset}`, chosen, 'estimate', {
  name: 'an estimate by alias',
  ...located(chosen),
});
serves(`/estimate/${preset}/${alias}.json`, chosen, 'estimate', { name: 'the path twin of an estimate by alias' });
serves(
  `/estimate?presetId=${preset}&modelId=${encodeURIComponent(oddAlias)}`,
  `estimate/${preset}/${odd.id}.json`,
  'estimate',
  {
    name: 'an estimate by an alias that needs percent-encoding',
  },
);
serves(`/estimate?compare=true&modelId=${model.id}`, 'estimate/compare/coding.json', 'estimate', {
  name: 'with compare the model does not change the ranking',
});
refuses('GET', '/estimate?presetId=nope', 400, 'invalid_request', {
  message: /^Unknown preset "nope"\. Presets: coding/,
});
refuses('GET', '/estimate?presetId=codign', 400, 'invalid_request', { message: /Did you mean "coding"/ });
refuses('GET', '/estimate?presetId=', 400, 'invalid_request', { message: /^Unknown preset ""/ });
refuses('GET', '/estimate?modelId=nope', 400, 'invalid_request', { message: /^Unknown model "nope"/ });
refuses('GET', '/estimate?modelId=', 400, 'invalid_request', { message: /^Unknown model/ });
refuses('GET', '/estimate?modelId=nope&compare=true', 400, 'invalid_request', { message: /^Unknown model/ });
for (const value of ['', '1', 'yes', 'TRUE', 'true%20']) {
  refuses('GET', `/estimate?compare=${value}`, 400, 'invalid_request', { message: /^compare: ".*" is not a boolean/ });
}
refuses('GET', '/estimate?compare', 400, 'invalid_request', { message: /^compare/ });
refuses('GET', '/estimate?handoffs=2', 400, 'invalid_request', { message: /POST/ });
refuses('GET', '/estimate?serviceTier=batch', 400, 'invalid_request', { message: /POST/ });
refuses('GET', '/estimate?presetID=coding', 400, 'invalid_request', { message: /Did you mean "presetId"/ });
refuses('GET', '/estimate?presetId=coding&presetId=coding', 400, 'invalid_request', { message: /once/ });
refuses('GET', '/estimate?presetId=%zz', 400, 'invalid_request', { message: /percent-encoding/ });
refuses('GET', '/estimate?__proto__=1', 400, 'invalid_request');

// Paths that are none.
for (const path of ['', '/', '/nope', '/models.xml', '/Models', '/models/a/b', '/estimate/nope/nope.json']) {
  refuses('GET', path, 404, 'not_found');
}
for (const path of [
  '/../../manifest.json',
  '/%2e%2e/%2e%2e/manifest.json',
  '/%2e%2e%2f%2e%2e%2fcatalog.json',
  '/meta%00',
]) {
  refuses('GET', path, 404, 'not_found');
}
for (const path of ['/meta.json.gz', '/meta.json.br', '/manifest.json', '/%6deta']) {
  refuses('GET', path, 404, 'not_found');
}
for (const method of ['HEAD', 'POST', 'OPTIONS', 'DELETE']) refuses(method, '/nope', 404, 'not_found');
for (const path of ['/modles', '/modles/gpt-4o', '/model/gpt-4o']) {
  refuses('GET', path, 404, 'not_found', { message: /Did you mean "\/api\/v1\/models"\?/ });
}
refuses('GET', '/estimates', 404, 'not_found', { message: /Did you mean "\/api\/v1\/estimate"\?/ });
add('a path outside the API', { method: 'GET', path: '/server.js', expect: { status: 404, code: 'not_found' } });
add('another version', { method: 'GET', path: '/api/v2/meta', expect: { status: 404, code: 'not_found' } });

// A trailing slash.
for (const [path, location] of [
  ['/meta/', '/meta'],
  ['/models/', '/models'],
  ['/models//', '/models'],
  [`/models/${model.id}/`, `/models/${model.id}`],
  ['/models/?tier=fast', '/models?tier=fast'],
  ['/estimate/?presetId=rag', '/estimate?presetId=rag'],
] as const) {
  add(`GET ${path} is redirected`, {
    method: 'GET',
    path: at(path),
    expect: { status: 308, headers: { location: at(location) } },
  });
}
add('a POST with a trailing slash is redirected', {
  method: 'POST',
  path: at('/estimate/'),
  headers: { 'Content-Type': 'application/json' },
  body: '{}',
  expect: { status: 308, headers: { location: at('/estimate') } },
});

// Conditional requests.
const long = '/models';
const conditional = (name: string, headers: Record<string, string>, status: 200 | 304, coding: string | null = null) =>
  add(name, {
    method: 'GET',
    path: at(long),
    headers,
    expect: { status, headers: { 'content-encoding': status === 200 ? coding : null } },
  });
const none = 'If-None-Match';
const since = 'If-Modified-Since';
const match = 'If-Match';
const future = 'Fri, 01 Jan 2100 00:00:00 GMT';
conditional('If-None-Match with the tag', { [none]: '{etag}' }, 304);
conditional('If-None-Match with the tag made weak', { [none]: 'W/{etag}' }, 304);
conditional('If-None-Match with *', { [none]: '*' }, 304);
conditional('If-None-Match with a list that has the tag', { [none]: '"a", W/"b,c" ,{etag},"d"' }, 304);
conditional('If-None-Match with a list without spaces', { [none]: '"a",W/{etag}' }, 304);
conditional('If-None-Match with a list that has not the tag', { [none]: '"a", "b", W/"c"' }, 200);
conditional('If-None-Match with another tag', { [none]: '"0"' }, 200);
conditional('If-None-Match with "*", which is a tag', { [none]: '"*"' }, 200);
conditional('If-None-Match without quotes', { [none]: 'abc' }, 200);
conditional('If-None-Match that is empty', { [none]: '' }, 200);
conditional('If-None-Match with the tag of another encoding', { [none]: '{etag:gzip}' }, 200);
conditional(
  'If-None-Match with the tag of the encoding asked for',
  { [none]: '{etag:gzip}', 'Accept-Encoding': 'gzip' },
  304,
);
conditional('If-None-Match with br, and br asked for', { [none]: '{etag:br}', 'Accept-Encoding': 'br, gzip' }, 304);
conditional(
  'If-None-Match with gzip, and br asked for',
  { [none]: '{etag:gzip}', 'Accept-Encoding': 'br, gzip' },
  200,
  'br',
);
conditional('If-None-Match with identity, and br asked for', { [none]: '{etag}', 'Accept-Encoding': 'br' }, 200, 'br');
for (const date of ['Fri, 01 Jan 2100 00:00:00 GMT', 'Sat, 01 Jan 2000 00:00:00 GMT', 'yesterday']) {
  conditional(`If-Modified-Since: ${date} is ignored`, { [since]: date }, 200);
  conditional(`If-Unmodified-Since: ${date} is ignored`, { 'If-Unmodified-Since': date }, 200);
}
conditional('If-None-Match with another tag and a date to come', { [none]: '"0"', [since]: future }, 200);
conditional('If-None-Match with the tag and a date to come', { [none]: '{etag}', [since]: future }, 304);
conditional('If-Match with the tag', { [match]: '{etag}' }, 200);
conditional('If-Match with a list that has the tag', { [match]: '"a", {etag}' }, 200);
conditional('If-Match with *', { [match]: '*' }, 200);
conditional('If-Match with the tag, and If-None-Match too', { [match]: '{etag}', [none]: '{etag}' }, 304);
for (const [tag, what] of [
  ['"0"', 'another tag'],
  ['W/{etag}', 'the tag made weak'],
  ['{etag:gzip}', 'the tag of another encoding'],
] as const) {
  add(`If-Match with ${what} fails`, {
    method: 'GET',
    path: at(long),
    headers: { [match]: tag, [none]: '*' },
    expect: { status: 412, code: 'precondition_failed', message: /^If-Match must name the current tag, / },
  });
}
conditional('a range is not served', { Range: 'bytes=0-1' }, 200);
add('304 on an estimate', {
  method: 'GET',
  path: at(`/estimate?presetId=${preset}`),
  headers: { [none]: '{etag}' },
  expect: { status: 304 },
});
add('304 on HEAD', { method: 'HEAD', path: at('/meta'), headers: { [none]: '{etag}' }, expect: { status: 304 } });
add('a refusal is never 304', {
  method: 'GET',
  path: at('/models/nope'),
  headers: { [none]: '*' },
  expect: { status: 404, code: 'model_not_found' },
});

// Encodings.
for (const [accept, coding] of [
  [null, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['gzip;q=0.5,br;q=0.5', 'br'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip ; q=0.8 , br ; q=0.2', 'gzip'],
  ['gzip;Q=0.8', 'gzip'],
  ['gzip;q=0', null],
  ['gzip;q=0.000, br;q=0', null],
  ['gzip;q=0.001', 'gzip'],
  ['br;q=0.1, identity;q=0.9', null],
  ['identity;q=0.1, gzip;q=0.9', 'gzip'],
  ['identity;q=0, gzip', 'gzip'],
  ['identity;q=0', null],
  ['identity;q=0, *;q=0', null],
  ['*', 'br'],
  ['*;q=0', null],
  ['*;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0.3, *;q=0.2', 'gzip'],
  ['deflate, zstd', null],
  ['gzip;q=2', null],
  ['gzip;q=abc', null],
  ['gzip;q=', null],
  ['gzip;q=0.1234', null],
  [',,gzip,,', 'gzip'],
  [';;;', null],
  ['gzip;foo=bar', 'gzip'],
] as const) {
  add(accept === null ? 'without Accept-Encoding' : `Accept-Encoding: "${accept}"`, {
    method: 'GET',
    path: at(long),
    ...(accept !== null && { headers: { 'Accept-Encoding': accept } }),
    expect: { status: 200, file: 'models.json', schema: 'models', headers: { 'content-encoding': coding } },
  });
}
add('a refusal is not encoded', {
  method: 'GET',
  path: at('/nope'),
  headers: { 'Accept-Encoding': 'br, gzip' },
  expect: { status: 404, code: 'not_found', headers: { 'content-encoding': null } },
});

// OPTIONS and methods that are not allowed.
const preflight = { Origin: 'https://example.com', 'Access-Control-Request-Method': 'GET' };
const everyPath = [
  '/meta',
  '/providers',
  '/models',
  `/models?tier=${tier}`,
  `/models/${model.id}`,
  '/presets',
  '/estimate',
  '/changes',
  '/openapi.json',
  '/schemas/error.json',
  '/models.json',
  `/${chosen}`,
];
for (const path of everyPath) {
  add(`OPTIONS ${path}`, { method: 'OPTIONS', path: at(path), expect: { status: 204 } });
  for (const method of ['PUT', 'PATCH', 'DELETE', ...(path === '/estimate' ? [] : ['POST'])]) {
    refuses(method, path, 405, 'method_not_allowed', { message: new RegExp(`^${method} `) });
  }
}
add('a preflight', { method: 'OPTIONS', path: at('/models'), headers: preflight, expect: { status: 204 } });
add('a preflight for a POST', {
  method: 'OPTIONS',
  path: at('/estimate'),
  headers: { ...preflight, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' },
  expect: { status: 204 },
});
add('a preflight for a model that does not exist, so that a browser gets to see the 404', {
  method: 'OPTIONS',
  path: at('/models/nope'),
  headers: preflight,
  expect: { status: 204 },
});
add('a preflight for a query that will be refused', {
  method: 'OPTIONS',
  path: at('/models?tier=huge'),
  headers: preflight,
  expect: { status: 204 },
});
for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'M-SEARCH']) {
  refuses(method, '/meta', 405, 'method_not_allowed');
}

// POST.
type Posted = { headers?: Record<string, string>; path?: string; expect: ContractRequest['expect'] };
function posts(name: string, body: string | undefined, { headers, path = '/estimate', expect }: Posted): void {
  add(`POST ${name}`, {
    method: 'POST',
    path: at(path),
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
    expect,
  });
}
const estimate = { status: 200, schema: 'estimate' };
posts('nothing but {}', '{}', { expect: { ...estimate, file: standard } });
for (const id of presets) {
  posts(`the ranking of ${id}`, `{"presetId":"${id}","compare":true}`, {
    expect: { ...estimate, file: `estimate/compare/${id}.json` },
  });
}
posts('a preset', `{"presetId":"${preset}"}`, {
  expect: { ...estimate, file: `estimate/${preset}/${presetModel}.json` },
});
posts('a preset and a model', `{"presetId":"${preset}","modelId":"${model.id}"}`, {
  expect: { ...estimate, file: chosen },
});
posts('a model by alias', `{"modelId":"${alias}","presetId":"${preset}"}`, { expect: { ...estimate, file: chosen } });
posts('a model by another alias', `{"modelId":"${oddAlias}","presetId":"${preset}"}`, {
  expect: { ...estimate, file: `estimate/${preset}/${odd.id}.json` },
});
posts('a host', '{"modelId":"gpt-5.5","host":"bedrock"}', { expect: estimate });
posts('a host with its own models', '{"modelId":"nova-pro","host":"bedrock"}', { expect: estimate });
posts('a host of null', '{"host":null}', { expect: { ...estimate, file: standard } });
posts('the ranking of what a host sells', '{"host":"bedrock","compare":true}', { expect: estimate });
posts('a model that the host does not sell is refused', '{"modelId":"gpt-5.5","host":"vertex"}', {
  expect: { status: 400, code: 'invalid_request', message: /"gpt-5\.5" at "vertex".*azure, bedrock/ },
});
posts('an unknown host is refused', '{"host":"bedrok"}', {
  expect: {
    status: 400,
    code: 'invalid_request',
    message: /^host must be one of azure, bedrock, vertex \(got "bedrok"\)\. Did you mean "bedrock"\?/,
  },
});
posts('spaces around the object', ' \t\r\n{ "presetId" : "support" }\n', { expect: estimate });
posts('escapes in names and values', '{"pres\\u0065tId":"c\\u006fding"}', { expect: { ...estimate, file: standard } });
const overrides = rawPresets.find(({ id }) => id === 'coding')?.workflow;
posts('every override, with the value of the preset', JSON.stringify(overrides), {
  expect: { ...estimate, file: standard },
});
posts('a service tier and a region', '{"modelId":"claude-sonnet-4-6","serviceTier":"batch","region":"us"}', {
  expect: estimate,
});
posts('web searches', '{"presetId":"research","searchesPerTask":25}', { expect: estimate });
posts('a ranking in flex, which few models have', '{"serviceTier":"flex","compare":true}', { expect: estimate });
posts('fractions', '{"modelCallsPerTask":2.5,"handoffs":0.1}', { expect: estimate });
posts('the smallest number', '{"tasksPerMonth":5e-324}', { expect: estimate });
posts('a reasoning effort', '{"reasoningEffort":"low"}', { expect: estimate });
posts('a reasoning effort, ranked', '{"reasoningEffort":"max","compare":true}', { expect: estimate });
posts('no reasoning effort, with a preset that has none', '{"presetId":"support","reasoningEffort":null}', {
  expect: { ...estimate, file: `estimate/support/${rawPresets.find(({ id }) => id === 'support')?.defaultModel}.json` },
});
posts('minus zero, which is zero', '{"tasksPerMonth":-0}', { expect: estimate });
posts(
  'the largest of everything',
  '{"tasksPerMonth":1e9,"modelCallsPerTask":1000,"toolCallsPerTask":1000,"retryRatePct":100}',
  {
    expect: estimate,
  },
);
for (const [type, name] of [
  ['application/json; charset=utf-8', 'with a charset'],
  ['application/json;charset=UTF-8', 'with a charset in capitals'],
  ['application/json; charset="utf-8"', 'with a charset in quotes'],
  ['APPLICATION/JSON', 'with a type in capitals'],
  ['application/json; profile=x', 'with a parameter that does not matter'],
] as const) {
  posts(name, '{}', { headers: { 'Content-Type': type }, expect: { ...estimate, file: standard } });
}
posts('with Content-Encoding: identity', '{}', { headers: { 'Content-Encoding': 'identity' }, expect: estimate });
posts('is not conditional', '{}', { headers: { 'If-None-Match': '*' }, expect: estimate });
posts('is not encoded', '{"compare":true}', {
  headers: { 'Accept-Encoding': 'br, gzip' },
  expect: { ...estimate, headers: { 'content-encoding': null } },
});

const badJson = (name: string, body: string | undefined) =>
  posts(`${name} is refused`, body, { expect: { status: 400, code: 'invalid_json' } });
badJson('no body', undefined);
badJson('an empty body', '');
badJson('blanks', ' \n');
badJson('text', 'hello');
badJson('half an object', '{"presetId":');
badJson('single quotes', "{'presetId':'coding'}");
badJson('a trailing comma', '{"compare":true,}');
badJson('a comment', '{/* x */}');
badJson('two objects', '{}{}');
badJson('NaN', '{"handoffs":NaN}');
badJson('Infinity', '{"handoffs":Infinity}');
badJson('a leading zero', '{"handoffs":01}');
badJson('a byte order mark', '\u{feff}{}');

const badRequest = (name: string, body: string, message: RegExp) =>
  posts(`${name} is refused`, body, { expect: { status: 400, code: 'invalid_request', message } });
badRequest('an array', '[]', /array/);
badRequest('null', 'null', /null/);
badRequest('a string', '"coding"', /string/);
badRequest('a number', '1e999', /number/);
badRequest('an unknown field', '{"color":"red"}', /^Unknown field "color"\. Fields: presetId, /);
badRequest('a typo', '{"handoff":1}', /Did you mean "handoffs"/);
badRequest('a repeated field', '{"handoffs":1,"handoffs":1}', /"handoffs" must not .*once/);
badRequest('a repeated field, once escaped', '{"handoffs":1,"h\\u0061ndoffs":1}', /once/);
badRequest('__proto__', '{"__proto__":{"handoffs":1}}', /__proto__/);
badRequest('constructor', '{"constructor":1}', /constructor/);
badRequest('a number as a string', '{"handoffs":"5"}', /^handoffs must be a number between 0 and 100 \(got "5"\)/);
badRequest('a boolean as a string', '{"compare":"true"}', /^compare: "true" is not a boolean/);
badRequest('a boolean as a number', '{"promptCaching":1}', /^promptCaching: 1 is not a boolean/);
badRequest('null for a number', '{"handoffs":null}', /^handoffs must be a number between 0 and 100 \(got null\)/);
badRequest('null for the preset', '{"presetId":null}', /^presetId must be one of .* \(got null\)/);
badRequest(
  'an object for a number',
  '{"handoffs":{}}',
  /^handoffs must be a number between 0 and 100 \(got an object\)/,
);
badRequest('an unknown effort', '{"reasoningEffort":"lo"}', /^reasoningEffort must be one of low, .*\(got "lo"\)/);
badRequest(
  'an effort where none was measured',
  '{"presetId":"rag","reasoningEffort":"low"}',
  /^reasoningEffort must be null .*coding tasks only/,
);
badRequest('a number below', '{"handoffs":-1}', /^handoffs must be between 0 and 100 \(got -1\)/);
badRequest('a number above', '{"handoffs":100.5}', /^handoffs must be between 0 and 100 \(got 100\.5\)/);
badRequest('1e999', '{"tasksPerMonth":1e999}', /^tasksPerMonth must be a number between 0 and/);
badRequest('-1e999', '{"tasksPerMonth":-1e999}', /^tasksPerMonth/);
badRequest(
  'an unknown preset',
  '{"presetId":"codign"}',
  /^Unknown preset "codign"\. Did you mean "coding"\? Presets: coding, /,
);
badRequest(
  'too many searches',
  '{"searchesPerTask":10001}',
  /^searchesPerTask must be between 0 and 10000 \(got 10001\)/,
);
badRequest('an unknown service tier', '{"serviceTier":"bach"}', /^serviceTier must be one of .*Did you mean "batch"/);
badRequest(
  'a service tier that the model has not',
  '{"modelId":"claude-sonnet-4-6","serviceTier":"flex"}',
  /^serviceTier of claude-sonnet-4-6 must be one of standard, batch \(got "flex"\)\.$/,
);
badRequest(
  'a region that the model has not',
  '{"modelId":"claude-sonnet-4-6","region":"eu"}',
  /^region of claude-sonnet-4-6 must be one of global, us \(got "eu"\)\.$/,
);
badRequest('a region that no model has', '{"compare":true,"region":"mars"}', /^region must be one of global, /);
badRequest('an unknown model', '{"modelId":"nope"}', /^Unknown model "nope"/);
badRequest('an unknown model with compare', '{"modelId":"nope","compare":true}', /^Unknown model/);
badRequest('a lone surrogate in a model', '{"modelId":"\\ud800"}', /^Unknown model/);
badRequest('two mistakes, both named', '{"handoffs":-1,"compare":1}', /handoffs.*compare|compare.*handoffs/);

posts('a query is refused', '{}', {
  path: '/estimate?presetId=coding',
  expect: { status: 400, code: 'invalid_request', message: /query/ },
});
posts('a body above 16 KiB is refused', `{"presetId":"${'x'.repeat(16 * 1024)}"}`, {
  expect: { status: 413, code: 'payload_too_large', message: /16384|16 KiB/ },
});
posts('a body of exactly 16 KiB is read', `{}${' '.repeat(16 * 1024 - 2)}`, {
  expect: { ...estimate, file: standard },
});
for (const [type, name] of [
  ['text/plain', 'a plain text type'],
  ['application/x-www-form-urlencoded', 'a form'],
  ['application/json; charset=utf-16', 'UTF-16'],
  ['application/json; charset=iso-8859-1', 'Latin 1'],
  ['application/jsonx', 'a type that only begins like JSON'],
  ['', 'an empty type'],
] as const) {
  posts(`${name} is refused`, '{}', {
    headers: { 'Content-Type': type },
    expect: { status: 415, code: 'unsupported_media_type', message: /application\/json/ },
  });
}
for (const coding of ['gzip', 'br', 'gzip, identity', 'x']) {
  posts(`Content-Encoding: ${coding} is refused`, '{}', {
    headers: { 'Content-Encoding': coding },
    expect: { status: 415, code: 'unsupported_media_type' },
  });
}
add('POST without a type is refused', {
  method: 'POST',
  path: at('/estimate'),
  body: '{}',
  expect: { status: 415, code: 'unsupported_media_type', message: /got none/ },
});

// Over-long URLs, both sides of 2 KiB.
const padded = (length: number) => `/models?_=${'x'.repeat(length - at('/models?_=').length)}`;
serves(padded(2048), 'models.json', 'models', { name: 'a URL of 2048 characters' });
refuses('GET', padded(2049), 414, 'uri_too_long', {
  message: /2048|2 KiB/,
  name: 'a URL of 2049 characters is refused',
});
for (const method of ['HEAD', 'POST', 'OPTIONS', 'DELETE']) {
  refuses(method, padded(2049), 414, 'uri_too_long', { name: `${method} of a URL of 2049 characters is refused` });
}

// Callers.
for (const [method, path, body] of [
  ['GET', '/meta', undefined],
  ['GET', '/nope', undefined],
  ['HEAD', '/models', undefined],
  ['POST', '/estimate', '{}'],
  ['DELETE', '/meta', undefined],
] as const) {
  for (const [header, name] of [
    ['X-API-Key', 'key'],
    ['X-RapidAPI-Proxy-Secret', 'proxy secret'],
  ] as const) {
    add(`${method} ${path} with a wrong ${name} is refused`, {
      method,
      path: at(path),
      headers: { [header]: 'wrong', ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body }),
      expect: { status: 401, code: 'invalid_api_key' },
    });
  }
}
add('an empty key is refused', {
  method: 'GET',
  path: at('/meta'),
  headers: { 'X-API-Key': '' },
  expect: { status: 401, code: 'invalid_api_key' },
});
add('a preflight needs no key', {
  method: 'OPTIONS',
  path: at('/meta'),
  headers: { ...preflight, 'X-API-Key': 'wrong' },
  expect: { status: 204 },
});
add('a key is let in', {
  method: 'GET',
  path: at('/meta'),
  headers: { 'X-API-Key': contractKey },
  expect: { status: 200, file: 'meta.json', schema: 'meta' },
});
posts('with a key gets the limit of its plan', '{}', {
  headers: { 'X-API-Key': contractKey },
  expect: {
    ...estimate,
    headers: { 'ratelimit-policy': policyField(contractPlan), ratelimit: limitField(contractPlan.name) },
  },
});
posts('through the marketplace has no limit here', '{}', {
  headers: { 'X-RapidAPI-Proxy-Secret': contractSecret, 'X-RapidAPI-User': 'somebody' },
  expect: { ...estimate, headers: { 'ratelimit-policy': null, ratelimit: null } },
});
add('the user header of a marketplace without its secret changes nothing', {
  method: 'GET',
  path: at('/meta'),
  headers: { 'X-RapidAPI-User': 'somebody', 'X-RapidAPI-Subscription': 'MEGA' },
  expect: { status: 200, file: 'meta.json' },
});

export const requests: readonly ContractRequest[] = list;
