/** How many characters of an answer a log holds: only their number is kept. */
import { isObject } from './values.ts';

/**
 * Characters of the blocks of an answer: of its text and of the JSON of its tool calls, and of its thinking.
 * Encrypted thinking and the results of server tools are no text of the model and count nothing.
 */
export function charactersOf(content: unknown): { visible: number; thinking: number } {
  if (content instanceof ReadCharacters) return content;
  const size = { visible: 0, thinking: 0 };
  if (typeof content === 'string') size.visible = content.length;
  if (!Array.isArray(content)) return size;
  for (const block of content) {
    if (!isObject(block)) continue;
    if (typeof block.text === 'string') size.visible += block.text.length;
    if (typeof block.thinking === 'string') size.thinking += block.thinking.length;
    if (block.type === 'tool_use' || block.type === 'server_tool_use') size.visible += jsonLength(block.input);
  }
  return size;
}

/** In place of blocks whose characters were counted as they were read. */
export class ReadCharacters {
  constructor(
    readonly visible: number,
    readonly thinking: number,
  ) {}
}

/** The length of a value as JSON, without counting escapes and without writing it. */
function jsonLength(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return String(value ?? 'null').length;
  let length = 2;
  if (Array.isArray(value)) {
    for (const item of value) length += jsonLength(item) + 1;
  } else {
    for (const key in value) length += key.length + 4 + jsonLength((value as Record<string, unknown>)[key]);
  }
  return Math.max(2, length - (length > 2 ? 1 : 0));
}
