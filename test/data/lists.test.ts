import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkedList } from '../../build/prices/lists.ts';
import { projectRoot } from '../support/project-root.ts';

const dir = join(projectRoot, 'data/lists');
const names = readdirSync(dir).flatMap((name) => (name === 'schema.json' ? [] : name.replace('.json', '')));

test.each(names)('data/lists/%s.json is of its shape, and no other', (name) => {
  expect(checkedList(join(dir, `${name}.json`), name, `lists/${name}`)).toHaveProperty('about');
  const other = name === 'labels' ? 'words' : 'labels';
  expect(() => checkedList(join(dir, `${name}.json`), other, `lists/${name}`)).toThrow(`data/lists/${name}.json#`);
});
