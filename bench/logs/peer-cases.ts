/**
 * Sessions of Claude Code, one for each way in which readers of logs differ, with the dollars that the provider's price
 * list gives for them, worked out by hand, and why.
 */

export interface PeerCase {
  name: string;
  /** The files of the session, in order of name; each is a list of lines. */
  files: object[][];
  /** Dollars, with the arithmetic. */
  usd: number;
  why: string;
}

const opus = 'claude-opus-4-6';

const line = (model: string, usage: object, time: string): object => ({
  ...{
    type: 'assistant',
    sessionId: 's',
    requestId: 'r',
    uuid: `u-${time}`,
    timestamp: time,
    cwd: '/app',
    version: '2.1.62',
  },
  message: {
    ...{
      id: 'm',
      type: 'message',
      role: 'assistant',
      model,
      content: [{ type: 'text', text: 'x' }],
      stop_reason: 'end_turn',
    },
    usage: { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, ...usage },
  },
});

const october = '2026-10-01T10:00:00.000Z';
const one = (usage: object, model = opus, time = october): object[][] => [[line(model, usage, time)]];

export const peerCases: readonly PeerCase[] = [
  {
    name: 'writes for five minutes',
    files: one({
      ...{ input_tokens: 1000, output_tokens: 2000, cache_creation_input_tokens: 100_000 },
      cache_read_input_tokens: 500_000,
    }),
    usd: (1000 * 5 + 2000 * 25 + 100_000 * 6.25 + 500_000 * 0.5) / 1e6,
    why: 'all agree',
  },
  {
    name: 'writes for an hour',
    files: one({
      cache_creation_input_tokens: 100_000,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 100_000 },
    }),
    usd: (100_000 * 10) / 1e6,
    why: 'a write for an hour costs 2 times the input, not 1.25 times',
  },
  {
    name: 'compaction in an answer',
    files: one({
      ...{ input_tokens: 23_000, output_tokens: 1000 },
      iterations: [
        { type: 'compaction', input_tokens: 180_000, output_tokens: 3500 },
        { type: 'message', input_tokens: 23_000, output_tokens: 1000 },
      ],
    }),
    usd: (203_000 * 5 + 4500 * 25) / 1e6,
    why: 'the usage at the top leaves the compaction out (`usage.iterations`)',
  },
  {
    name: 'advisor on another model',
    files: one(
      {
        ...{ input_tokens: 1000, output_tokens: 1000 },
        iterations: [
          { type: 'message', input_tokens: 1000, output_tokens: 1000 },
          { type: 'advisor_message', model: opus, input_tokens: 50_000, output_tokens: 2000 },
        ],
      },
      'claude-sonnet-4-6',
    ),
    usd: (1000 * 3 + 1000 * 15 + 50_000 * 5 + 2000 * 25) / 1e6,
    why: 'the advisor is billed beside the usage at the top, at the price of its own model',
  },
  {
    name: 'ten web searches',
    files: one({ input_tokens: 10_000, output_tokens: 1000, server_tool_use: { web_search_requests: 10 } }),
    usd: (10_000 * 5 + 1000 * 25) / 1e6 + 10 * 0.01,
    why: 'a search costs $0.01',
  },
  {
    name: 'processed in the US only',
    files: one({ input_tokens: 100_000, output_tokens: 10_000, inference_geo: 'us' }),
    usd: (1.1 * (100_000 * 5 + 10_000 * 25)) / 1e6,
    why: '`inference_geo` of `us` costs 1.1 times as much',
  },
  {
    name: 'over 200,000 tokens, in April',
    files: one(
      { input_tokens: 250_000, output_tokens: 10_000 },
      'claude-sonnet-4-5-20250929',
      '2026-04-01T10:00:00.000Z',
    ),
    usd: (250_000 * 6 + 10_000 * 22.5) / 1e6,
    why: 'until 2026-04-30 prompts over 200,000 tokens of Sonnet 4.5 cost 6 and 22.50',
  },
  {
    name: 'over 200,000 tokens, in May',
    files: one(
      { input_tokens: 250_000, output_tokens: 10_000 },
      'claude-sonnet-4-5-20250929',
      '2026-05-10T10:00:00.000Z',
    ),
    usd: (250_000 * 3 + 10_000 * 15) / 1e6,
    why: 'since 2026-05-01 they cost as much as others: a price has a day',
  },
  {
    name: 'copy cut in mid-answer, read first',
    files: [
      [line(opus, { input_tokens: 1000, output_tokens: 5 }, october)],
      [line(opus, { input_tokens: 1000, output_tokens: 5000 }, '2026-10-01T10:00:05.000Z')],
    ],
    usd: (1000 * 5 + 5000 * 25) / 1e6,
    why: 'of copies the most complete counts',
  },
];
