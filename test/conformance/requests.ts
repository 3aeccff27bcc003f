/** The requests that go through Prism. */
import { presetIds, tiers, workflowFields } from '../../runtime/core/schemas/request-fields.ts';
import { basePath } from '../contract/contract-request.ts';
import { requests as contract } from '../contract/requests.ts';
import { rawModels, rawProviders } from '../support/core/raw-data.ts';
import type { Ask } from '../support/server/http.ts';

export interface Sent extends Ask {
  /** Below the base path. */
  path: string;
}

const get = (path: string, headers: Record<string, string> = {}): Sent => ({ path, headers });
const post = (body: unknown, headers: Record<string, string> = {}): Sent => ({
  path: '/estimate',
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const plain = [
  '/meta',
  '/providers',
  '/models',
  '/models/gpt-4o',
  '/presets',
  '/estimate',
  '/measured',
  '/measured/deepswe',
  '/plans',
  '/plans/claude-pro',
  '/changes',
];
const documents = ['/changes.atom', '/models.csv', '/measured.csv', '/prices.csv', '/prices.parquet'];
const providers = [...rawProviders.map(({ id }) => `provider=${id}`), 'provider=no-such-provider'];
const filters = [
  ...providers,
  ...tiers.flatMap((tier) => [`tier=${tier}`, ...providers.map((p) => `${p}&tier=${tier}`)]),
];
const names = rawModels.flatMap(({ id, aliases }) => [id, ...aliases]);

const estimates = [undefined, ...presetIds].flatMap((presetId) =>
  [undefined, 'gpt-4o', 'gpt-4o-2024-08-06'].flatMap((modelId) =>
    [undefined, 'true', 'false'].map((compare) =>
      Object.entries({ presetId, modelId, compare })
        .flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
        .join('&'),
    ),
  ),
);

const fields = Object.entries(workflowFields);
/** Values that a field accepts; for a number, from the lowest to the highest. */
function samplesOf(field: { type?: unknown; enum?: readonly unknown[]; maximum?: number }): readonly unknown[] {
  if (field.enum !== undefined) return field.enum;
  return field.maximum === undefined ? [false, true] : [0, 0.5, field.maximum];
}
const wrongValues = [null, '5', -1, 1e12, [], {}, true];

/** The contract, including what the document omits (other paths, redirects, wrong methods): callers drop that. */
const contracted: Sent[] = contract
  .filter(({ path }) => path.startsWith(`${basePath}/`))
  .map(({ path, ...sent }) => ({ path: path.slice(basePath.length), ...sent }));

/** The contract, and every documented operation with every parameter, alone and combined, valid and invalid. */
export const requests: Sent[] = [
  ...contracted,
  ...[...plain, ...documents].flatMap((path) => [
    get(path),
    get(path, { 'If-None-Match': '*' }),
    get(path, { 'X-API-Key': 'of-nobody' }),
    get(`${path}?${'x'.repeat(2100)}`),
  ]),
  ...filters.map((filter) => get(`/models?${filter}`)),
  ...names.map((name) => get(`/models/${name}`)),
  ...estimates.map((query) => get(`/estimate?${query}`)),
  ...presetIds.flatMap((presetId) => rawModels.map(({ id }) => get(`/estimate?presetId=${presetId}&modelId=${id}`))),
  ...['tier=none', 'tier=', 'tier=fast&tier=mid', 'provider=a&provider=b'].map((q) => get(`/models?${q}`)),
  ...['no-such-model', 'gpt-4', '%20', 'GPT-4O', 'caf%C3%A9'].map((id) => get(`/models/${id}`)),
  ...['presetId=code', 'modelId=no-such-model', 'compare=1', 'tasksPerMonth=5', 'compare=true&compare=true'].map((q) =>
    get(`/estimate?${q}`),
  ),
  post({}),
  ...presetIds.flatMap((presetId) => [post({ presetId }), post({ presetId, compare: true })]),
  ...rawModels.map(({ id }) => post({ modelId: id, presetId: 'rag', promptCaching: true })),
  ...fields.flatMap(([name, field]) => samplesOf(field).map((value) => post({ [name]: value }))),
  post(Object.fromEntries(fields.map(([name, field]) => [name, samplesOf(field)[0]]))),
  post(Object.fromEntries(fields.map(([name, field]) => [name, samplesOf(field).at(-1)]))),
  ...[...fields.map(([name]) => name), 'presetId', 'modelId', 'compare'].flatMap((name) =>
    wrongValues.map((value) => post({ [name]: value })),
  ),
  post({ taskPerMonth: 5 }),
  post([]),
  post({}, { 'Content-Type': 'text/plain' }),
  post({}, { 'Content-Encoding': 'br' }),
  post({}, { 'X-API-Key': 'of-nobody' }),
  post({ modelId: 'x'.repeat(17_000) }),
];
