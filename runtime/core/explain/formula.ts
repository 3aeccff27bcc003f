/**
 * Formulas as text: numbers, names, + - * /, parentheses, min, max, floor, ceil, sqrt, round (to the nearest, a half
 * up), mean, and at (the value at a place of a list in ascending order). What is printed is what is computed, operation
 * by operation, so a calculator that rounds as doubles do gets the same bits. A name may mean a list, one number for each
 * task: every operation but mean and at goes item by item.
 */

import { atPlace } from '../insights/cost-range.ts';
import { nearest } from '../model/money.ts';
import { meanOf } from '../model/spread.ts';

export type Value = number | number[];
export type Scope = ReadonlyMap<string, Value>;

const token = /\s*(\d+(?:\.\d+)?(?:e[+-]?\d+)?|[A-Za-z_]\w*|[-+*/(),])/gy;

const functions: Record<string, (...values: number[]) => number> = {
  min: Math.min,
  max: Math.max,
  floor: Math.floor,
  ceil: Math.ceil,
  sqrt: Math.sqrt,
  round: nearest,
};

/** `operation` on numbers; where any of them is a list, on the first of each, the second of each and so on. */
function each(operation: (...values: number[]) => number, ...values: Value[]): Value {
  const list = values.find((value): value is number[] => typeof value !== 'number');
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

/** The value of `formula`; throws where it is not one. */
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
    const call = functions[name];
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
    if (tokens[at++] !== ')') throw new Error(`${formula}: a parenthesis is open`);
    return value;
  }
  function known(name: string): Value {
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
    if (typeof value !== 'number') return `[${value.join(', ')}]`;
    return value < 0 ? `(${value})` : String(value);
  });
