/** What a tool is, and how one is called. */
import type { Catalog } from '../core/dataset/catalog.ts';
import { describeAll, type Validator } from '../core/schemas/problems.ts';
import { InvalidRequest, type Options } from '../library/library.ts';
import { understood } from './guessed-names.ts';
import { shorten, type UsualFields, type Wanted } from './shorten.ts';
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
  isInput: Validator;
  /** Whether fields that the tool does not know are handed on, to be checked by what computes. */
  handsOn?: boolean;
  run: (input: Input, catalog: Catalog) => Data | Promise<Data>;
  text: (data: Data, limit: number) => string;
  usual: UsualFields | ((data: Data) => UsualFields);
}

/** A tool whose answers are cut to the usual fields and rows unless others are asked for. */
export function tool<Input extends object, Data extends object>(definition: Definition<Input, Data>): Tool {
  const { name, title, description, isInput, handsOn = false, run, text, usual } = definition;
  return {
    name,
    title,
    description,
    async answer(catalog, given) {
      const input = understood(name, given);
      const checked = handsOn ? optionsIn(name, input) : input;
      if (!isInput(checked)) throw new InvalidRequest(describeAll(isInput.errors ?? []));
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
