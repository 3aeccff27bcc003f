/** Which encoding of a published file to send (RFC 9110 12.5.3). */

export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** Most Accept-Encoding fields that are remembered; browsers and tools send a few dozen. */
const remembered = 500;
const preferences = new Map<string, Encoding>();

/**
 * The encoding that `accept` (the Accept-Encoding field) prefers; a published file exists in all of them: highest
 * q-value, then br before gzip before identity. Identity when the field is absent, and also when everything is refused:
 * a body beats a 406.
 */
export function encodingFor(accept: string | undefined): Encoding {
  if (accept === undefined) return 'identity';
  let preferred = preferences.get(accept);
  if (preferred === undefined) {
    preferred = preferredBy(accept);
    if (preferences.size >= remembered) preferences.clear();
    preferences.set(accept, preferred);
  }
  return preferred;
}

function preferredBy(accept: string): Encoding {
  const weights = new Map<string, number>();
  for (const item of accept.split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    if (coding !== '') weights.set(coding === 'x-gzip' ? 'gzip' : coding, weightOf(parameters));
  }
  const any = weights.get('*');
  // Identity is acceptable unless refused, but any named encoding is preferred to it (RFC 9110 12.5.3, rule 2).
  const weight = (encoding: Encoding) => weights.get(encoding) ?? any ?? (encoding === 'identity' ? 1e-6 : 0);
  const [best] = encodings.filter((encoding) => weight(encoding) > 0).sort((a, b) => weight(b) - weight(a));
  return best ?? 'identity';
}

/** The q-value among `parameters`; 1 when there is none, 0 when it is malformed. */
function weightOf(parameters: readonly string[]): number {
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  if (q === undefined) return 1;
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q.slice(2)) ? Number(q.slice(2)) : 0;
}
