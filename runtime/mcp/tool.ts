/** What a tool is, how one is called, and the part of its answer that a model reads: each token is billed again with each later call. */
import { isInput } from 'virtual:tool-inputs';
import type { Catalog } from '../core/dataset/catalog.ts';
import { describeAll } from '../core/schemas/problems.ts';
import { unknownName } from '../core/values/did-you-mean.ts';
import { lookUp } from '../core/values/look-up.ts';
import { InvalidRequest, type Options } from '../library/library.ts';
import { understood } from './guessed-names.ts';
import { type ToolName, toolOptions } from './tool-schemas.ts';

export interface Tool {
  name: ToolName;
  title: string;
  description: string;
  /** The answer and its summary; rejects with InvalidRequest and the API's message. */
  answer(catalog: Catalog, input: object): Promise<{ data: object; text: string }>;
}

interface Definition<Input, Data extends object> {
  name: ToolName;
  title: string;
  description: string;
  /** Whether fields that the tool does not know are handed on, to be checked by what computes. */
  handsOn?: boolean;
  run: (input: Input, catalog: Catalog) => Data | Promise<Data>;
  text: (data: Data, limit: number) => string;
  usual: UsualFields | ((data: Data) => UsualFields);
}

/** A tool whose answers are cut to the usual fields and rows unless others are asked for. */
export function tool<Input extends object, Data extends object>(definition: Definition<Input, Data>): Tool {
  const { name, title, description, handsOn = false, run, text, usual } = definition;
  const isValid = isInput[name];
  return {
    name,
    title,
    description,
    async answer(catalog, given) {
      const input = understood(name, given);
      const checked = handsOn ? optionsIn(name, input) : input;
      if (!isValid(checked)) throw new InvalidRequest(describeAll(isValid.errors ?? []));
      const { limit, fields, ...asked } = input as Wanted;
      const data = await run(asked as Input, catalog);
      const fieldsOf = typeof usual === 'function' ? usual(data) : usual;
      const wanted = { ...(limit !== undefined && { limit }), ...(fields !== undefined && { fields }) };
      return { data: shorten(data, fieldsOf, wanted), text: text(data, limit ?? 10) };
    },
  };
}

/** The part of an input that is not handed on. */
const optionsIn = (name: ToolName, input: object): object =>
  Object.fromEntries(Object.entries(input).filter(([field]) => Object.hasOwn(toolOptions[name].properties, field)));

export const optionsFor = (catalog: Catalog, on: string | undefined): Options => ({
  catalog,
  ...(on !== undefined && { on }),
});

/** What a tool returns unless asked for other fields. */
interface UsualFields {
  /** The list whose rows are the answer; null: the answer is one object. */
  list: string | null;
  /** Fields of the rows, or of the object where there is no list. */
  fields: readonly string[];
  /** Fields beside a list. */
  beside?: readonly string[];
  /** Fields of objects and of rows inside it, by the name of the field that has them, unless fields are asked for. */
  inside?: Readonly<Record<string, readonly string[]>>;
  /** Fields of the `rows` of groups, unless fields are asked for. */
  ofGroups?: readonly string[];
}

interface Wanted {
  /** Rows of every list; default 10. */
  limit?: number;
  /** Names of fields, or `all`; default the usual ones. */
  fields?: readonly string[];
}

const usualLimit = 10;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The usual fields, or the wanted ones, with at most `limit` rows in each list; `leftOut` counts the rows that are not
 * shown, by the name of their list.
 * @throws InvalidRequest for a field that the answer does not have
 */
function shorten(data: object, usual: UsualFields, { limit = usualLimit, fields }: Wanted): object {
  const whole = data as Fields;
  const all = fields?.includes('all') === true;
  const rows = usual.list === null ? null : (whole[usual.list] as readonly Fields[] | undefined);
  const leftOut: Record<string, number> = {};
  const cut = (name: string, value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    if (value.length > limit) leftOut[name] = (lookUp(leftOut, name) ?? 0) + value.length - limit;
    return value.slice(0, limit).map((one: unknown) => (isGroup(one) ? { ...one, rows: rowsOf(one) } : one));
  };
  const rowsOf = ({ by, rows }: Group): unknown => {
    const { ofGroups } = usual;
    const shown = cut(String(by), rows) as readonly Fields[];
    if (fields !== undefined || ofGroups === undefined) return shown;
    return shown.map((row) => Object.fromEntries(ofGroups.map((name) => [name, row[name]])));
  };
  const picked = (from: Fields, names: readonly string[]): Fields => {
    const known = all ? Object.keys(from) : names.filter((name) => Object.hasOwn(from, name));
    return Object.fromEntries(known.map((name) => [name, narrowed(name, cut(name, from[name]))]));
  };
  const narrowed = (name: string, value: unknown): unknown => {
    const names = fields === undefined ? lookUp(usual.inside ?? {}, name) : undefined;
    if (names === undefined || value === null) return value;
    return Array.isArray(value) ? value.map((row: Fields) => picked(row, names)) : picked(value as Fields, names);
  };
  const wanted = fields ?? usual.fields;
  if (rows === null || rows === undefined || usual.list === null) {
    if (!all) checkNames(fields, [whole]);
    const short = picked(whole, wanted);
    return { ...short, ...counted(leftOut) };
  }
  if (!all) checkNames(fields, rows);
  const shown = cut(usual.list, rows) as readonly Fields[];
  const { [usual.list]: _, ...others } = whole;
  const beside = picked(others, all ? [] : (usual.beside ?? []));
  return { ...beside, [usual.list]: shown.map((row) => picked(row, wanted)), ...counted(leftOut) };
}

interface Group {
  by: unknown;
  rows: readonly Fields[];
}

const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && 'by' in value && 'rows' in value && Array.isArray(value.rows);

const counted = (leftOut: Record<string, number>): object => (Object.keys(leftOut).length === 0 ? {} : { leftOut });

function checkNames(fields: readonly string[] | undefined, rows: readonly Fields[]): void {
  if (fields === undefined || rows.length === 0) return;
  const known = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const wrong = fields.find((name) => !known.includes(name));
  if (wrong !== undefined) throw new InvalidRequest(unknownName('field', wrong, [...known, 'all']));
}
