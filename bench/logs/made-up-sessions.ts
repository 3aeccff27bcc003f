/**
 * Made-up sessions of Claude Code, as large as asked for. Their lines have the keys, in the order, that it writes, and six
 * tenths of their bytes are results of tools; an answer is in several lines, each with the usage of all of it.
 */
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
const callsOfPrompt = 12;
const secondsOfCall = 12;

type Random = ReturnType<typeof randomFrom>;

/** Text like that of programs: short lines, indented, quotes, and here and there a letter beyond ASCII. */
function codeText(random: Random, length: number): string {
  const words = 'const return export function import value index await string number total if else null true'.split(
    ' ',
  );
  let text = '';
  while (text.length < length) {
    const line = Array.from({ length: random.whole(2, 9) }, () => random.pick(words)).join(' ');
    text += `${' '.repeat(random.whole(0, 3) * 2)}${line}${random.chance(0.01) ? ' // größer' : random.pick([';', ' {', " = 'a';", ' = "b";'])}\n`;
  }
  return text;
}

function idOf(random: Random, length: number): string {
  const letters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.split('');
  return Array.from({ length }, () => random.pick(letters)).join('');
}

/**
 * Writes sessions below `projects` until they have this many bytes.
 * @param end the day after the last call, milliseconds since 1970: a session begins every quarter hour before it
 * @param seed another one makes other calls of the same sessions
 */
export function writeSessions(projects: string, bytes: number, end: number, seed = 28): MadeUp {
  const random = randomFrom(seed);
  const code = codeText(random, 120_000);
  const signature = idOf(random, 4000);
  const cut = (length: number): string => {
    const from = random.whole(0, code.length - 40_000);
    return code.slice(from, from + length);
  };
  const made: MadeUp = { files: 0, calls: 0, bytes: 0, usd: 0 };
  while (made.bytes < bytes) {
    const session = `5e551017-${String(made.files).padStart(4, '0')}-4000-8000-0123456789ab`;
    const folder = join(projects, `-work-project-${made.files % 40}`);
    mkdirSync(folder, { recursive: true });
    const file = openSync(join(folder, `${session}.jsonl`), 'w');
    const model = models[made.files % 5 === 0 ? 1 : 0];
    const begin = end - 86_400_000 - made.files * 900_000;
    const lines: string[] = [];
    let last: string | null = null;
    const line = (call: number, second: number, middle: object, after: object = {}): void => {
      const uuid = `${idOf(random, 8)}-${String(call).padStart(4, '0')}-4000-8000-${idOf(random, 12)}`;
      const where = { cwd: `/home/somebody/project-${made.files % 40}`, sessionId: session, version: '2.1.62' };
      const head = { parentUuid: last, isSidechain: false, userType: 'external', ...where, gitBranch: 'main' };
      const timestamp = new Date(begin + (call * secondsOfCall + second) * 1000).toISOString();
      lines.push(JSON.stringify({ ...head, ...middle, uuid, timestamp, ...after }));
      last = uuid;
    };
    let prompt = 20_000;
    for (let call = 0; call < callsOfSession; call++) {
      if (call % callsOfPrompt === 0) {
        line(call, 0, { type: 'user', message: { role: 'user', content: cut(random.whole(20, 900)) } });
      }
      const growth = random.whole(200, 1800);
      const [input, output] = [random.whole(1, 12), random.whole(40, 700)];
      const read = call === 0 ? 0 : prompt;
      const write = call === 0 ? prompt : growth;
      prompt += call === 0 ? 0 : growth;
      const tool = `toolu_01${idOf(random, 22)}`;
      const message = { model: model.name, id: `msg_01${idOf(random, 22)}`, type: 'message', role: 'assistant' };
      const usage = {
        ...{ input_tokens: input, cache_creation_input_tokens: write, cache_read_input_tokens: read },
        cache_creation: { ephemeral_5m_input_tokens: write, ephemeral_1h_input_tokens: 0 },
        ...{ output_tokens: output, service_tier: 'standard', inference_geo: '' },
        server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
      };
      const thought = {
        type: 'thinking',
        thinking: cut(random.whole(80, 700)),
        signature: signature.slice(-random.whole(300, 1400)),
      };
      const parts = [
        ...(call % 2 === 0 ? [thought] : []),
        ...(call % 3 === 0 ? [{ type: 'text', text: cut(random.whole(50, 600)) }] : []),
        random.pick([
          { type: 'tool_use', id: tool, name: 'Read', input: { file_path: `/home/somebody/${cut(40)}` } },
          { type: 'tool_use', id: tool, name: 'Bash', input: { command: cut(160), description: cut(60) } },
          {
            type: 'tool_use',
            id: tool,
            name: 'Edit',
            input: { file_path: cut(50), old_string: cut(900), new_string: cut(1300) },
          },
        ]),
      ];
      const requestId = `req_011${idOf(random, 21)}`;
      for (const [second, part] of parts.entries()) {
        const answer = { ...message, content: [part], stop_reason: 'tool_use', stop_sequence: null, usage };
        line(call, second + 1, { message: answer, requestId, type: 'assistant' });
      }
      const content = cut(random.pick([200, 800, 3000, 9000]) + random.whole(0, 1200));
      const result = { role: 'user', content: [{ tool_use_id: tool, type: 'tool_result', content }] };
      const stdout = call % 2 === 0 ? content : content.slice(0, 1000);
      const toolUseResult = { stdout, stderr: '', interrupted: false, isImage: false };
      line(call, 8, { type: 'user', message: result }, { toolUseResult });
      made.usd += (input * model.input + write * model.write + read * model.read + output * model.output) / 1e6;
    }
    made.bytes += writeSync(file, `${lines.join('\n')}\n`);
    closeSync(file);
    made.files += 1;
    made.calls += callsOfSession;
  }
  return made;
}
