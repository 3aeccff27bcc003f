/**
 * Signs in a log that the next prompt does not begin as the one before it did, so that a cache of that one cannot serve
 * it: messages that were edited or cleared, other tools or instructions. Counts alone show only that it became shorter.
 */
import type { CallRecord } from '../call-record.ts';
import { type JsonObject, objectIn, objectsIn } from './values.ts';

/** Where the API found that two prompts diverge. The others mean another model, or that nothing was compared. */
const changes: readonly unknown[] = ['messages_changed', 'system_changed', 'tools_changed'];

/**
 * Whether an answer of Anthropic's API says that its prompt began otherwise than the one before: it compared them
 * (`diagnostics`), cleared old results of tools (`context_management`), or thinking was left out
 * (`input_transformations`, which Claude Code adds).
 * https://platform.claude.com/docs/en/build-with-claude/cache-diagnostics,
 * https://platform.claude.com/docs/en/build-with-claude/context-editing
 */
export const saysChanged = (answer: JsonObject): boolean =>
  (answer.diagnostics ?? answer.context_management ?? answer.input_transformations ?? null) !== null &&
  tellsChange(answer);

const tellsChange = (answer: JsonObject): boolean =>
  changes.includes(objectIn(objectIn(answer, 'diagnostics'), 'cache_miss_reason').type) ||
  objectsIn(objectIn(answer, 'context_management'), 'applied_edits').length > 0 ||
  objectsIn(answer, 'input_transformations').length > 0;

/** What is known of a conversation, as JSON. */
export interface ConversationState {
  /** Its prompts by the message before each: the beginnings of their ids. */
  prompts: readonly (readonly [string, string])[];
  /** Whether it was compacted, or what was sent was changed, since its last call. */
  compacted: boolean;
  changed: boolean;
}

/**
 * What happened to a conversation between two calls. Agents that keep a tree of messages only append to it: a message
 * that was edited, or a conversation taken back to an earlier one, is a second prompt after the same message.
 */
export class Conversation {
  private readonly promptAfter: Map<string, string>;
  compacted: boolean;
  changed: boolean;

  constructor({ prompts = [], compacted = false, changed = false }: Partial<ConversationState> = {}) {
    this.promptAfter = new Map(prompts);
    this.compacted = compacted;
    this.changed = changed;
  }

  /**
   * Notes what somebody typed: it is a change if it replaces another prompt.
   * @param before the id of the message before it; null: it is the first
   * @param id its own id; the same one again is a copy of the line
   */
  typed(before: string | null, id: string | null): void {
    if (before === null || id === null) return;
    const [at, own] = [before.slice(0, idLength), id.slice(0, idLength)];
    const known = this.promptAfter.get(at);
    this.promptAfter.set(at, own);
    if (this.promptAfter.size > mostPrompts) this.promptAfter.delete(this.promptAfter.keys().next().value as string);
    if (known !== undefined && known !== own) this.changed = true;
  }

  /** What happened before this call; nothing has before the next one. */
  called(): Pick<CallRecord, 'compacted' | 'prefixChanged'> {
    const { compacted, changed: prefixChanged } = this;
    this.compacted = false;
    this.changed = false;
    return { compacted, prefixChanged };
  }

  state(): ConversationState {
    return { prompts: [...this.promptAfter], compacted: this.compacted, changed: this.changed };
  }
}

/** Characters of an id that tell the messages of one conversation apart. */
const idLength = 13;
/** Prompts of a conversation that are remembered, to bound memory. */
const mostPrompts = 1000;
