/** What the data check refuses in `data/names.json`. */
import { expect, test } from 'vitest';
import { frozenOn } from '../../support/core/catalog.ts';
import { frozenFiles } from '../../support/core/frozen-data.ts';
import { problemsOf } from './broken-data.ts';

const path = 'data/names.json';
const sound = {
  names: ['gpt-reserve', 'composer-*'],
  reason: 'Only a plan has it.',
  meant: ['gpt-5.6-luna'],
  sources: [{ url: 'https://example.com/thread', on: frozenOn }],
};
/** Of the file alone: the frozen data has none. */
const pointersOf = (...planNames: object[]): string[] =>
  problemsOf([...frozenFiles.filter((file) => file.path !== path), { path, text: JSON.stringify({ planNames }) }])
    .filter(({ file }) => file === path)
    .map(({ pointer }) => pointer);

test('names that only plans have are sourced, new, and taken for models that exist', () => {
  expect(pointersOf(sound)).toEqual([]);
  expect(pointersOf({ ...sound, names: ['gpt-5.6-luna'] })).toEqual(['/planNames/0/names/0']);
  expect(pointersOf(sound, { ...sound, names: ['new', 'gpt-reserve'] })).toEqual(['/planNames/1/names/1']);
  expect(pointersOf({ ...sound, meant: ['no-such-model'] })).toEqual(['/planNames/0/meant/0']);
  const later = { ...sound.sources[0], on: '2099-01-01' };
  expect(pointersOf({ ...sound, sources: [...sound.sources, later] })).toEqual(['/planNames/0/sources/1/on']);
  expect(pointersOf({ ...sound, sources: [] })).toEqual(['/planNames/0/sources']);
});
