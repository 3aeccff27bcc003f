/** Numbers as people of several languages type them. */
import { expect, test } from 'vitest';
import { inWords, numberIn, readNumber } from '../../../runtime/site/typed-numbers.ts';

test.each([
  ['en-US', '50,000', '50000', null],
  ['en-US', '1,234,567.5', '1234567.5', null],
  ['en-US', '1.5', '1.5', null],
  ['en-US', '1.500', '1.500', '1500'],
  ['de-DE', '1.500', '1500', '1.500'],
  ['de-DE', '1,500', '1.500', '1500'],
  ['de-DE', '1,5', '1.5', null],
  ['de-DE', '50.000,5', '50000.5', null],
  ['de-DE', '1.234.567', '1234567', null],
  ['de-CH', '1’500', '1500', null],
  ['fr-FR', '1 500,25', '1500.25', null],
  ['fr-FR', '50\u202f000', '50000', null],
  ['ar-EG', '١٬٥٠٠', '1500', null],
  ['ar-EG', '٢٠٠', '200', null],
  ['ar-EG', '1.5', '1.5', null],
  ['en-US', '$2,000', '2000', null],
  ['en-US', 'many', 'many', null],
  ['de-DE', '1.5.0', '1.5.0', null],
  ['en-US', '', '', null],
])('in %s %s is %s, or %s', (language, typed, text, other) => {
  expect(readNumber(typed, language)).toEqual({ text, other });
});

test('what is read is what an address keeps', () => {
  expect(numberIn(readNumber('1.234,5', 'de-DE').text)).toBe(1234.5);
});

test.each([
  ['1500', 'one thousand five hundred'],
  ['1.500', 'one point five'],
  ['21', 'twenty-one'],
  ['100000', 'one hundred thousand'],
  ['0.205', 'zero point two zero five'],
])('%s in words is %s', (text, words) => {
  expect(inWords(text)).toBe(words);
});
