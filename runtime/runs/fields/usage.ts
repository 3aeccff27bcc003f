/** Usage objects of providers' APIs, which many logs keep as they were. */
import type { CallRecord } from '../call-record.ts';
import { cachedBeside } from './cache-convention.ts';
import { countIn, type JsonObject, objectIn } from './values.ts';

type Tokens = Pick<CallRecord, 'input' | 'cachedInput' | 'cacheWrite' | 'cacheWrite1h' | 'output' | 'reasoning'>;

/**
 * Anthropic's: the parts of the prompt exclude one another.
 * https://platform.claude.com/docs/en/api/messages#usage
 */
export function anthropicTokens(usage: JsonObject): Tokens {
  const written = countIn(usage, 'cache_creation_input_tokens');
  const byTime = objectIn(usage, 'cache_creation');
  const hour = countIn(byTime, 'ephemeral_1h_input_tokens') ?? 0;
  const usual = written === undefined ? countIn(byTime, 'ephemeral_5m_input_tokens') : Math.max(0, written - hour);
  return cachedBeside({
    input: countIn(usage, 'input_tokens'),
    cachedInput: countIn(usage, 'cache_read_input_tokens'),
    cacheWrite: usual,
    cacheWrite1h: hour,
    output: countIn(usage, 'output_tokens'),
    reasoning: undefined,
  });
}
