import type { Cell } from '../cell.ts';
import { fold } from '../cell.ts';
import { PageError } from '../price-row.ts';
import type { Provider } from '../providers/description.ts';

/** A printed label, split into the model's name and the limits of the price. */
export interface Label {
  model: string;
  limits: string[];
  refs: string[];
}

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const dated = new RegExp(
  `\\s((?:through|until|till|starting|from|effective|as of)\\s+${month}\\.? \\d{1,2},? \\d{4})$`,
  'i',
);

function contextRange(text: string): string {
  return text
    .replace(/^上下文\s*/, '')
    .replace(/≤\s*/g, '<= ')
    .replace(/≥\s*/g, '>= ')
    .replace(/\s*~\s*/g, '~');
}

/** Splits trailing parentheses and dates off a name: `Name (retired) starting May 1, 2027` gives two limits. */
function trailing(text: string): { name: string; limits: string[] } {
  const limits: string[] = [];
  let name = text;
  for (;;) {
    const found = /^(.*\S)\s*[(（]([^()（）]*)[)）]$/.exec(name) ?? null;
    const date = found ? null : dated.exec(name);
    if (found?.[1] !== undefined && found[2] !== undefined && /\s[(（]|（/.test(name)) {
      limits.unshift(fold(found[2]));
      name = fold(found[1]);
    } else if (date?.[1]) {
      limits.unshift(fold(date[1]));
      name = fold(name.slice(0, date.index));
    } else return { name, limits };
  }
}

/** Reads a label cell. Null when the whole label is struck out: the page has withdrawn the row. */
export function label(cell: Cell, provider: Provider): Label | null {
  if (cell.text === '') {
    if (cell.struck.length > 0) return null;
    throw new PageError('a price row without a model name');
  }
  if (provider.labelLink) {
    const linked = cell.links.map((link) => provider.labelLink?.exec(link.href)?.[1]).find((id) => id !== undefined);
    if (linked !== undefined && cell.text.endsWith(linked)) return { model: linked, limits: [], refs: cell.refs };
  }
  const [first = '', ...rest] = cell.lines;
  const clean = fold(first.replace(/[↗→›»*†‡]+$/u, ''));
  const { name, limits } = trailing(clean);
  let model = name;
  const tail = cell.links.find((link) => link.text !== '' && model !== link.text && model.endsWith(` ${link.text}`));
  if (tail) {
    limits.unshift(tail.text);
    model = fold(model.slice(0, -tail.text.length));
  }
  if (!provider.labelFirstLine) limits.push(...rest);
  const cleaned = limits
    .map((limit) => (provider.labelNoise ? fold(limit.replace(provider.labelNoise, ' ')) : limit))
    .map((limit) => contextRange(limit.replace(/^[(（](.*)[)）]$/, '$1')))
    .filter((limit) => limit !== '');
  return { model, limits: cleaned, refs: cell.refs };
}
