/** Prints objects as JSON bytes by their schema, which gives the names and their order. */
import { type Fragment, fragment, type Printer } from './print.ts';

/** The part of a JSON Schema that decides how its values are printed. */
interface Schema {
  properties?: Readonly<Record<string, object>>;
  required?: readonly string[];
  items?: object;
  anyOf?: readonly object[];
}

/** How the values of a schema are printed; null: a plain value, printed by its type. */
type Shape = ObjectShape | ArrayShape | null;

interface ObjectShape {
  kind: 'object';
  names: readonly string[];
  /** `{"name":` or `,"name":` */
  labels: readonly Fragment[];
  shapes: readonly Shape[];
}

interface ArrayShape {
  kind: 'array';
  item: Shape;
}

type Values = Readonly<Record<string, unknown>>;

const end = fragment('}');
const openBracket = fragment('[');
const comma = fragment(',');
const closeBracket = fragment(']');

/**
 * A printer for the values of `schema`: closed objects with every property present, arrays, plain values, and any of
 * these or null. A function in place of a value is called to print it.
 * @throws Error if a value lacks a property, so that drift between code and schema never produces invalid JSON
 */
export function printerOf<T>(schema: object): (out: Printer, value: T) => void {
  const shape = shapeOf(schema);
  return (out, value) => print(out, shape, value);
}

function shapeOf({ properties, items, anyOf }: Schema): Shape {
  if (properties !== undefined) {
    const names = Object.keys(properties);
    return {
      kind: 'object',
      names,
      labels: names.map((name, i) => fragment(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`)),
      shapes: names.map((name) => shapeOf(properties[name] as object)),
    };
  }
  if (items !== undefined) return { kind: 'array', item: shapeOf(items) };
  return anyOf?.map((schema) => shapeOf(schema)).find((shape) => shape !== null) ?? null;
}

function print(out: Printer, shape: Shape, value: unknown): void {
  switch (typeof value) {
    case 'number':
      out.number(value);
      return;
    case 'string':
      out.string(value);
      return;
    case 'boolean':
      out.boolean(value);
      return;
    case 'function':
      value(out);
      return;
    default:
      if (value === null) out.null();
      else if (value !== undefined && shape?.kind === 'object') printObject(out, shape, value as Values);
      else if (Array.isArray(value) && shape?.kind === 'array') printArray(out, shape, value);
      else throw new Error(`the schema does not allow a value of type ${typeof value} here`);
  }
}

function printObject(out: Printer, { names, labels, shapes }: ObjectShape, value: Values): void {
  for (let i = 0; i < names.length; i++) {
    out.text(labels[i] as Fragment);
    print(out, shapes[i] as Shape, value[names[i] as string]);
  }
  out.text(end);
}

function printArray(out: Printer, { item }: ArrayShape, values: readonly unknown[]): void {
  out.text(openBracket);
  for (let i = 0; i < values.length; i++) {
    if (i > 0) out.text(comma);
    print(out, item, values[i]);
  }
  out.text(closeBracket);
}
