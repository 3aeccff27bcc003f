/** Refused POSTs. */
import { shutDown, standard } from './examples.ts';
import { at, estimate, requestList } from './request-list.ts';

const { list, add, posts } = requestList();

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
posts('a model that was shut down is refused', JSON.stringify({ modelId: shutDown.id }), {
  expect: { status: 400, code: 'model_shut_down', message: /was shut down on \d{4}-/ },
});
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
  '{"modelId":"claude-sonnet-4-6","region":"data residency"}',
  /^region of claude-sonnet-4-6 must be one of global, us, .*\(got "data residency"\)/,
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

export const postRefusals = list;
