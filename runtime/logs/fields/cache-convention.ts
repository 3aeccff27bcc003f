/** Token counts under the two conventions of logs. */
import type { Tokens } from '../call-record.ts';
import { Misread } from './values.ts';

/** Counts in a log; undefined: not logged. */
export type LoggedTokens = { [part in keyof Tokens]: number | undefined };

/** Input excludes cache reads and writes, as Anthropic counts. Reasoning is part of output. */
export function cachedBeside({
  input,
  cachedInput,
  cacheWrite,
  cacheWrite1h,
  output,
  reasoning,
}: LoggedTokens): Tokens {
  if (input === undefined && output === undefined) throw new Misread('no count of tokens');
  if (reasoning !== undefined && reasoning > (output ?? 0)) throw new Misread('more reasoning than output');
  return {
    input: input ?? 0,
    cachedInput: cachedInput ?? 0,
    cacheWrite: cacheWrite ?? 0,
    cacheWrite1h: cacheWrite1h ?? 0,
    output: output ?? 0,
    reasoning: reasoning ?? null,
  };
}

/** Input is the whole prompt, as OpenAI counts. Reasoning is part of output. */
export function cachedInside(logged: LoggedTokens): Tokens {
  const tokens = cachedBeside(logged);
  tokens.input -= tokens.cachedInput + tokens.cacheWrite + tokens.cacheWrite1h;
  if (tokens.input < 0) throw new Misread('more cached tokens than the prompt they are part of');
  return tokens;
}
