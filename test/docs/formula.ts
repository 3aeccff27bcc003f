/** Lines of a document that end in a number, worked out apart from the program: `symbol = formula = number`. */
import { blocksOf } from './documents.ts';

/** + - * / ( ) min max floor sqrt mean, by recursive descent. */
function resultOf(formula: string, symbols: ReadonlyMap<string, number>): number {
  const tokens = formula.match(/\d+(?:\.\d+)?|[A-Za-z]\w*|[-+*/(),]/g) ?? [];
  if (tokens.join('') !== formula.replace(/\s/g, '')) throw new Error(`not a formula: ${formula}`);
  let at = 0;
  const sum = (): number => {
    let value = product();
    while (tokens[at] === '+' || tokens[at] === '-') value += tokens[at++] === '+' ? product() : -product();
    return value;
  };
  const product = (): number => {
    let value = factor();
    while (tokens[at] === '*' || tokens[at] === '/') value *= tokens[at++] === '*' ? factor() : 1 / factor();
    return value;
  };
  const list = (): number[] => {
    const values = [sum()];
    while (tokens[at] === ',') {
      at++;
      values.push(sum());
    }
    at++;
    return values;
  };
  const factor = (): number => {
    const token = tokens[at++] as string;
    if (token === '-') return -factor();
    if (token === '(') return list()[0] as number;
    if (/^\d/.test(token)) return Number(token);
    if (tokens[at] !== '(') {
      const value = symbols.get(token);
      if (value === undefined) throw new Error(`unknown: ${token} in ${formula}`);
      return value;
    }
    at++;
    const given = list();
    if (token === 'mean') return given.reduce((a, b) => a + b, 0) / given.length;
    return Math[token as 'min' | 'max' | 'floor' | 'sqrt'](...(given as [number]));
  };
  const value = sum();
  if (at !== tokens.length) throw new Error(`not a formula: ${formula}`);
  return value;
}

export interface Worked {
  line: string;
  /** As its formula gives it. */
  value: number;
  /** As the document prints it. */
  printed: string;
}

/** Every symbol of a document with its value. */
export function workedLines(document: string): Map<string, Worked> {
  const symbols = new Map<string, number>();
  const worked = new Map<string, Worked>();
  for (const { language, text } of blocksOf(document)) {
    if (language !== 'text') continue;
    for (const line of text.split('\n')) {
      const [symbol = '', formula = '', printed = formula] = line.split(' = ');
      const value = resultOf(formula, symbols);
      symbols.set(symbol, value);
      worked.set(symbol, { line, value, printed });
    }
  }
  return worked;
}
