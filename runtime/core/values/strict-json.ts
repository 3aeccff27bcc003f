/** JSON whose errors say where a text stops being JSON, and repeat nothing of it: the text may be a secret. */

/** A text is not JSON; the message is a position, such as "line 3, column 14". */
export class NotJson extends Error {}

/** @throws NotJson */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const before = text.slice(0, errorAt(text)).split('\n');
    throw new NotJson(`line ${before.length}, column ${(before.at(-1) as string).length + 1}`);
  }
}

const space = /[ \t\n\r]*/y;
/** In strings everything is allowed from the space on, but the quote and the backslash. */
const scalar =
  /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\uffff]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Where the first character is that no JSON text can have there; the length of the text if it ends too early. */
function errorAt(text: string): number {
  const open: ('{' | '[')[] = [];
  let at = 0;
  const past = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const next = (): string => {
    past(space);
    return text[at] ?? '';
  };
  /** The name of a member and its colon. */
  const name = (): boolean => {
    if (next() !== '"' || !past(scalar) || next() !== ':') return false;
    at++;
    return true;
  };
  for (;;) {
    const first = next();
    if (first === '{' || first === '[') {
      open.push(first);
      at++;
      if (next() !== closing[first]) {
        if (first === '{' && !name()) return at;
        continue;
      }
    } else if (!past(scalar)) return at;
    // A value has ended, or an empty container is about to.
    for (
      let innermost = open.at(-1);
      innermost !== undefined && next() === closing[innermost];
      innermost = open.at(-1)
    ) {
      open.pop();
      at++;
    }
    if (open.length === 0 || next() !== ',') return next() === '' ? text.length : at;
    at++;
    if (open.at(-1) === '{' && !name()) return at;
  }
}

const closing = { '{': '}', '[': ']' } as const;
