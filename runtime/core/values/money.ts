/** Money in whole units, so that a breakdown adds up exactly. */

/**
 * Rounds to the nearest whole number, half up. A half that binary arithmetic leaves slightly too small is rounded up
 * too, as on paper.
 */
export const roundHalfUp = (amount: number): number => Math.floor(amount + 0.500001);

/**
 * The finest units per dollar in which `usd` is fewer than 2^51 units: nano-dollars up to $2,251,799.813685247,
 * micro-dollars from $2,251,799.813685248 (2^51 nano-dollars) on. Such counts are exact as doubles, and so is the
 * conversion back from dollars, so anyone can add up a breakdown.
 * @param finest the finest unit wanted: 1e9 a task, 1e6 a month
 */
export function unitsPerDollar(usd: number, finest: 1e9 | 1e6): number {
  let units: number = finest;
  while (usd * units >= 2 ** 51) units = units > 1 ? units / 1000 : units / 2;
  return units;
}

/** Amounts and their exact sum. */
export interface Sum {
  parts: number[];
  total: number;
}

/** `amounts` (USD) rounded to one unit, and their exact sum. */
export function addUp(amounts: readonly number[], finest: 1e9 | 1e6): Sum {
  const parts = [...amounts];
  return { parts, total: roundAll(parts, finest) };
}

/** The same in place: rounds `amounts`. @returns their exact sum */
export function roundAll(amounts: number[], finest: 1e9 | 1e6): number {
  let usd = 0;
  for (let i = 0; i < amounts.length; i++) usd += amounts[i] as number;
  const units = unitsPerDollar(usd, finest);
  let total = 0;
  for (let i = 0; i < amounts.length; i++) {
    const whole = roundHalfUp((amounts[i] as number) * units);
    total += whole;
    amounts[i] = whole / units;
  }
  return total / units;
}

/** `amounts` (USD), which make up `total`, rounded to its unit, and their exact sum, which never exceeds `total`. */
export function partsOf(total: number, amounts: readonly number[], finest: 1e9 | 1e6): Sum {
  const units = unitsPerDollar(total, finest);
  const whole = roundHalfUp(total * units);
  let rest = whole;
  const parts: number[] = [];
  for (const usd of amounts) {
    const part = Math.min(rest, roundHalfUp(usd * units));
    rest -= part;
    parts.push(part / units);
  }
  return { parts, total: (whole - rest) / units };
}

/** A single amount of USD, rounded to nano-dollars (a task) or micro-dollars (a month). */
export function roundUsd(usd: number, finest: 1e9 | 1e6): number {
  const units = unitsPerDollar(usd, finest);
  return roundHalfUp(usd * units) / units;
}

/**
 * Percent of `total` for each of `amounts`, to 4 decimals. Cumulative rounding: the percentages add up to the
 * rounded percentage of the sum and never exceed 100. All 0 when `total` is 0.
 */
export function percentages(amounts: readonly number[], total: number): Sum {
  let running = 0;
  let rounded = 0;
  const parts: number[] = [];
  for (const amount of amounts) {
    running += amount;
    const upTo = total === 0 ? 0 : roundHalfUp(Math.min(1, running / total) * 1e6);
    parts.push((upTo - rounded) / 1e4);
    rounded = upTo;
  }
  return { parts, total: rounded / 1e4 };
}

/** Tokens, rounded to thousandths of a token (a mean need not be whole). */
export const roundTokens = (tokens: number): number => roundHalfUp(tokens * 1e3) / 1e3;

/** 1,048,576: grouped by hand, so that the text does not depend on a locale. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** A number as JavaScript prints it, but without an exponent: 9.67e-7 is 0.000000967, 1e21 has 21 zeros. */
export function decimal(amount: number): string {
  const text = String(amount);
  const [, sign = '', whole = '', fraction = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const digits = whole + fraction;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return point >= digits.length
    ? sign + digits.padEnd(point, '0')
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** An amount in full, with cents if it has any: $3, $0.25, $0.075, $12,000. */
export function shortDollars(usd: number): string {
  const cents = usd * 100;
  const [whole = '', fraction] = (
    Math.floor(cents) === cents && Math.floor(usd) !== usd ? usd.toFixed(2) : decimal(usd)
  ).split('.');
  return `$${grouped(whole)}${fraction === undefined ? '' : `.${fraction}`}`;
}
