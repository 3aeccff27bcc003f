/** Attributes in OTLP JSON. */
import { isObject, type JsonObject, objectsIn } from './values.ts';

/** Attributes by name; OTLP wraps each value in an object that names its type, and writes integers as text. */
export function attributesOf(holder: JsonObject): JsonObject {
  return Object.fromEntries(
    objectsIn(holder, 'attributes').flatMap(({ key, value }): [string, unknown][] => {
      if (typeof key !== 'string' || !isObject(value)) return [];
      return [[key, value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue]];
    }),
  );
}
