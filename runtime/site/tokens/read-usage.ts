/** Reads the usage object of a call from a text as people paste it. */
import { type Beside, besideUsage, secondsIn, termsIn, type Usage, usageIn } from '../../core/pricing/answer-usage.ts';
import type { Call } from '../../core/schemas/priced-call-schemas.ts';

/** What a text says of a call. */
export interface ReadUsage {
  usage: Usage;
  /** What was billed beside it: compactions, and advisors on their own model. */
  beside: readonly Beside[];
  /** The level of service, region, host and day (UTC) that it states. */
  terms: Pick<Call, 'serviceTier' | 'region' | 'host' | 'on'>;
}

/**
 * The counts in a text: the usage object of an SDK as JSON or as Python prints it, or a whole response with one in it.
 *
 *     readUsage('{"prompt_tokens": 1200, "completion_tokens": 80, "prompt_tokens_details": {"cached_tokens": 1000}}').usage
 *     // { shape: 'OpenAI Chat Completions', model: null, input: 200, cachedInput: 1000, output: 80 }
 *
 * @throws UnknownUsage
 */
export function readUsage(text: string): ReadUsage {
  const answer = readLoosely(text);
  const seconds = secondsIn(answer);
  return {
    usage: usageIn(answer),
    beside: besideUsage(answer),
    terms: {
      ...(seconds !== null && { on: new Date(seconds * 1000).toISOString().slice(0, 10) }),
      ...termsIn(answer),
    },
  };
}

/** JSON, a JavaScript or Python literal, or an object as Python prints it; null if the text is none of these. */
function readLoosely(text: string): unknown {
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
