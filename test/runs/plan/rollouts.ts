/** Rollouts of Codex with the quotas of a plan, of which every dollar is known. */

const minuteMs = 60_000;

interface Week {
  /** When its window begins, in milliseconds since 1970. */
  begin: number;
  calls: number;
  model?: string;
}

/** GPT-4.1 mini at $1.60 for a million tokens of output: ten cents. */
const outputTokens = 62_500;
/** Five of these calls are one percent of the week. */
export const callsPerPercent = 5;
export const usdPerCall = 0.1;

/** One rollout with a call every ten minutes, and after each of them the percent of the week, floored. */
function rollout({ begin, calls, model = 'gpt-4.1-mini' }: Week): string {
  const at = (minutes: number) => new Date(begin + minutes * minuteMs).toISOString();
  const line = (minutes: number, type: string, payload: object) =>
    JSON.stringify({ timestamp: at(minutes), type, payload });
  const usage = (output: number) => ({
    input_tokens: 0,
    cached_input_tokens: 0,
    output_tokens: output,
    reasoning_output_tokens: 0,
  });
  return [
    line(0, 'session_meta', { id: `session ${begin}`, cwd: '/home/me/shop' }),
    line(0, 'turn_context', { model, cwd: '/home/me/shop' }),
    ...Array.from({ length: calls }, (_, call) =>
      line(10 * (call + 1), 'event_msg', {
        type: 'token_count',
        info: { last_token_usage: usage(outputTokens), total_token_usage: usage(outputTokens * (call + 1)) },
        rate_limits: {
          limit_id: 'codex',
          primary: null,
          secondary: {
            used_percent: Math.floor((call + 1) / callsPerPercent),
            window_minutes: 10_080,
            resets_at: begin / 1000 + 7 * 86_400,
          },
        },
      }),
    ),
    '',
  ].join('\n');
}

/** Rollouts of so many weeks, the first of which begins on a day. */
export const weeksFrom = (day: string, weeks: readonly Omit<Week, 'begin'>[]): string[] =>
  weeks.map((week, index) => rollout({ ...week, begin: Date.parse(day) + index * 7 * 86_400_000 }));
