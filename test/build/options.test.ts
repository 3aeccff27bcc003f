import { expect, test } from 'vitest';
import { type BuildFlags, buildCommand, optionsFrom } from '../../build/build-options.ts';
import { readCommandLine, WrongUse } from '../../runtime/io/command-line.ts';

const read = (...args: string[]) => readCommandLine<BuildFlags>(buildCommand('npm run build', 'Help.'), args);

test('options are read, with their defaults', () => {
  expect(read('--as-of', '2026-12-01', '--json')?.options).toMatchObject({ asOf: '2026-12-01', json: true });
  expect(read()?.options).toMatchObject({ json: false, data: expect.stringMatching(/data$/) });
});

test('an option that does not exist, lacks its value or has a wrong one is wrong use', () => {
  expect(() => read('--asof', '2026-12-01')).toThrow(new WrongUse("unknown option '--asof'\n(Did you mean --as-of?)"));
  expect(() => read('--out')).toThrow(new WrongUse("option '--out <dir>' argument missing"));
  expect(() => read('dist')).toThrow(WrongUse);
  const line = read('--as-of', 'tomorrow');
  expect(() => line && optionsFrom(line.options)).toThrow(/^--as-of must be a day such as .* \(got "tomorrow"\)\.$/);
});

test('the URL of the site gets a trailing slash; an invalid one is refused', () => {
  const address = (text: string) => optionsFrom(read('--site-url', text)?.options as BuildFlags).siteUrl;
  expect(address('https://example.com')).toBe('https://example.com/');
  expect(address('https://example.com/costs')).toBe('https://example.com/costs/');
  for (const wrong of ['example.com', 'ftp://example.com/', 'https://example.com/?a=1']) {
    expect(() => address(wrong)).toThrow(/^--site-url must be an address such as https:.* \(got ".*"\)\.$/);
  }
});
