/** A tag of an action can be moved to other code; a commit cannot. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-root.ts';
import { documents } from './documents.ts';

const workflows = readdirSync(join(projectRoot, '.github/workflows')).map((name) => `.github/workflows/${name}`);
const files = [...workflows, 'action/action.yml', ...documents];

test('every action that a workflow or an example uses is pinned to a commit, with its version beside it', () => {
  const found = files.flatMap((file) =>
    [...readFileSync(join(projectRoot, file), 'utf8').matchAll(/^[ -]*uses: *(.*)$/gm)].map(([, used = '']) => ({
      file,
      used,
    })),
  );
  expect(found.length).toBeGreaterThan(8);
  expect(found.filter(({ used }) => !isPinned(used))).toEqual([]);
});

test('one version of an action has one commit', () => {
  const commits = new Map<string, Set<string>>();
  for (const file of files) {
    const text = readFileSync(join(projectRoot, file), 'utf8');
    for (const [, name, commit = '', version] of text.matchAll(/uses: (\S+)@(\S+) # (\S+)/g)) {
      const key = `${name} ${version}`;
      commits.set(key, (commits.get(key) ?? new Set()).add(commit));
    }
  }
  expect([...commits].filter(([, of]) => of.size > 1)).toEqual([]);
});

test.each([
  ['actions/checkout@v5', false],
  ['actions/checkout@fbc6f39', false],
  ['actions/checkout@fbc6f3992d24b796d5a048ff273f7fcc4a7b6c09', false],
  ['actions/checkout@fbc6f3992d24b796d5a048ff273f7fcc4a7b6c09 # v5.1.0', true],
  ['./.github/actions/agent-cost', true],
])('%s: pinned is %s', (used, pinned) => {
  expect(isPinned(used)).toBe(pinned);
});

/** A path of one's own repository, or a whole commit with the version in a comment. */
function isPinned(used: string): boolean {
  return /^\.\/\S+$/.test(used) || /^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used);
}

test('every package in the lock file has the digest of what was locked, those of other platforms too', () => {
  const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string; link?: boolean }>;
  };
  const all = Object.entries(lock.packages).filter(([path, { link }]) => path !== '' && link !== true);
  expect(all.length).toBeGreaterThan(400);
  expect(all.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'))).toEqual([]);
});
