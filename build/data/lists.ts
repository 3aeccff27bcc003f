/**
 * The lists that people keep, for the check and the import of prices and for exports: those of `data/lists/`, whose
 * `schema.json` has the shapes of all, and `data/left-out.json`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lazily } from '../../runtime/core/values/memoize.ts';
import { WrongUse } from '../../runtime/io/command-line.ts';
import { problemLines } from '../build-options.ts';
import { newAjv } from './ajv.ts';
import { type DataProblem, lineAt, syntaxError } from './read-data.ts';

const dir = join(import.meta.dirname, '../../data/lists');
const textOf = (name: string): string => readFileSync(join(dir, `${name}.json`), 'utf8');

export const listShapes = lazily((): object => JSON.parse(textOf('schema')));

const slashed = /^\/(.+)\/([a-z]*)$/;

function isExpression(text: string): boolean {
  const [, source = '', flags] = slashed.exec(text) ?? [];
  try {
    return source !== '' && new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

const checks = lazily(() =>
  newAjv({ allErrors: true }).addFormat('expression', isExpression).addSchema(listShapes(), 'lists'),
);

/** What is wrong in the text of a list. @param file its path from the project */
function problemsIn(text: string, shape: string, file: string): DataProblem[] {
  const syntax = syntaxError(text);
  if (syntax !== undefined) return [{ file, pointer: '', line: 1, message: syntax }];
  const isValid = checks().getSchema(`lists#/$defs/${shape}`);
  if (isValid === undefined) return [{ file, pointer: '', line: 1, message: `schema.json has no list "${shape}"` }];
  isValid(JSON.parse(text));
  return (isValid.errors ?? []).map(({ instancePath: pointer, message = '' }) => {
    return { file, pointer, line: lineAt({ path: file, text }, pointer), message };
  });
}

/** A list. Throws WrongUse, with the places, where it is not JSON or not of the shape. @param file its path from the project */
export function checkedList<T>(
  text: string,
  shape: string,
  file: string,
  reviver?: Parameters<typeof JSON.parse>[1],
): T {
  const problems = problemsIn(text, shape, file);
  if (problems.length > 0) throw new WrongUse(problemLines(problems));
  return JSON.parse(text, reviver) as T;
}

/** A regular expression for a text between slashes. */
function withExpressions(_: string, one: unknown): unknown {
  const [, source, flags] = typeof one === 'string' ? (slashed.exec(one) ?? []) : [];
  return source === undefined ? one : new RegExp(source, flags);
}

/** A list of `data/lists/`, read when it is first asked for, so that a command can say what is wrong in it. */
export const listNamed = <T extends object>(name: string): (() => T) =>
  lazily(() => checkedList<T>(textOf(name), name, `data/lists/${name}.json`, withExpressions));

/** What is wrong in the lists of `data/lists/`. */
export const listProblems = (): DataProblem[] =>
  readdirSync(dir)
    .map((file) => basename(file, '.json'))
    .filter((name) => name !== 'schema')
    .flatMap((name) => problemsIn(textOf(name), name, `data/lists/${name}.json`));
