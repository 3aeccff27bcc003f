import type { HTMLElement } from 'node-html-parser';
import { type Context, cell, markdownCell } from '../cell.ts';
import { type Field, isField } from '../price-row.ts';
import type { Provider } from '../providers/description.ts';
import { objectsIn, scriptData } from '../script-data.ts';
import { meaningOf } from './header.ts';
import { checkFields, type Reading, readingOf, refuse, type Value } from './reading.ts';

function contextOf(place: string): Context {
  return { headings: [], lead: ['per 1M tokens'], after: '', mode: null, nth: 0, place };
}

/** A whole number of the script's units, given as text or number. Null: the model has no such price. */
function units(value: unknown, place: string, key: string): number | null {
  if (value === undefined || value === null || value === '' || value === 0 || value === '0') return null;
  const text = String(value).replace(/^\$n/, '');
  if (!/^\d+$/.test(text)) refuse({ place }, `${key} is "${text}", not a whole number`);
  return Number(text);
}

/** Reads models whose prices are in script data under fixed names, with a second set for long prompts. */
export function readScript(root: HTMLElement, provider: Provider): Reading[] {
  const description = provider.script;
  const key = description?.prices.input;
  if (!description || !key) return [];
  const models = scriptData(root, key)
    .flatMap(objectsIn)
    .filter((one) => Object.hasOwn(one, key));
  return models.flatMap((model, index) => {
    const place = `script data, model ${index + 1}`;
    const name = model[description.name];
    if (typeof name !== 'string' || name === '') refuse({ place }, `no ${description.name}`);
    const above = units(model[description.longAbove], place, description.longAbove);
    const read = (names: Partial<Record<Field, string>>, limits: string[]): Reading[] => {
      const values = Object.entries(names).flatMap(([field, from]): Value[] => {
        const amount = units(model[from], place, from);
        if (amount === null) return [];
        const usd = Number((amount / description.perDollar).toPrecision(12));
        return [{ field: field as Field, group: null, header: '', cell: cell([`$${usd}`]) }];
      });
      if (values.length === 0) return [];
      const context = contextOf(place);
      for (const from of Object.values(names)) {
        if (!Object.hasOwn(model, from)) refuse({ place }, `no ${from}`);
      }
      checkFields(values, provider, context, []);
      return [readingOf(cell([name]), values, context, { limits })];
    };
    const long =
      above !== null && Object.values(description.longPrices).some((from) => units(model[from], place, from));
    if (!long) return read(description.prices, []);
    const size = above % 1000 === 0 ? `${above / 1000}k` : String(above);
    return [
      ...read(description.prices, [`< ${size} prompt tokens`]),
      ...read(description.longPrices, [`>= ${size} prompt tokens`]),
    ];
  });
}

/** Reads records with a name and a list of labelled prices, the form in which content systems store price cards. */
export function readRecords(root: HTMLElement, provider: Provider): Reading[] {
  const shape = provider.records;
  if (!shape) return [];
  const seen: Reading[] = [];
  for (const record of scriptData(root, `"${shape.price}"`).flatMap(objectsIn)) {
    const list = record[shape.list];
    const name = record.name;
    if (!Array.isArray(list) || typeof name !== 'string') continue;
    const place = `script data, record ${seen.length + 1}`;
    const entries = list.map((entry) => (entry ?? {}) as Record<string, unknown>);
    const values = entries.flatMap((entry): Value[] => {
      const header = String(entry[shape.header] ?? '');
      const { kind, group } = meaningOf(header, provider);
      if (!isField(kind)) return [];
      const printed = String(entry[shape.price] ?? '').replace(/^\$\$/, '$');
      const lines = printed.replace(/<\/?(p|div)\b[^>]*>/gi, '\n').replace(/\n+/g, '<br>');
      return [{ field: kind, group, header: `${header} in ${shape.currency}`, cell: markdownCell(lines) }];
    });
    if (values.length === 0) continue;
    const context = { ...contextOf(place), lead: [] };
    checkFields(values, provider, context, []);
    seen.push(readingOf(cell([name]), values, context));
  }
  return seen;
}
