import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkedList } from '../../build/data/lists.ts';
import { projectRoot } from '../support/project-root.ts';

const dir = join(projectRoot, 'data/lists');
const names = readdirSync(dir).flatMap((name) => (name === 'schema.json' ? [] : name.replace('.json', '')));

test.each(names)('data/lists/%s.json is of its shape, and no other', (name) => {
  const [path, text] = [`data/lists/${name}.json`, readFileSync(join(dir, `${name}.json`), 'utf8')];
  expect(checkedList(text, name, path)).toHaveProperty('about');
  expect(() => checkedList(text, name === 'labels' ? 'words' : 'labels', path)).toThrow(`${path}:`);
});
