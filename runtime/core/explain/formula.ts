/**
 * Formulas as text: numbers, names, + - * /, parentheses, min, max, floor, ceil, round. What is printed is what is
 * computed, operation by operation, so a calculator that rounds as doubles do gets the same bits.
 */

export type Scope = ReadonlyMap<string, number>;

const token = /\s*(\d+(?:\.\d+)?(?:e[+-]?\d+)?|[A-Za-z_]\w*|[-+*/(),])/gy;

const functions: Record<string, (...values: number[]) => number> = {
  min: Math.min,
  max: Math.max,
  floor: Math.floor,
  ceil: Math.ceil,
  round: Math.round,
};

/** The value of `formula`; throws where it is not one. */
export function evaluate(formula: string, scope: Scope): number {
  const tokens = [...formula.matchAll(token)].map((match) => match[1] as string);
  let at = 0;

  function sum(): number {
    let value = product();
    while (tokens[at] === '+' || tokens[at] === '-')
      value = tokens[at++] === '+' ? value + product() : value - product();
    return value;
  }
  function product(): number {
    let value = factor();
    while (tokens[at] === '*' || tokens[at] === '/') value = tokens[at++] === '*' ? value * factor() : value / factor();
    return value;
  }
  function factor(): number {
    const name = tokens[at++] ?? 'nothing';
    if (name === '-') return -factor();
    if (name === '(') return closed(sum());
    if (/^\d/.test(name)) return Number(name);
    const call = functions[name];
    if (call === undefined) return known(name);
    at++; // its parenthesis
    const values = [sum()];
    while (tokens[at] === ',') {
      at++;
      values.push(sum());
    }
    return closed(call(...values));
  }
  function closed(value: number): number {
    if (tokens[at++] !== ')') throw new Error(`${formula}: a parenthesis is open`);
    return value;
  }
  function known(name: string): number {
    const value = scope.get(name);
    if (value === undefined) throw new Error(`${formula}: ${name} is not known`);
    return value;
  }

  const value = sum();
  if (at !== tokens.length) throw new Error(`${formula}: ${tokens[at]} was not expected`);
  return value;
}

/** `formula` with the numbers in place of the names, each to its last digit. */
export const withNumbers = (formula: string, scope: Scope): string =>
  formula.replace(/[A-Za-z_]\w*/g, (name) => {
    const value = scope.get(name);
    if (value === undefined) return name;
    return value < 0 ? `(${value})` : String(value);
  });
