/** Attributes in OTLP JSON. */
import { type Who, whoOf } from '../call-record.ts';
import { firstText, isObject, type JsonObject, objectsIn } from './values.ts';

/** Attributes by name; OTLP wraps each value in an object that names its type, and writes integers as text. */
export function attributesOf(holder: JsonObject): JsonObject {
  return Object.fromEntries(
    objectsIn(holder, 'attributes').flatMap(({ key, value }): [string, unknown][] => {
      if (typeof key !== 'string' || !isObject(value)) return [];
      return [[key, value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue]];
    }),
  );
}

/**
 * Who made a call, by its own attributes and those of its resource: `user.*` as Claude Code and the semantic conventions have
 * it, `host.*` of the machine, and `team.id`, which Claude Code's documentation proposes for OTEL_RESOURCE_ATTRIBUTES.
 */
export const whoInAttributes = (attributes: JsonObject): Who | null =>
  whoOf({
    user: firstText(attributes, 'user.email', 'user.account_uuid', 'user.id', 'enduser.id'),
    machine: firstText(attributes, 'host.name', 'host.id'),
    team: firstText(attributes, 'team.id', 'team.name', 'team'),
  });
