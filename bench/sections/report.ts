/**
 * `agent-cost report` on a log of many calls, read from the disk; and `agent-cost live statusline` on a long session, as
 * Claude Code runs it: unchanged, and each time after some more calls.
 */

import { spawnSync } from 'node:child_process';
import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../../runtime/core/values/median.ts';
import type { Bench } from '../bench.ts';
import { randomFrom } from '../random.ts';
import { megabytes, type Row, row, shareOf } from '../results/goals.ts';

/** The goal is for this many calls; with fewer, time is proportional and memory the same. */
const goalCalls = 10_000_000;
const goalSeconds = 60;
const goalBytes = 300e6;
const rounds = 3;

interface Used {
  seconds: number;
  maxBytes: number;
}

export async function reportRows(bench: Bench): Promise<Row[]> {
  const { calls } = bench.options;
  const dist = await bench.place.dist('shipped');
  bench.say(`writing a log of ${calls} calls`);
  const log = bench.place.fresh('calls.jsonl');
  const bytes = writeLog(log, calls);
  const runs: Used[] = [];
  // One run with all calls of the goal is long enough to be stable.
  for (let round = 1; round <= (calls < goalCalls ? rounds : 1); round++) {
    bench.say(`report on ${calls} calls, round ${round}`);
    runs.push(await reportOn(bench, join(dist, 'cli.js'), log, calls));
  }
  bench.place.discard(log);
  const seconds = runs.map((one) => one.seconds);
  const memory = runs.map((one) => one.maxBytes);
  const wanted = (goalSeconds * calls) / goalCalls;
  const size = `${calls} calls, ${megabytes(bytes)} of JSON lines, ${calls / 25} sessions`;
  const rate = `${Math.round(calls / Math.min(...seconds) / 1000)},000 calls a second`;
  return [
    row('report', shareOf(seconds, wanted), null, `${size}: ${Math.min(...seconds).toFixed(1)} s, ${rate}`),
    row('reportMemory', shareOf(memory, goalBytes), null, `${megabytes(Math.min(...memory))} at ${calls} calls`),
  ];
}

async function reportOn(bench: Bench, program: string, log: string, calls: number): Promise<Used> {
  const { stdout, ...used } = await bench.place.runMeasured([program, 'report', log, '--json']);
  const { total } = JSON.parse(stdout) as { total: { calls: number; unpricedCalls: number } };
  if (total.calls !== calls || total.unpricedCalls > 0) throw new Error(`the report has ${JSON.stringify(total)}`);
  return used;
}

const models = [
  'claude-sonnet-4-6',
  'gpt-5.4',
  'claude-haiku-4-5',
  'openai/gpt-4o',
  'gemini-2.5-pro',
  'claude-opus-4-5',
];

/** Sessions of 25 calls with a growing prompt, one call a second; returns the size in bytes. */
function writeLog(path: string, calls: number): number {
  const random = randomFrom(1);
  const file = openSync(path, 'w');
  const begin = Date.parse('2026-07-01');
  let bytes = 0;
  let lines: string[] = [];
  for (let call = 0; call < calls; call++) {
    const session = Math.floor(call / 25);
    const cached = 4000 + 3000 * (call % 25);
    const time = new Date(begin + call * 800).toISOString();
    lines.push(
      `{"time":"${time}","model":"${models[session % models.length]}","input":${random.whole(50, 3000)},"cacheRead":${cached},"output":${random.whole(20, 2000)},"session":"session-${session}","project":"project-${session % 40}"}\n`,
    );
    if (lines.length === 10_000 || call === calls - 1) {
      bytes += writeSync(file, lines.join(''));
      lines = [];
    }
  }
  closeSync(file);
  return bytes;
}

const goalMs = 60;
const runs = 50;
const bytesOfSession = 100_000_000;
const callsBetween = 3;

export async function statusLineRows(bench: Bench): Promise<Row[]> {
  const program = join(await bench.place.dist('shipped'), 'agent-cost.cjs');
  const home = bench.place.fresh('home');
  const folder = join(home, '.claude/projects/shop');
  mkdirSync(folder, { recursive: true });
  const log = join(folder, 's1.jsonl');
  bench.say('writing a session of 100 MB');
  let calls = writeSession(log);
  const input = JSON.stringify({ session_id: 's1', transcript_path: log, model: { display_name: 'Opus 4.6' } });
  const run = (args: readonly string[] = [program, 'statusline']): { ms: number; line: string } => {
    const env = { PATH: process.env.PATH, HOME: home };
    const start = performance.now();
    const { status, stdout } = spawnSync(process.execPath, args, { env, input, encoding: 'utf8' });
    const ms = performance.now() - start;
    if (status !== 0) throw new Error(`statusline ended with ${status}`);
    return { ms, line: stdout };
  };
  // The first runs read it in parts.
  while (run().line.includes('reading ...'));
  const bare = bench.place.file('nothing.cjs', '');
  bench.say(`statusline, ${runs} times in a row`);
  const unchanged = Array.from({ length: runs }, () => run().ms);
  bench.say(`statusline, ${runs} times with ${callsBetween} calls more each`);
  const growing = Array.from({ length: runs }, () => {
    for (let more = 0; more < callsBetween; more++) appendFileSync(log, linesOf(calls++, Date.now()));
    return run().ms;
  });
  const nothing = Array.from({ length: runs }, () => run([bare]).ms);
  bench.place.discard(home);
  const measured = (times: readonly number[]) => ({ ...shareOf(times, goalMs), value: median(times) / goalMs });
  const detail = (times: readonly number[]) =>
    `median ${median(times).toFixed(1)} ms of ${runs} runs, of which Node alone takes ${median(nothing).toFixed(1)} ms; ${calls} calls`;
  return [
    row('statusline', measured(unchanged), null, detail(unchanged)),
    row('statuslineGrowing', measured(growing), null, detail(growing)),
  ];
}

/** @returns how many calls it has, the last of them now */
function writeSession(log: string): number {
  const file = openSync(log, 'w');
  const msBetween = 4000;
  const each = linesOf(0, 0).length;
  const wanted = Math.ceil(bytesOfSession / each);
  const now = Date.now();
  let calls = 0;
  for (; fstatSync(file).size < bytesOfSession; calls++) {
    writeSync(file, linesOf(calls, now - Math.max(0, wanted - calls) * msBetween));
  }
  closeSync(file);
  return calls;
}

/** A result of a tool, and the answer to it in two lines. */
function linesOf(call: number, at: number): string {
  const line = { sessionId: 's1', cwd: '/home/dev/shop', timestamp: new Date(at).toISOString(), isSidechain: false };
  const usage = {
    ...{ input_tokens: 5, cache_read_input_tokens: 50_000, cache_creation_input_tokens: 800, output_tokens: 300 },
    cache_creation: { ephemeral_5m_input_tokens: 800, ephemeral_1h_input_tokens: 0 },
  };
  const message = { id: `m${call}`, role: 'assistant', model: 'claude-opus-4-6', stop_reason: 'tool_use', usage };
  const result = { type: 'tool_result', tool_use_id: `t${call}`, content: 'x y z '.repeat(700) };
  const answer = (text: string): object => ({
    ...{ ...line, type: 'assistant', requestId: `r${call}` },
    message: { ...message, content: [{ type: 'text', text }] },
  });
  return [{ ...line, type: 'user', message: { role: 'user', content: [result] } }, answer('I look.'), answer('Done.')]
    .map((one) => `${JSON.stringify(one)}\n`)
    .join('');
}
