/** Token counts under the two conventions of logs. */
import { promptUnits, tokenUnits } from '../../core/schemas/billable-units.ts';
import { noTokens, type Tokens } from '../call-record.ts';
import { Misread } from './values.ts';

/** Counts in a log; undefined or absent: not logged. */
export type LoggedTokens = { [count in keyof Tokens]?: number | undefined };

/** Input excludes cache reads and writes, as Anthropic counts. Reasoning is part of output. */
export function cachedBeside(logged: LoggedTokens): Tokens {
  const { input, output, reasoning } = logged;
  if (input === undefined && output === undefined) throw new Misread('no count of tokens');
  if (reasoning !== undefined && reasoning > (output ?? 0)) throw new Misread('more reasoning than output');
  const tokens: Tokens = { ...noTokens, reasoning: reasoning ?? null };
  for (const { count } of tokenUnits) tokens[count] = logged[count] ?? 0;
  return tokens;
}

/** Input is the whole prompt, as OpenAI counts. Reasoning is part of output. */
export function cachedInside(logged: LoggedTokens): Tokens {
  const tokens = cachedBeside(logged);
  for (const { count } of promptUnits) if (count !== 'input') tokens.input -= tokens[count];
  if (tokens.input < 0) throw new Misread('more cached tokens than the prompt they are part of');
  return tokens;
}
