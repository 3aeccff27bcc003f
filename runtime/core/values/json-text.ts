/** JSON whose numbers have no exponents: `0.000000967`, where `JSON.stringify` writes `9.67e-7`. */

const hasExponent = /\de[+-]/;
const stringOrExponent = /"(?:[^"\\]|\\.)*"|-?[\d.]+e[+-]\d+/g;

/** Like `JSON.stringify`, but without exponents. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  if (!hasExponent.test(text)) return text;
  return text.replace(stringOrExponent, (part) => (part.startsWith('"') ? part : withoutExponent(part)));
}

/** A number as JavaScript prints it, but without an exponent: `1.5e-7` is `0.00000015`, `1e21` has 21 zeros. */
export function withoutExponent(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(number) ?? [];
  if (exponent === undefined) return number;
  const digits = whole + fraction;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return point >= digits.length
    ? sign + digits.padEnd(point, '0')
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
