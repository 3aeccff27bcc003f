/** The documents of the project, their blocks of commands, and the commands in their sentences. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/project-root.ts';

export interface Block {
  document: string;
  line: number;
  /** `sh`, `console`, `json`, or '' if none is given. */
  language: string;
  text: string;
  /** From `<!-- not run: reason -->` before the block. */
  notRun: string | null;
}

export const documents: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'data/README.md',
  ...readdirSync(join(projectRoot, 'docs')).flatMap((name) => (name.endsWith('.md') ? `docs/${name}` : [])),
];

export const textOf = (document: string): string => readFileSync(join(projectRoot, document), 'utf8');

/** Blocks between fences, without the indentation of the list they are in. */
export function blocksOf(document: string): Block[] {
  const text = textOf(document);
  const fenced = /(?:^[ \t]*<!-- not run: (.+?) -->\n)?^([ \t]*)```(\w*)\n([\s\S]*?)\n[ \t]*```$/gm;
  return [...text.matchAll(fenced)].map(({ index, 1: notRun, 2: indent = '', 3: language = '', 4: body = '' }) => ({
    document,
    line: text.slice(0, index).split('\n').length,
    language,
    text: body
      .split('\n')
      .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
      .join('\n'),
    notRun: notRun ?? null,
  }));
}

/** Commands between backticks: `node dist/...` and `npm run ...`. */
export const inlineCommands = (document: string): string[] =>
  [...textOf(document).matchAll(/`((?:[A-Z_]+=\S+ )?(?:node dist\/|npm )[^`\n]+)`/g)].map(
    ([, command = '']) => command,
  );
