/** Filters of models, every value and combination, including those without results, and unknown query parameters. */
import { rawTiers } from '../../support/core/raw-data.ts';
import { model, provider, providers, ragModel, tier } from './examples.ts';
import { at, located, requestList } from './request-list.ts';

const { list, serves, refuses } = requestList();

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

export const filterRequests = list;
