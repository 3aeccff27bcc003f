/** Calls in a file: a JSON array, or one JSON object per line. */
import { isCall } from 'virtual:call';
import type { Call } from '../core/schemas/priced-call-schemas.ts';
import { describeAll } from '../core/schemas/problems.ts';
import { WrongUse } from '../io/command-line.ts';
import { textOf } from './catalog-options.ts';

/**
 * @param file a path, or - for standard input
 * @throws WrongUse that names the file, the line or the number of the call, and the field
 */
export function readCalls(file: string): Call[] {
  const name = file === '-' ? 'standard input' : file;
  const problem = (why: string) => `--file: the calls cannot be read (${why}).`;
  const text = textOf(file === '-' ? 0 : file, problem).replace(/^\uFEFF/, '');
  if (text.trim() === '') throw new WrongUse(`--file: ${name} has no calls.`);
  return text.trimStart().startsWith('[') ? callsOfArray(name, text) : callsOfLines(name, text);
}

function callsOfArray(name: string, text: string): Call[] {
  const calls = parsed(text, name) as unknown[];
  if (calls.length === 0) throw new WrongUse(`--file: ${name} has no calls.`);
  return calls.map((call, index) => checked(call, `${name}, call ${index + 1}`));
}

const callsOfLines = (name: string, text: string): Call[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      line.trim() === '' ? [] : checked(parsed(line, `${name}, line ${index + 1},`), `${name}, line ${index + 1}`),
    );

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WrongUse(`${where} is not JSON: ${(error as Error).message}`);
  }
}

function checked(call: unknown, where: string): Call {
  if (isCall(call)) return call as Call;
  throw new WrongUse(`${where}: ${describeAll(isCall.errors ?? [])}`);
}
