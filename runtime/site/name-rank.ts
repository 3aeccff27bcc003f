/** How well a name fits what somebody types for it: `gpt5`, `sonnet 4.6`, `GPT-5 mini`. */
import { hasWords, wordsOf } from '../core/dataset/name-words.ts';

/** The names of something, split into words once. */
export interface Named {
  /** In lower case, one after the other. */
  text: string;
  words: readonly (readonly string[])[];
}

/** @param names of it; `before`: words that may stand before each, such as the name of its maker */
export const named = (names: readonly string[], before = ''): Named => ({
  text: [before, ...names].join(' ').toLowerCase(),
  words: [...names, ...names.map(versionJoined)].map((name) => [...wordsOf(before), ...wordsOf(name)]),
});

/** `haiku45` is Claude Haiku 4.5, too. */
const versionJoined = (name: string): string => name.replace(/(?<=\d)[.-](?=\d)/g, '');

/** What was typed, split into words once. */
export interface Typed {
  /** Lower-case words as typed. */
  parts: readonly string[];
  words: readonly string[];
}

export const typedText = (text: string): Typed => ({
  parts: text.toLowerCase().split(/\s+/).filter(Boolean),
  words: wordsOf(text),
});

/**
 * 0: a name ends with what was typed (`gpt5` is GPT-5, not GPT-5 mini); 1: a name has its words in this order; 2: its
 * parts stand somewhere in the names; null: they do not.
 */
export function rankOf({ text, words }: Named, { parts, words: asked }: Typed): 0 | 1 | 2 | null {
  if (asked.length > 0 && words.some((name) => endsWith(name, asked))) return 0;
  if (asked.length > 0 && words.some((name) => hasWords(name, asked))) return 1;
  return parts.every((part) => text.includes(part)) ? 2 : null;
}

const endsWith = (words: readonly string[], end: readonly string[]): boolean =>
  words.length >= end.length && end.every((word, index) => words[words.length - end.length + index] === word);
