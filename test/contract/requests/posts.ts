/** Estimates and rankings by POST. */
import { rawPresets } from '../../support/core/raw-data.ts';
import { alias, chosen, model, odd, oddAlias, preset, presetModel, presets, standard } from './examples.ts';
import { estimate, requestList } from './request-list.ts';

const { list, posts } = requestList();

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
    message: /^host must be one of azure, bedrock, groq, vertex \(got "bedrok"\)\. Did you mean "bedrock"\?/,
  },
});
posts('advice on the same work', '{}', {
  path: '/advice',
  expect: { status: 200, schema: 'advice', file: standard.replace('estimate', 'advice') },
});
posts('advice on own numbers', '{"modelCallsPerTask":25}', {
  path: '/advice',
  expect: { status: 200, schema: 'advice' },
});
posts('advice takes no ranking', '{"compare":true}', {
  path: '/advice',
  expect: { status: 400, code: 'invalid_request', message: /compare/ },
});
posts('spaces around the object', ' \t\r\n{ "presetId" : "support" }\n', { expect: estimate });
posts('escapes in names and values', '{"pres\\u0065tId":"c\\u006fding"}', { expect: { ...estimate, file: standard } });
const overrides = rawPresets.find(({ id }) => id === 'coding')?.workflow;
// Not the file: what is stated is the caller's, be it the preset's number.
posts('every override, with the value of the preset', JSON.stringify(overrides), { expect: estimate });
posts('a place without a price of its own', '{"modelId":"claude-sonnet-4-6","region":"jp"}', { expect: estimate });
posts('a cloud name with a place', '{"modelId":"bedrock/eu-central-1/anthropic.claude-sonnet-4-6"}', {
  expect: estimate,
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
  expect: estimate,
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

export const postRequests = list;
