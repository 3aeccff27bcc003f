/**
 * Formulas as text: numbers, names, + - * /, parentheses, min, max, floor, ceil, sqrt, round (half up), mean, and at
 * (the value at a place of the sorted list). What is printed is what is computed, operation by operation, so a
 * calculator with double precision gets the same bits. A name may refer to a list with one number per task: every
 * operation except mean and at applies item by item.
 */

import { atPlace } from '../model/cost-range.ts';
import { lookUp } from '../values/look-up.ts';
import { roundHalfUp } from '../values/money.ts';
import type { Value } from '../values/steps.ts';

export type Scope = ReadonlyMap<string, Value>;

const token = /\s*(\d+(?:\.\d+)?(?:e[+-]?\d+)?|[A-Za-z_]\w*|[-+*/(),])/gy;

const functions: Record<string, (...values: number[]) => number> = {
  min: Math.min,
  max: Math.max,
  floor: Math.floor,
  ceil: Math.ceil,
  sqrt: Math.sqrt,
  round: roundHalfUp,
};

/** Applies `operation` to numbers, or item by item if any of them is a list. */
function each(operation: (...values: number[]) => number, ...values: Value[]): Value {
  const list = values.find((value): value is readonly number[] => typeof value !== 'number');
  if (list === undefined) return operation(...(values as number[]));
  return list.map((_, i) =>
    operation(...values.map((value) => (typeof value === 'number' ? value : (value[i] as number)))),
  );
}

function valueAt([list, place]: Value[]): number {
  if (typeof list === 'number' || list === undefined || typeof place !== 'number') throw new Error('at(list, place)');
  return atPlace(
    list.toSorted((a, b) => a - b),
    place,
  );
}

/** The value of `formula`; throws if it is invalid. */
export function evaluate(formula: string, scope: Scope): Value {
  const tokens = [...formula.matchAll(token)].map((match) => match[1] as string);
  let at = 0;

  function sum(): Value {
    let value = product();
    while (tokens[at] === '+' || tokens[at] === '-') {
      value = tokens[at++] === '+' ? each((a, b) => a + b, value, product()) : each((a, b) => a - b, value, product());
    }
    return value;
  }
  function product(): Value {
    let value = factor();
    while (tokens[at] === '*' || tokens[at] === '/') {
      value = tokens[at++] === '*' ? each((a, b) => a * b, value, factor()) : each((a, b) => a / b, value, factor());
    }
    return value;
  }
  function factor(): Value {
    const name = tokens[at++] ?? 'nothing';
    if (name === '-') return each((value) => -value, factor());
    if (name === '(') return closed(sum());
    if (/^\d/.test(name)) return Number(name);
    const call = lookUp(functions, name);
    if (call === undefined && name !== 'mean' && name !== 'at') return known(name);
    at++; // its parenthesis
    const values = [sum()];
    while (tokens[at] === ',') {
      at++;
      values.push(sum());
    }
    if (name === 'mean') return closed(meanOf(values.flat()));
    if (name === 'at') return closed(valueAt(values));
    return closed(each(call as (...values: number[]) => number, ...values));
  }
  function closed(value: Value): Value {
    if (tokens[at++] !== ')') throw new Error(`${formula}: missing closing parenthesis`);
    return value;
  }
  function known(name: string): Value {
    const value = scope.get(name);
    if (value === undefined) throw new Error(`${formula}: unknown name ${name}`);
    return value;
  }

  const value = sum();
  if (at !== tokens.length) throw new Error(`${formula}: unexpected ${tokens[at]}`);
  return value;
}

/** `formula` with its names replaced by numbers in full precision. */
export const withNumbers = (formula: string, scope: Scope): string =>
  formula.replace(/[A-Za-z_]\w*/g, (name) => {
    const value = scope.get(name);
    if (value === undefined) return name;
    if (typeof value !== 'number') return `[${value.join(', ')}]`;
    return value < 0 ? `(${value})` : String(value);
  });

/** The mean: summed in order, divided once. */
function meanOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
