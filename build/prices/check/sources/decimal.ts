/**
 * USD per million tokens from USD per token, exactly: the decimal point is moved in the text of the number.
 * 2e-7 * 1e6 is 0.19999999999999998 in floating point, and a price is compared to the last digit.
 */
export function perMillion(perToken: number | string): number | null {
  const text = typeof perToken === 'number' ? String(perToken) : perToken.trim();
  const parts = /^(\d+(?:\.\d*)?|\.\d+)(?:e([+-]?\d+))?$/i.exec(text);
  if (!parts) return null;
  return Number(`${parts[1]}e${Number(parts[2] ?? 0) + 6}`);
}
