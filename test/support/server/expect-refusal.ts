/** What every refusal on a raw socket must be, whichever part of the server made it. */
import { expect } from 'vitest';
import { field, type RawAnswer } from './raw.ts';

export function expectRefusal(answer: RawAnswer | undefined, status: number, code: string): void {
  if (answer === undefined) throw new Error(`No answer; expected ${status} ${code}`);
  const text = answer.body.toString('utf8');
  expect({ status: answer.status, text }).toEqual({ status, text: expect.stringContaining(`"code":"${code}"`) });
  expect(JSON.parse(text)).toEqual({ error: { code, message: expect.stringMatching(/./) } });
  expect(field(answer, 'content-type')).toBe('application/json');
  expect(field(answer, 'content-length')).toBe(String(answer.body.length));
  expect(field(answer, 'transfer-encoding')).toBeUndefined();
  expect(field(answer, 'x-content-type-options')).toBe('nosniff');
  expect(field(answer, 'access-control-allow-origin')).toBe('*');
  expect(field(answer, 'cross-origin-resource-policy')).toBe('cross-origin');
  expect(field(answer, 'link')).toContain('service-desc');
  expect(field(answer, 'cache-control')).toBe('no-store');
  expect(field(answer, 'date')).toMatch(/GMT$/);
}
