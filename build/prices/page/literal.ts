import { PageError } from '../types.ts';

/**
 * Reads a JavaScript literal as found in component attributes of documentation pages: JSON with unquoted keys,
 * trailing commas, single quotes and JSX text. Nothing is evaluated, and an unfinished literal is an error.
 */
export function literal(source: string, start: number): { value: unknown; end: number } {
  let at = start;
  const cut = (): never => {
    throw new PageError('the page is cut off inside component data');
  };
  const space = (): void => {
    for (;;) {
      while (/\s/.test(source[at] ?? '')) at += 1;
      if (source.startsWith('//', at)) at = (source.indexOf('\n', at) + 1 || source.length + 1) - 1;
      else if (source.startsWith('/*', at)) at = (source.indexOf('*/', at) + 2 || source.length + 2) - 0;
      else return;
    }
  };
  const text = (): string => {
    const quote = source[at];
    let out = '';
    for (at += 1; source[at] !== quote; at += 1) {
      const char = source[at] ?? cut();
      if (char !== '\\') out += char;
      else {
        at += 1;
        const escaped = source[at] ?? cut();
        if (escaped === 'u') {
          out += String.fromCharCode(Number.parseInt(source.slice(at + 1, at + 5), 16));
          at += 4;
        } else out += escaped === 'n' ? '\n' : escaped === 't' ? ' ' : escaped;
      }
    }
    at += 1;
    return out;
  };
  const markup = (): string => {
    let out = '';
    let depth = 0;
    do {
      if (source[at] === '<') {
        const close = source.indexOf('>', at);
        if (close < 0) cut();
        const tag = source.slice(at, close + 1);
        if (/^<br/i.test(tag)) out += '\n';
        if (tag.startsWith('</')) depth -= 1;
        else if (!tag.endsWith('/>')) depth += 1;
        const struck = /^<(\/?)(del|s|strike)\b/i.exec(tag);
        if (struck) out += '~~';
        at = close + 1;
      } else if (source[at] === '{') {
        at += 1;
        out += String(value() ?? '');
        space();
        if (source[at] !== '}') cut();
        at += 1;
      } else {
        out += source[at] ?? cut();
        at += 1;
      }
    } while (depth > 0);
    return out;
  };
  const list = (): unknown[] => {
    const out: unknown[] = [];
    at += 1;
    for (space(); source[at] !== ']'; space()) {
      out.push(value());
      space();
      if (source[at] === ',') at += 1;
      else if (source[at] !== ']') cut();
    }
    at += 1;
    return out;
  };
  const record = (): Record<string, unknown> => {
    const out: Record<string, unknown> = {};
    at += 1;
    for (space(); source[at] !== '}'; space()) {
      const quoted = /["']/.test(source[at] ?? '');
      const key = quoted ? text() : (/^[\w$]+/.exec(source.slice(at, at + 80))?.[0] ?? cut());
      if (!quoted) at += key.length;
      space();
      if (source[at] !== ':') cut();
      at += 1;
      out[key] = value();
      space();
      if (source[at] === ',') at += 1;
      else if (source[at] !== '}') cut();
    }
    at += 1;
    return out;
  };
  const value = (): unknown => {
    space();
    const char = source[at] ?? cut();
    if (char === '[') return list();
    if (char === '{') return record();
    if (/["'`]/.test(char)) return text();
    if (char === '<') return markup();
    const word = /^(-?[\d.]+(e[+-]?\d+)?|null|undefined|true|false)/i.exec(source.slice(at, at + 40))?.[0] ?? cut();
    at += word.length;
    if (word === 'null' || word === 'undefined') return null;
    if (word === 'true' || word === 'false') return word === 'true';
    return Number(word);
  };
  return { value: value(), end: at };
}
