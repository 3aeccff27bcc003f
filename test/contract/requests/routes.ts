/** Every route, and its path twin. */
import { alias, model, odd, oddAlias, shutDown } from './examples.ts';
import { requestList } from './request-list.ts';

const { list, serves } = requestList();

const single = ['meta', 'providers', 'models', 'offers', 'presets', 'plans', 'changes'];
for (const route of single) {
  serves(`/${route}`, `${route}.json`, route);
  serves(`/${route}.json`, `${route}.json`, route);
}
serves(`/models/${model.id}`, `models/${model.id}.json`, 'model');
serves(`/models/${model.id}.json`, `models/${model.id}.json`, 'model');
serves(`/models/${shutDown.id}`, `models/${shutDown.id}.json`, 'model', { name: 'a model that was shut down' });
serves(`/models/${alias}`, `models/${model.id}.json`, 'model', { name: 'a model by its alias' });
serves(`/models/${alias}.json`, `models/${model.id}.json`, 'model', { name: 'the path twin of an alias' });
serves(`/models/${encodeURIComponent(oddAlias)}`, `models/${odd.id}.json`, 'model', {
  name: 'an alias that needs percent-encoding',
});
serves(`/models/%${model.id.charCodeAt(0).toString(16)}${model.id.slice(1)}`, `models/${model.id}.json`, 'model', {
  name: 'an id whose letters are percent-encoded',
});
serves('/openapi.json', 'openapi.json', null);
for (const schema of [
  ...single,
  'model',
  'measured',
  'board',
  'plan',
  'advice',
  'advice-request',
  'estimate',
  'estimate-request',
  'error',
  'agent-cost',
]) {
  serves(`/schemas/${schema}.json`, `schemas/${schema}.json`, null);
}
const csv = 'text/csv; charset=utf-8; header=present';
serves('/models.csv', 'models.csv', null, { headers: { 'content-type': csv } });
serves('/offers.csv', 'offers.csv', null, { headers: { 'content-type': csv } });
serves('/measured.csv', 'measured.csv', null, { headers: { 'content-type': csv } });
serves('/prices.csv', 'prices.csv', null, { headers: { 'content-type': csv } });
serves('/prices.parquet', 'prices.parquet', null, { headers: { 'content-type': 'application/vnd.apache.parquet' } });
for (const name of ['litellm', 'models.dev', 'genai-prices', 'llm-prices', 'openrouter']) {
  const json = { headers: { 'content-type': 'application/json' } };
  serves(`/exports/${name}.json`, `exports/${name}.json`, null, json);
  serves(`/exports/${name}.left-out.json`, `exports/${name}.left-out.json`, null, json);
}
serves('/changes.atom', 'changes.atom', null, { headers: { 'content-type': 'application/atom+xml' } });

export const routeRequests = list;
