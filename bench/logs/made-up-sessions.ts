/** Made-up sessions of Claude Code, as large as asked for: tool results and answers in several lines, as it logs them. */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { randomFrom } from '../random.ts';

export interface MadeUp {
  files: number;
  calls: number;
  bytes: number;
  /** The dollars of the price list: Opus 4.6 at 5, .50, 6.25 and 25, Sonnet 4.6 at 3, .30, 3.75 and 15. */
  usd: number;
}

const models = [
  { name: 'claude-opus-4-6', input: 5, read: 0.5, write: 6.25, output: 25 },
  { name: 'claude-sonnet-4-6', input: 3, read: 0.3, write: 3.75, output: 15 },
] as const;

const callsOfSession = 116;

/**
 * Writes sessions below `projects` until they have this many bytes.
 * @param end the day after the last call, milliseconds since 1970: a session begins every quarter hour before it
 */
export function writeSessions(projects: string, bytes: number, end: number): MadeUp {
  const random = randomFrom(28);
  const text = Array.from({ length: 9000 }, () => random.pick('abcdefghij klmnop qrstuv wxyz.,'.split(''))).join('');
  const made: MadeUp = { files: 0, calls: 0, bytes: 0, usd: 0 };
  while (made.bytes < bytes) {
    const session = `session-${made.files}`;
    const folder = join(projects, `-work-project-${made.files % 40}`);
    mkdirSync(folder, { recursive: true });
    const file = openSync(join(folder, `${session}.jsonl`), 'w');
    const model = models[made.files % 5 === 0 ? 1 : 0];
    const begin = end - 86_400_000 - made.files * 900_000;
    let prompt = 20_000;
    const lines: string[] = [];
    for (let call = 0; call < callsOfSession; call++) {
      const at = (second: number): object => ({
        ...{
          sessionId: session,
          cwd: `/home/somebody/project-${made.files % 40}`,
          version: '2.1.62',
          gitBranch: 'main',
        },
        timestamp: new Date(begin + (call * 12 + second) * 1000).toISOString(),
        uuid: `${session}-${call}-${second}`,
      });
      const cut = (length: number): string => text.slice(random.whole(0, 1000), 1000 + length);
      const result = { type: 'tool_result', tool_use_id: `t${call}`, content: cut(random.whole(500, 5500)) };
      lines.push(JSON.stringify({ type: 'user', ...at(0), message: { role: 'user', content: [result] } }));
      const growth = random.whole(200, 1800);
      const [input, output] = [random.whole(1, 12), random.whole(40, 700)];
      const read = call === 0 ? 0 : prompt;
      const write = call === 0 ? prompt : growth;
      prompt += call === 0 ? 0 : growth;
      const usage = {
        ...{ input_tokens: input, cache_creation_input_tokens: write, cache_read_input_tokens: read },
        ...{ cache_creation: { ephemeral_5m_input_tokens: write, ephemeral_1h_input_tokens: 0 } },
        ...{ output_tokens: output, service_tier: 'standard' },
      };
      const message = { id: `msg-${session}-${call}`, type: 'message', role: 'assistant', model: model.name };
      const parts = [
        { type: 'text', text: cut(random.whole(50, 400)) },
        { type: 'tool_use', id: `t${call + 1}`, name: 'Read', input: { file_path: cut(60) } },
      ];
      for (const [second, part] of parts.entries()) {
        const answer = { ...message, content: [part], stop_reason: 'tool_use', usage };
        lines.push(
          JSON.stringify({
            type: 'assistant',
            ...at(second + 1),
            requestId: `req-${session}-${call}`,
            message: answer,
          }),
        );
      }
      made.usd += (input * model.input + write * model.write + read * model.read + output * model.output) / 1e6;
    }
    made.bytes += writeSync(file, `${lines.join('\n')}\n`);
    closeSync(file);
    made.files += 1;
    made.calls += callsOfSession;
  }
  return made;
}
