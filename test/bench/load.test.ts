import { describe, expect, test } from 'vitest';
import { get, luaScript, post, rawRequest, readWrk } from '../../bench/load/load.ts';
import { readOptions } from '../../bench/options.ts';

describe('requests', () => {
  test('are sent as written, with the length of their body', () => {
    expect(rawRequest(post('/x', '{"a":1}'))).toBe(
      'POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}',
    );
  });

  test('continue counting where the last slice ended', () => {
    const script = luaScript({ asks: [get('/x?n={n}')], connections: 1, fill: 'number' }, 123);
    expect(script).toContain('local n = 123\n');
    expect(script).toContain('{"GET /x?n="}');
    expect(script).toContain(String.raw`{" HTTP/1.1\r\nHost: localhost\r\n\r\n"}`);
  });
});

describe('the output of wrk', () => {
  test('is parsed with its unit', () => {
    expect(readWrk('  36543 requests in 1.10s, 60.1MB read\n')).toEqual({ requests: 36543, seconds: 1.1, failures: 0 });
    expect(readWrk('  5 requests in 900.00ms, 1KB read\n').seconds).toBeCloseTo(0.9, 12);
    expect(readWrk('  5 requests in 1.50m, 1KB read\n').seconds).toBeCloseTo(90, 9);
  });

  test('counts refusals and broken connections as failures', () => {
    const output = `  10 requests in 1.00s, 1KB read
  Socket errors: connect 1, read 2, write 3, timeout 4
  Non-2xx or 3xx responses: 5
`;
    expect(readWrk(output).failures).toBe(15);
  });

  test('throws an error if it is something else', () => {
    expect(() => readWrk('unable to connect')).toThrow(/cannot be read/);
  });
});

describe('options', () => {
  test('select every section if none is named, and keep a fixed order', () => {
    expect(readOptions([])?.sections.length).toBe(13);
    expect(readOptions(['post', 'get'])?.sections).toEqual(['get', 'post']);
  });

  test('are refused with the accepted values', () => {
    expect(() => readOptions(['fast'])).toThrow(/Sections: get, post/);
    expect(() => readOptions(['--seconds', '0'])).toThrow(/--seconds must be a whole number .*got "0"/);
    expect(() => readOptions(['--speed'])).toThrow(/--speed/);
  });
});
