/** Attributes in OTLP JSON. */
import { isObject, type JsonObject, objectsIn } from './values.ts';

/** Attributes by name; OTLP wraps each value in an object that names its type, and writes integers as text. */
export function attributesOf(holder: JsonObject): JsonObject {
  const attributes: Record<string, unknown> = {};
  for (const { key, value } of objectsIn(holder, 'attributes')) {
    if (typeof key !== 'string' || !isObject(value)) continue;
    attributes[key] = value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue;
  }
  return attributes;
}
