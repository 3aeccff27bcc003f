/** What the data check reports about whole files, and for several problems at once. */
import { describe, expect, test } from 'vitest';
import { frozenFiles } from '../../support/core/frozen-data.ts';
import type { RawModel, RawPreset, RawPrice } from '../../support/core/raw-data.ts';
import { Data, problemsOf } from './broken-data.ts';

test('finds nothing wrong with the frozen data', () => {
  expect(problemsOf(frozenFiles)).toEqual([]);
});

describe('a file', () => {
  const spoiled = (path: string, text: string) =>
    frozenFiles.map((file) => (file.path === path ? { path, text } : file));

  test('that is not JSON is refused as a whole', () => {
    const path = 'data/providers/cohere.json';
    const cut = frozenFiles.find((file) => file.path === path)?.text.slice(0, 500) as string;
    const [problem, ...others] = problemsOf(spoiled(path, cut));
    expect(problem).toEqual({ file: path, pointer: '', line: 1, message: expect.stringMatching(/^not JSON: /) });
    expect(others).toEqual([]);
  });

  test.each([
    ['a trailing comma in an object', '{\n  "a": 1,\n}', 'line 3, column 1: property name expected (got "}")'],
    ['a trailing comma in a list', '{\n  "a": [1, 2,]\n}', 'line 2, column 14: value expected (got "]")'],
    ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: comma expected (got "\\"")'],
    ['an early end', '{\n  "a": 1', 'line 2, column 9: close brace expected (got the end of the file)'],
  ])('with %s is refused with line and column', (_what, text, message) => {
    const path = 'data/providers/cohere.json';
    expect(problemsOf(spoiled(path, text))).toEqual([
      { file: path, pointer: '', line: 1, message: `not JSON: ${message}` },
    ]);
  });

  test.each(['null', '[]', '"x"', '{}', ''])('that contains %j is refused', (text) => {
    const problems = problemsOf(spoiled('data/presets.json', text));
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.every(({ file }) => file === 'data/presets.json')).toBe(true);
  });

  test('of presets that is missing is reported', () => {
    const problems = problemsOf(frozenFiles.filter(({ path }) => path !== 'data/presets.json'));
    expect(problems.map(({ file }) => file)).toContain('data/presets.json');
  });
});

test('lists every problem at once, each with its file and place', () => {
  const data = new Data();
  const [first, second] = data.provider('openai').models as [RawModel, RawModel];
  Object.assign(first.prices[0] as RawPrice, { input: '3' });
  second.tier = 'medium';
  const [third, fourth] = data.provider('mistral').models as [RawModel, RawModel];
  third.aliases.push(fourth.id);
  (third.prices[0] as RawPrice).verifiedOn = '2027-01-01';
  (data.presets[0] as RawPreset).workflow.handoffs = -1;
  const places = problemsOf(data.texts()).map(({ file, pointer }) => file + pointer);
  expect(places.sort()).toEqual(
    [
      'data/presets.json/presets/0/workflow/handoffs',
      'data/providers/mistral.json/models/0/prices/0/verifiedOn',
      'data/providers/mistral.json/models/1/id',
      'data/providers/openai.json/models/0/prices/0/input',
      'data/providers/openai.json/models/1/tier',
    ].sort(),
  );
});

test('lists problems between presets and models along with a wrong price', () => {
  const data = new Data();
  const { file, at, price } = data.price(({ cachedInput }) => cachedInput !== null);
  price.cachedInput = price.input + 1;
  (data.presets[0] as RawPreset).defaultModel = 'claude-9';
  const places = problemsOf(data.texts()).map(({ file, pointer }) => file + pointer);
  expect(places.sort()).toEqual([`${file}${at}/cachedInput`, 'data/presets.json/presets/0/defaultModel'].sort());
});
