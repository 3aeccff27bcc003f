/** The files of the site in the build that the tests serve. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HTMLElement, parse } from 'node-html-parser';
import { filesBelow } from '../support/build.ts';
import { testDist } from '../support/dist.ts';

export const publicDir = join(testDist, 'public');

/** Paths of the pages, such as `models/gpt-4o.html`. */
export const pagePaths: readonly string[] = filesBelow(publicDir).filter((path) => path.endsWith('.html'));

export const textOf = (path: string): string => readFileSync(join(publicDir, path), 'utf8');

export const pageAt = (path: string): HTMLElement => parse(textOf(path));

/** One page of each kind, to check in a browser. */
export const kinds: readonly string[] = pagePaths.filter(
  (path) =>
    !path.includes('/') ||
    ['models/claude-sonnet-4-6.html', 'docs/index.html', 'docs/api.html', 'docs/hosting.html'].includes(path),
);
