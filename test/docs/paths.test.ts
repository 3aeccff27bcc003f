/** Every project file and folder that a document names exists. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../support/project-root.ts';
import { documents, textOf } from './documents.ts';

/** Paths below the folders of the project, in backquotes; patterns are left out. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, path = '']) => path);
  return quoted.filter((path) => /^(\.ci|bench|build|data|deploy|docs|runtime|test)\/[\w./-]*$/.test(path));
}

test('paths are found in a text', () => {
  const text =
    'See `runtime/server/http/` and `docs/audit.md`, not `data/providers/<id>.json`, `dist/cli.js` or `npm test`.';
  expect(pathsIn(text)).toEqual(['runtime/server/http/', 'docs/audit.md']);
});

describe.each(documents)('%s', (document) => {
  test('names only files that exist', () => {
    const missing = pathsIn(textOf(document)).filter((path) => !existsSync(join(projectRoot, path)));
    expect(missing).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  const paths = pathsIn(textOf('docs/architecture.md'));

  test('names files by their full path, so that this test sees them', () => {
    expect(paths.length).toBeGreaterThan(50);
    const names = [...textOf('docs/architecture.md').matchAll(/`([\w-]+\.ts)`/g)].map(([, name]) => name);
    expect(names).toEqual([]);
  });
});
