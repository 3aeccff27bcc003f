/** Runnable examples from docstrings. */

export interface Example {
  /** The function it belongs to. */
  name: string;
  /** Its lines; `expression; // value` is now a comparison of the two. */
  code: string;
}

/** The `@example` of every exported function in a source file. */
export function examplesIn(source: string): Example[] {
  return [...source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*?)\*\/\nexport (?:async )?function (\w+)/g)].flatMap(
    ([, comment = '', name = '']) => {
      const [, example] = /@example\n([\s\S]*?)(?=\n \* @|$)/.exec(comment.trimEnd()) ?? [];
      if (example === undefined) return [];
      return { name, code: comparisons(example.replaceAll(/^ \* ?/gm, '').trimEnd()) };
    },
  );
}

/**
 * `price(call).usd; // 0.03` as a call of `shows`; the value may be on the next line.
 */
export const comparisons = (code: string): string =>
  code.replaceAll(/^(?!const |import )(.+);(?: |\n)\/\/ (.+)$/gm, 'shows($1, $2);');
