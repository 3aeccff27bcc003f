/** `agent-cost report` on a log of many calls, read from the disk. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
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
