/** Numbers as every page writes them: grouped by hand, so that no locale has a say. */

/** 1,048,576. `value` is whole. */
export const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** A list price in USD, exact, with at least two decimals: 0.075, 2.50. */
export function listPrice(value: number): string {
  const [whole = '0', decimals = ''] = plainDigits(value).split('.');
  return `${grouped(Number(whole))}.${decimals.padEnd(2, '0')}`;
}

/** An amount of an estimate, in USD: two digits below a dollar, cents below a hundred, whole dollars above. */
export function usd(value: number): string {
  if (value === 0) return '$0';
  if (value < 0) return `−${usd(-value)}`;
  if (value >= 99.995) return `$${grouped(Math.round(value))}`;
  if (value >= 0.995) return `$${value.toFixed(2)}`;
  return value < 0.000001 ? 'under $0.000001' : `$${value.toPrecision(2)}`;
}

/** A share of a hundred: 25 %, 3.3 %. */
export const percent = (value: number): string =>
  `${value >= 9.95 || value === 0 ? Math.round(value) : value.toFixed(1)} %`;

/** A number of tokens, exact: 1M, 1.05M, 200K, 204.8K, 1,048,576. */
export function tokens(value: number): string {
  if (value >= 1_000_000 && value % 10_000 === 0) return `${value / 1_000_000}M`;
  return value >= 1000 && value < 1_000_000 && value % 100 === 0 ? `${value / 1000}K` : grouped(value);
}

/** Without an exponent: 0.0000001. */
const plainDigits = (value: number): string =>
  String(value).includes('e') ? value.toFixed(12).replace(/\.?0+$/, '') : String(value);
