/** A calculator for + - * / ( ) min max floor ceil sqrt round mean, independent of the program's arithmetic. */

/** The value of a formula; with lists in brackets: a list item by item, their mean, or the value at a rank. */
export function calculate(text: string): number | number[] {
  const lists = [...text.matchAll(/\[([^\]]*)\]/g)].map(([, items = '']) => items.split(','));
  const [first] = lists;
  if (first === undefined) return calculator(text);
  const mean = /^mean\(\[[^\]]*\]\)$/.test(text);
  const [, place, times = '1'] = /^at\(\[[^\]]*\], ([\d.]+)\)(?: \* ([\d.]+))?$/.exec(text) ?? [];
  if (place !== undefined) {
    const sorted = first.map(calculator).sort((a, b) => a - b);
    const [low = 0, high = 0] = sorted.slice(Math.floor(Number(place)) - 1);
    return (low + (Number(place) - Math.floor(Number(place))) * (high - low)) * Number(times);
  }
  if (mean) return first.reduce((sum, item) => sum + calculator(item), 0) / first.length;
  return first.map((_, i) => {
    let list = 0;
    return calculator(text.replace(/\[[^\]]*\]/g, () => `(${lists[list++]?.[i]})`));
  });
}

/** By precedence climbing over an operator stack (Dijkstra's shunting yard). */
export function calculator(text: string): number {
  const tokens = text.match(/\d+(?:\.\d+)?(?:e[+-]?\d+)?|[a-z]+|[-+*/(),]/g) ?? [];
  if (tokens.join('') !== text.replace(/\s/g, '')) throw new Error(`not a formula: ${text}`);
  const values: number[] = [];
  const waiting: string[] = [];
  const counts: number[] = [];
  const rank: Record<string, number> = { '+': 1, '-': 1, '*': 2, '/': 2, negate: 3 };
  const pop = (): number => {
    const value = values.pop();
    if (value === undefined) throw new Error(`an operand is missing: ${text}`);
    return value;
  };
  const apply = () => {
    const operator = waiting.pop();
    if (operator === 'negate') return void values.push(-pop());
    const [b, a] = [pop(), pop()];
    if (operator === '+') values.push(a + b);
    else if (operator === '-') values.push(a - b);
    else if (operator === '*') values.push(a * b);
    else if (operator === '/') values.push(a / b);
    else throw new Error(`${operator} in ${text}`);
  };
  let operandExpected = true;
  for (const token of tokens) {
    if (/^\d/.test(token)) {
      values.push(Number(token));
      operandExpected = false;
    } else if (/^[a-z]/.test(token)) waiting.push(token);
    else if (token === '(') {
      waiting.push('(');
      counts.push(1);
      operandExpected = true;
    } else if (token === ',' || token === ')') {
      while (waiting.at(-1) !== '(') apply();
      if (token === ',') {
        counts.push((counts.pop() as number) + 1);
        operandExpected = true;
        continue;
      }
      waiting.pop();
      const count = counts.pop() as number;
      if (/^(min|max|floor|ceil|round|sqrt)$/.test(waiting.at(-1) ?? '')) {
        const name = waiting.pop() as 'min' | 'max' | 'floor' | 'ceil' | 'sqrt' | 'round';
        const given = values.splice(-count) as [number];
        // Halves round up, even if binary arithmetic is a millionth below.
        values.push(name === 'round' ? Math.floor(given[0] + 0.500001) : Math[name](...given));
      }
      operandExpected = false;
    } else if (token === '-' && operandExpected) waiting.push('negate');
    else {
      while ((rank[waiting.at(-1) ?? ''] ?? 0) >= (rank[token] as number)) apply();
      waiting.push(token);
      operandExpected = true;
    }
  }
  while (waiting.length > 0) apply();
  if (values.length !== 1) throw new Error(`not a formula: ${text}`);
  return values[0] as number;
}
