/**
 * One word for one thing, as CONTRIBUTING lists them: in documents, in the help of every command, and on pages. Every
 * project file and folder that a document names exists.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { commandList } from '../../runtime/cli/command-list.ts';
import { testDist } from '../support/dist.ts';
import { projectRoot } from '../support/project-root.ts';
import { runCli } from '../support/run.ts';
import { documents, textOf } from './documents.ts';

/** Words that stand for nothing here, and what is said instead. Names in code and in addresses are the API's. */
const instead: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w/.=&?{-])(?:providers?|vendors?)\b(?![\w=/.-])/gi, 'maker'],
  [/\b(?:levels? of service|service tiers?)\b/gi, 'terms'],
  [/\bcontext windows?\b/gi, 'context'],
  [/\b(?:max(?:imum)? output|output limit)\b/gi, 'longest answer'],
];
/** The list of words itself, and a value of the API that a sentence explains. */
const exceptions = /the level of service: standard|provider: on a page/g;

const slips = (text: string): string[] =>
  instead.flatMap(([word, term]) =>
    [...text.replace(exceptions, '').matchAll(word)].map(([found]) => `${found}: ${term}`),
  );

/** Without code, and without where links go. */
const prose = (text: string): string => text.replace(/^[ \t]*```[\s\S]*?^[ \t]*```$|`[^`]*`|\]\([^)]*\)/gm, '');

test('a word that stands for nothing is found, a name in code is not', () => {
  expect(slips(prose('The Provider sells it; `provider` and ?provider=x do not.'))).toEqual(['Provider: maker']);
  expect(slips('two service tiers, a context window')).toEqual(['service tiers: terms', 'context window: context']);
});

test.each(documents)('%s says one word for one thing', (document) => {
  expect(slips(prose(textOf(document)))).toEqual([]);
});

// An option and the names of columns are the API's.
test.each(Object.keys(commandList))('the help of %s says one word for one thing', async (path) => {
  expect(
    slips((await runCli(...path.split(' '), '--help')).stdout.replace(/--provider|,\s+provider(?=,)|\bprovider,/g, '')),
  ).toEqual([]);
});

test.each([
  ...['index', 'models', 'changes', 'measured', 'tokens', 'log', 'docs/api'],
  ...['claude-sonnet-4-6', 'gpt-4o', 'deepseek-v4-pro'].map((id) => `models/${id}`),
])('%s.html says one word for one thing', (page) => {
  const html = parse(readFileSync(join(testDist, `public/${page}.html`), 'utf8'));
  for (const code of html.querySelectorAll(
    'code, pre, script, .source, .sources, [href="#shape-Provider"], #shape-Provider',
  ))
    code.remove();
  expect(slips(html.structuredText)).toEqual([]);
});

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
