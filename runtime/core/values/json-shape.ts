/** What JSON.parse does not tell of valid JSON: names given twice, of which it keeps the last, and how deep it is nested. */

/** The part of a string's interface that the scan needs, so that a test can count its reads. */
export type Text = Pick<string, 'length' | 'charCodeAt' | 'slice'>;

const quotationMark = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const [openBrace, closeBrace] = [0x7b, 0x7d];
const [openBracket, closeBracket] = [0x5b, 0x5d];
/** Every character up to the space that valid JSON has outside of strings is whitespace. */
const space = 0x20;

/**
 * The first name that occurs twice in one object of `text`, at any depth, decoded; null when there is none. `text` must
 * be valid JSON. Every character is read a bounded number of times.
 */
export function repeatedName(text: Text): string | null {
  /** The names seen so far in each open object; null for an open array. */
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === openBrace) open.push(new Set());
    else if (character === openBracket) open.push(null);
    else if (character === closeBrace || character === closeBracket) open.pop();
    else if (character === quotationMark) {
      const start = at;
      at = endOfString(text, start);
      const names = open.at(-1);
      if (!names || !isName(text, at)) continue;
      const name = JSON.parse(text.slice(start, at + 1)) as string;
      if (names.has(name)) return name;
      names.add(name);
    }
  }
  return null;
}

/** The closing quotation mark of the string that begins at `start`. */
function endOfString(text: Text, start: number): number {
  for (let at = start + 1; ; at++) {
    const character = text.charCodeAt(at);
    if (character === quotationMark) return at;
    if (character === backslash) at++; // the next character is escaped, even if it is a quotation mark
  }
}

/** Whether the string that ends at `end` is a name: in JSON nothing else is followed by a colon. */
function isName(text: Text, end: number): boolean {
  let at = end + 1;
  while (text.charCodeAt(at) <= space) at++;
  return text.charCodeAt(at) === colon;
}

/**
 * The number of names in valid JSON and the depth of its nesting, counted in its bytes. In UTF-8 the bytes of these
 * characters have no other meaning.
 */
export function shapeOf(bytes: Uint8Array): { names: number; depth: number } {
  let names = 0;
  let open = 0;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (byte === quotationMark) inString = !inString;
    else if (inString) {
      if (byte === backslash) i++;
    } else if (byte === colon) names++;
    else if (byte === openBrace || byte === openBracket) depth = Math.max(depth, ++open);
    else if (byte === closeBrace || byte === closeBracket) open--;
  }
  return { names, depth };
}
