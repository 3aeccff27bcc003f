/** Random and mutated requests against the real server, each on its own connection. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { testDist } from '../support/dist.ts';
import { untilReady } from '../support/server/ready.ts';
import { startServer } from '../support/server/server.ts';
import { makeCase } from './cases.ts';
import { judgeFor, splitAnswers } from './judge.ts';
import { randomAt } from './random.ts';

export interface FuzzResult {
  seed: number;
  connections: number;
  answers: number;
  statuses: Record<number, number>;
  violations: Violation[];
  memory: { before: number; after: number };
  descriptors: { before: number; after: number };
}

export interface Violation {
  index: number;
  reason: string;
  sent: string;
  received: string;
}

/** How long a connection may take to end after the last byte sent, in milliseconds. */
const patience = 60_000;

interface Heard {
  bytes: Buffer;
  problem: string | null;
}

/** Sends `bytes`, closes its side, and reads until the server closes. */
function exchange(base: string, bytes: Buffer): Promise<Heard> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(base);
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const over = (problem: string | null) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ bytes: Buffer.concat(chunks), problem });
    };
    const timer = setTimeout(() => over('the connection stays open'), patience);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => over(null));
    // A server that has answered may reset a connection on which bytes still arrive.
    socket.on('error', () => over(null));
    socket.end(bytes);
  });
}

export const caseOf = (seed: number, index: number): Buffer => Buffer.from(makeCase(randomAt(seed, index)), 'latin1');

/**
 * Runs until `seconds` have passed and `answers` have arrived, or ten violations are found; `only` runs a single case.
 */
export async function fuzz({
  seconds,
  answers = 0,
  seed,
  only,
}: {
  seconds: number;
  /** Minimum number of answers, however long they take. */
  answers?: number;
  seed: number;
  only?: number;
}): Promise<FuzzResult> {
  const server = await untilReady(await startServer({ RATE_LIMIT: 'off', NODE_OPTIONS: '--max-old-space-size=64' }));
  const judge = judgeFor(testDist);
  const result: FuzzResult = {
    seed,
    connections: 0,
    answers: 0,
    statuses: {},
    violations: [],
    memory: { before: 0, after: 0 },
    descriptors: { before: 0, after: 0 },
  };

  let index = 0;
  let ended = false;
  void server.exited.then(() => {
    ended = true;
  });

  async function run(index: number): Promise<void> {
    const sent = caseOf(seed, index);
    const { bytes, problem } = await exchange(server.base, sent);
    if (ended) return; // reported once, below
    result.connections++;
    const violate = (reason: string) =>
      result.violations.push({
        index,
        reason,
        sent: JSON.stringify(sent.toString('latin1')),
        received: JSON.stringify(bytes.toString('latin1').slice(0, 2000)),
      });
    if (problem !== null) return void violate(problem);
    const { answers, rest } = splitAnswers(bytes);
    // An answer sent while bytes still arrive may be cut off; all others must be complete.
    if (rest.length > 0 && sent.length < 64 * 1024) violate(`${rest.length} bytes of an incomplete answer`);
    for (const answer of answers) {
      result.answers++;
      result.statuses[answer.status] = (result.statuses[answer.status] ?? 0) + 1;
      try {
        const reason = judge(answer);
        if (reason !== null) violate(`${answer.status}: ${reason}`);
      } catch (error) {
        violate(`${answer.status}: ${error}`);
      }
    }
  }

  const shouldContinue = () => !ended && result.violations.length < 10;

  if (only !== undefined) {
    await run(only);
  } else {
    const until = (deadline: number, enough = 0) =>
      Promise.all(
        Array.from({ length: 16 }, async () => {
          while ((performance.now() < deadline || result.answers < enough) && shouldContinue()) await run(index++);
        }),
      );
    // The first fifth, at most five seconds, is warm-up.
    const started = performance.now();
    await until(started + 1000 * Math.min(5, seconds / 5));
    const before = await usage(server);
    await until(started + 1000 * seconds, answers);
    const after = await usage(server);
    result.memory = { before: before.memory, after: after.memory };
    result.descriptors = { before: before.descriptors, after: after.descriptors };
  }
  if (ended || server.output().includes('"level":50')) {
    const reason = ended ? `the server ended at one of the last 32 cases before ${index}` : 'an error was logged';
    result.violations.push({ index, reason, sent: '', received: server.output() });
  }
  await server.stop();
  return result;
}

/** Resident bytes and open descriptors of the server, measured once its connections are closed. */
async function usage({ pid }: { pid: number }) {
  await new Promise((resolve) => setTimeout(resolve, 500));
  if (!existsSync(`/proc/${pid}/status`)) return { memory: 0, descriptors: 0 };
  const memory = 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return { memory, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

/** The result as text. */
export function report({ seed, connections, answers, statuses, violations, memory, descriptors }: FuzzResult): string {
  const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  const found = violations.map(
    ({ index, reason, sent, received }) =>
      `\nVIOLATION ${reason}\n  repeat: npm run fuzz -- --seed ${seed} --only ${index}\n  sent: ${sent}\n  received: ${received}`,
  );
  return [
    `Fuzz with seed ${seed}: ${connections} connections, ${answers} answers, ${violations.length} violations`,
    ...Object.entries(statuses).map(([status, count]) => `  ${status}: ${count}`),
    `  memory ${mib(memory.before)} before, ${mib(memory.after)} after; descriptors ${descriptors.before} before, ${descriptors.after} after`,
    ...found,
  ].join('\n');
}
