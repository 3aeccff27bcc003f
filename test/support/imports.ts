/** The sources of the project and their imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { projectRoot } from './project-root.ts';

export interface Import {
  from: string;
  /** A path below the project, `node:x`, or the name of a package. */
  of: string;
  typeOnly: boolean;
}

/** Paths of the sources below a folder of the project. */
export const sourcesBelow = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mts|js|mjs)$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name));

/** A text of the project. */
export const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

/** The code of a file without comments. */
export const withoutComments = (code: string): string =>
  code.replace(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*/g,
    (_, string) => string ?? ' ',
  );

/** The code without comments and quoted strings; of a template only the `${...}` remain. */
export const withoutStrings = (code: string): string =>
  withoutComments(code)
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, "''")
    .replace(/`[^`]*`/g, (template) => (template.match(/\$\{[^}]*\}/g) ?? []).join(' '));

/** What a file imports, also late or of types alone. */
export function importsOf(path: string): Import[] {
  const code = withoutComments(read(path));
  const statements = [
    ...code.matchAll(/^\s*(import|export)\s+(type\s)?[^;'"]*?\bfrom\s*['"]([^'"]+)['"]/gm),
    ...code.matchAll(/(import)\s*(\s)?\(?\s*['"]([^'"]+)['"]/g),
    ...code.matchAll(/(require)\s*(\s)?\(\s*['"]([^'"]+)['"]/g),
  ];
  return statements.map(([, , type, name = '']) => ({
    from: path,
    of: name.startsWith('.') ? relative(projectRoot, resolve(projectRoot, dirname(path), name)) : name,
    typeOnly: type?.startsWith('type') ?? false,
  }));
}
