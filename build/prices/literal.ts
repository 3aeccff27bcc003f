/**
 * Reads a literal of JavaScript as data: strings, numbers, lists and objects, of a minified program or in the attributes of a
 * documentation page's components. Nothing is executed.
 */
import { lookUp } from '../../runtime/core/values/look-up.ts';

export type Literal = string | number | boolean | null | Literal[] | { [key: string]: Literal };

/** The text is not such a literal, does not end, or is larger than a catalogue or a table can be. */
export class LiteralError extends Error {
  override name = 'LiteralError';
}

const limits = { depth: 32, values: 50_000 };

const patterns = {
  space: /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y,
  text: /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'/y,
  template: /`(?:[^`\\]|\\[\s\S])*`/y,
  name: /[\w$]+/y,
  word: /-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.$])|(?:null|undefined|true|false)(?![\w$])|![01]/y,
  tag: /<[^>]*>/y,
};
const words: Record<string, boolean | null> = { '!0': true, true: true, '!1': false, false: false };
Object.assign(words, { null: null, undefined: null });

/**
 * The literal that begins at `from`, and where it ends; what follows it is not looked at.
 * @param isPage whether it may hold what components have besides data: JSX, which is read as its text, and templates
 * @throws LiteralError if it holds anything else, such as a call or a variable
 */
export function readLiteral(source: string, from = 0, isPage = false): { value: Literal; end: number } {
  let at = from;
  let values = 0;
  const fail = (): never => {
    throw new LiteralError(`not a literal of plain data at character ${at}`);
  };
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const isNext = (mark: string): boolean => {
    take(patterns.space);
    if (source[at] !== mark) return false;
    at += 1;
    return true;
  };
  const expect = (mark: string): void => {
    if (!isNext(mark)) fail();
  };
  const text = (): string | null =>
    (take(patterns.text) ?? (isPage ? take(patterns.template) : null))
      ?.slice(1, -1)
      .replace(/\\(?:u([\da-f]{4})|([\s\S]))/gi, (_, code: string | undefined, char: string) => {
        if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
        return char === 'n' ? '\n' : char === 't' ? ' ' : char;
      }) ?? null;
  const items = (end: string, item: () => void): void => {
    while (!isNext(end)) {
      item();
      if (!isNext(',')) {
        expect(end);
        return;
      }
    }
  };
  const markup = (depth: number): string => {
    let out = '';
    let open = 0;
    do {
      if (source[at] === '<') {
        const tag = take(patterns.tag) ?? fail();
        if (/^<br/i.test(tag)) out += '\n';
        if (tag.startsWith('</')) open -= 1;
        else if (!tag.endsWith('/>')) open += 1;
        if (/^<\/?(del|s|strike)\b/i.test(tag)) out += '~~';
      } else if (source[at] === '{') {
        at += 1;
        out += String(value(depth + 1) ?? '');
        expect('}');
      } else {
        out += source[at] ?? fail();
        at += 1;
      }
    } while (open > 0);
    return out;
  };
  const value = (depth: number): Literal => {
    values += 1;
    if (depth > limits.depth || values > limits.values) fail();
    if (isNext('{')) {
      const found: { [key: string]: Literal } = Object.create(null);
      items('}', () => {
        const name = text() ?? take(patterns.name) ?? fail();
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
    if (isPage && source[at] === '<') return markup(depth);
    const quoted = text();
    if (quoted !== null) return quoted;
    const word = take(patterns.word) ?? fail();
    const known = lookUp(words, word);
    return known === undefined ? Number(word) : known;
  };
  return { value: value(0), end: at };
}
