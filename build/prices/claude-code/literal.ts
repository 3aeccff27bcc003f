/** Reads an object literal of a minified program as data: strings, numbers, lists and objects. Nothing is executed. */
import { lookUp } from '../../../runtime/core/values/look-up.ts';

export type Literal = string | number | boolean | null | Literal[] | { [key: string]: Literal };

/** The text is not such a literal, or is larger than a catalogue can be. */
export class LiteralError extends Error {
  override name = 'LiteralError';
}

const limits = { depth: 12, values: 50_000 };

const patterns = {
  number: /-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy,
  text: /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y,
  name: /[A-Za-z_$][\w$]*/y,
  constant: /!0|!1|true|false|null/y,
};
const constants: Record<string, boolean | null> = { '!0': true, true: true, '!1': false, false: false, null: null };

/**
 * The literal that begins at `from`; what follows it is not looked at.
 * @throws LiteralError if it holds anything but data, such as a call or a variable, or does not end
 */
export function readLiteral(text: string, from = 0): Literal {
  let at = from;
  let values = 0;
  const fail = (): never => {
    throw new LiteralError(`not a literal of plain data at character ${at}`);
  };
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const isNext = (mark: string): boolean => {
    if (text[at] !== mark) return false;
    at += 1;
    return true;
  };
  const expect = (mark: string): void => {
    if (!isNext(mark)) fail();
  };
  const unquoted = (found: string): string => found.slice(1, -1).replace(/\\(.)/g, '$1');
  const key = (): string => {
    const quoted = take(patterns.text);
    return quoted === null ? (take(patterns.name) ?? take(patterns.number) ?? fail()) : unquoted(quoted);
  };
  const items = (end: string, item: () => void): void => {
    while (!isNext(end)) {
      item();
      if (!isNext(',')) {
        expect(end);
        return;
      }
    }
  };
  const value = (depth: number): Literal => {
    values += 1;
    if (depth > limits.depth || values > limits.values) fail();
    if (isNext('{')) {
      const found: { [key: string]: Literal } = Object.create(null);
      items('}', () => {
        const name = key();
        expect(':');
        found[name] = value(depth + 1);
      });
      return found;
    }
    if (isNext('[')) {
      const found: Literal[] = [];
      items(']', () => found.push(value(depth + 1)));
      return found;
    }
    const quoted = take(patterns.text);
    if (quoted !== null) return unquoted(quoted);
    const constant = take(patterns.constant);
    if (constant !== null) return lookUp(constants, constant) as boolean | null;
    const number = take(patterns.number);
    return number === null ? fail() : Number(number);
  };
  return value(0);
}
