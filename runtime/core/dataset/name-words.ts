/** One spelling for the many that a name has, and the words in it. */

/** Lower case, hyphens for dots, underscores, colons, @ and spaces, Claude's version after its family. */
export const folded = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[._:@\s]/g, '-')
    .replace(/^claude-(\d+(?:-\d{1,2})?)-(opus|sonnet|haiku|fable|mythos)(?=-|$)/, 'claude-$2-$1');

/** The words and numbers of a name: `gpt5`, `gpt-5` and `GPT 5` are all `gpt`, `5`. */
export const wordsOf = (name: string): string[] => folded(name).match(/[a-z]+|\d+/g) ?? [];

/** Whether `asked` stand in `words`, in this order, each number right after the word or number before it. */
export function hasWords(words: readonly string[], asked: readonly string[]): boolean {
  const [first, ...others] = asked;
  if (first === undefined) return true;
  return words.some((word, at) => word === first && follows(words.slice(at + 1), others));
}

function follows(words: readonly string[], asked: readonly string[]): boolean {
  const [first = ''] = asked;
  return /^\d/.test(first) ? words[0] === first && follows(words.slice(1), asked.slice(1)) : hasWords(words, asked);
}
