import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { serverForTests } from '../support/server/for-tests.ts';
import { ask } from '../support/server/http.ts';

const server = serverForTests();

async function post(body: string | Uint8Array, headers: Record<string, string> = {}) {
  const answer = await ask(server.base, '/api/v1/estimate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  return { ...answer, json: JSON.parse(answer.text) };
}

async function expectRefused(body: string | Uint8Array, code: string, headers?: Record<string, string>) {
  const { status, json, body: bytes } = await post(body, headers);
  expect({ status, json }).toEqual({
    status: code === 'unsupported_media_type' ? 415 : code === 'payload_too_large' ? 413 : 400,
    json: { error: { code, message: expect.stringMatching(/./) } },
  });
  // A refusal is not longer than the request it refuses, give or take a sentence.
  expect(bytes.length).toBeLessThan(20_000);
  return json.error.message as string;
}

test('a repeated field is refused, however it is written', async () => {
  for (const body of ['{"handoffs":1,"compare":true,"handoffs":1}', '{"handoffs":1,"\\u0068andoffs":1}']) {
    expect(await expectRefused(body, 'invalid_request')).toMatch(/once/);
  }
});

describe('names with a meaning in JavaScript have none here', () => {
  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'])(
    '%s',
    async (name) => {
      for (const value of ['1', '{}', '{"handoffs":5}', '{"prototype":{"handoffs":5}}', 'null']) {
        expect(await expectRefused(`{"${name}":${value}}`, 'invalid_request')).toContain(name);
        await expectRefused(`{"handoffs":{"${name}":${value}}}`, 'invalid_request');
      }
      await expectRefused(`{"presetId":"${name}"}`, 'invalid_request');
      await expectRefused(`{"modelId":"${name}"}`, 'invalid_request');
      expect((await post('{}')).json.data.workflow.handoffs).not.toBe(5);
    },
  );
});

describe('deep and wide bodies', () => {
  test('the deepest nesting that fits into a body is refused for its depth', async () => {
    const depth = 8000;
    expect(await expectRefused(`{"handoffs":${'['.repeat(depth)}${']'.repeat(depth)}}`, 'invalid_request')).toMatch(
      /^The body may be nested at most 16 levels deep \(got 8001\)\.$/,
    );
    expect(await expectRefused('['.repeat(depth) + ']'.repeat(depth), 'invalid_request')).toMatch(/array/);
    const objects = 2700;
    await expectRefused(`${'{"a":'.repeat(objects)}1${'}'.repeat(objects)}`, 'invalid_request');
  });
  test('10,000 levels are refused', async () => {
    await expectRefused(`{"handoffs":${'['.repeat(10_000)}`, 'invalid_json');
    await expectRefused(`{"handoffs":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'payload_too_large');
  });
  test('thousands of unknown fields are refused with a message of bounded length', async () => {
    const fields = Array.from({ length: 2200 }, (_, i) => `"${i.toString(36)}":0`);
    await expectRefused(`{${fields.join(',')}}`, 'invalid_request');
  });
  test('thousands of repeated fields are refused quickly', async () => {
    await expectRefused(`{${Array.from({ length: 2700 }, () => '"a":1').join(',')}}`, 'invalid_request');
    await expectRefused(`{"a":"${'\\"'.repeat(8000)}"}`, 'invalid_request');
    await expectRefused(`{"a":"${'\\\\'.repeat(8000)}","a":1}`, 'invalid_request');
  });
  test('a name or value as long as the body is quoted in part', async () => {
    expect((await expectRefused(`{"${'x'.repeat(16_000)}":1}`, 'invalid_request')).length).toBeLessThan(1000);
    expect((await expectRefused(`{"modelId":"${'x'.repeat(16_000)}"}`, 'invalid_request')).length).toBeLessThan(1000);
    expect((await expectRefused(`{"presetId":"${'\\u0000'.repeat(2500)}"}`, 'invalid_request')).length).toBeLessThan(
      1000,
    );
    expect((await expectRefused('x'.repeat(16_000), 'invalid_json')).length).toBeLessThan(1000);
  });
});

describe('text', () => {
  test('lone surrogates in escapes are text like any other', async () => {
    for (const text of ['\\ud800', '\\udc00x', '\\ud800\\ud800']) {
      expect(await expectRefused(`{"modelId":"${text}"}`, 'invalid_request')).toMatch(/^Unknown model "/);
      await expectRefused(`{"${text}":1}`, 'invalid_request');
      await expectRefused(`{"${text}":1,"${text}":2}`, 'invalid_request');
    }
  });
  test('bytes that are not UTF-8 are refused', async () => {
    for (const bytes of [
      [0xff],
      [0xc3, 0x28],
      [0xed, 0xa0, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
      [0xc0, 0x80],
      [0xe2, 0x82],
    ]) {
      const body = Buffer.concat([Buffer.from('{"modelId":"'), Buffer.from(bytes), Buffer.from('"}')]);
      expect(await expectRefused(body, 'invalid_json')).toMatch(/UTF-8/);
    }
  });
  test('a byte order mark is refused', async () => {
    await expectRefused('\u{feff}{}', 'invalid_json');
    await expectRefused(Buffer.from('\u{feff}{}', 'utf16le'), 'invalid_json');
  });
  test('UTF-16 is refused, declared or not', async () => {
    await expectRefused(Buffer.from('{}', 'utf16le'), 'invalid_json');
    await expectRefused(Buffer.from('{}', 'utf16le'), 'unsupported_media_type', {
      'Content-Type': 'application/json; charset=utf-16le',
    });
  });
  test('NULs and control characters are refused', async () => {
    for (const body of ['\0', '{}\0', '{"modelId":"a\0b"}', '{"modelId":"a\nb"}', '\u{2028}{}', '\u{a0}{}']) {
      await expectRefused(body, 'invalid_json');
    }
  });
  test('received values are quoted safely for terminals and pages', async () => {
    const message = await expectRefused(
      JSON.stringify({ presetId: '\u001b[31m<script>\u0000\r\n' }),
      'invalid_request',
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that must not appear
    expect(message).not.toMatch(/[\u0000-\u001f\u007f]/);
  });
  test('compressed bodies are refused, and never decompressed', async () => {
    for (const coding of ['gzip', 'GZIP', 'deflate', 'br', 'identity, gzip', 'gzip, gzip']) {
      await expectRefused(gzipSync('{}'), 'unsupported_media_type', { 'Content-Encoding': coding });
    }
    await expectRefused(gzipSync('{}'), 'invalid_json');
    await expectRefused(gzipSync(Buffer.alloc(10_000_000)), 'unsupported_media_type', { 'Content-Encoding': 'gzip' });
  });
});

describe('numbers', () => {
  test.each(['NaN', 'Infinity', '-Infinity', '+1', '01', '.5', '1.', '0x10', '1_000', '1e', '--1', '1,5'])(
    '%s is not JSON',
    async (value) => {
      await expectRefused(`{"tasksPerMonth":${value}}`, 'invalid_json');
    },
  );
});
