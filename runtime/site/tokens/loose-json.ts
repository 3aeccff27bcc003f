/** Reads what people paste: JSON, a JavaScript or Python literal, or an object as Python prints it. */

/** The value; null if the text is none of these. */
export function readLoosely(text: string): unknown {
  const trimmed = text.trim().replace(/[;,]$/, '');
  return parsed(trimmed) ?? parsed(asJson(trimmed));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/**
 * `Usage(input_tokens=12, cache=None)` and `{input: 12, 'b': 3,}` as JSON. Strings are kept; the syntax around them is
 * rewritten, and the result may still be invalid.
 */
function asJson(text: string): string {
  const pieces = text.split(/("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/);
  return pieces.map((piece, index) => (index % 2 === 1 ? asString(piece) : asSyntax(piece))).join('');
}

const asString = (literal: string): string =>
  literal.startsWith("'") ? JSON.stringify(literal.slice(1, -1).replaceAll("\\'", "'")) : literal;

const asSyntax = (code: string): string =>
  code
    .replace(/^\s*(?:const|let|var)?\s*\w*\s*=\s*(?=[{\w])/, '')
    .replace(/^\s*"?usage(?:Metadata)?"?\s*:\s*(?=\{)/, '')
    .replace(/\b[A-Za-z_][\w.]*\(/g, '{')
    .replace(/\)/g, '}')
    .replace(/\b([A-Za-z_]\w*)\s*[=:]/g, '"$1":')
    .replace(/\bNone\b|\bundefined\b/g, 'null')
    .replace(/\bTrue\b/g, 'true')
    .replace(/\bFalse\b/g, 'false')
    .replace(/(\d)_(?=\d)/g, '$1')
    .replace(/,(\s*[}\]])/g, '$1');
