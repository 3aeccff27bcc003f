/** Crowds that hold connections and send slowly, and what somebody else notices of them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { ask } from '../support/server/http.ts';
import { untilReady } from '../support/server/ready.ts';
import { startServer } from '../support/server/server.ts';

/** What the connections of a crowd send, a byte at a time. */
export const crowdKinds = ['heads', 'bodies', 'options'] as const;
export type CrowdKind = (typeof crowdKinds)[number];

export interface CrowdResult {
  kind: CrowdKind;
  /** Requests of somebody else, each on a new connection, and how many got a 200. */
  asked: number;
  answered: number;
  /** Why the others got none, such as ECONNRESET. */
  reasons: string[];
  /** Milliseconds in which 99 of 100 of the answers came, which says how busy the machine is too. */
  p99: number;
  /** Milliseconds that the server's thread itself computed from the request to the answer, at most in 99 of 100. */
  computedP99: number;
  /** As many requests to the port of /metrics, and how many got a 200. */
  metricsAnswered: number;
  /** Resident MiB of the server before the crowd, and at most. */
  idle: number;
  peak: number;
}

/** Requests of somebody else: fewer than the rate limit of the server. */
const asked = 100;

/**
 * Lets ten addresses with 500 connections each come to a server with its usual limits, and asks it from another address,
 * over about so many seconds. A request that has no answer after `patience` milliseconds has none.
 */
export async function crowd(kind: CrowdKind, seconds: number, patience: number): Promise<CrowdResult> {
  const server = await untilReady(await startServer({ RATE_LIMIT: '120/60' }));
  const { port } = new URL(server.base);
  const idle = residentMiB(server.pid);
  const result: CrowdResult = {
    kind,
    asked,
    answered: 0,
    reasons: [],
    p99: 0,
    computedP99: 0,
    metricsAnswered: 0,
    idle,
    peak: 0,
  };
  const script = join(import.meta.dirname, 'dribble.mjs');
  const child = spawn(process.execPath, [script, port, '10', '500', kind], { stdio: ['ignore', 'pipe', 'inherit'] });
  const times: number[] = [];
  const computed: number[] = [];
  try {
    await once(child.stdout, 'data');
    for (let i = 0; i < asked; i++) {
      const started = performance.now();
      const before = computedMs(server.pid);
      const reason = await failure(server.base, '/api/v1/meta', patience);
      if (reason === null) {
        result.answered++;
        times.push(performance.now() - started);
        computed.push(computedMs(server.pid) - before);
      } else result.reasons.push(reason);
      if ((await failure(server.metrics, '/healthz', patience)) === null) result.metricsAnswered++;
      result.peak = Math.max(result.peak, residentMiB(server.pid));
      const next = started + (1000 * seconds) / asked;
      await new Promise((resolve) => setTimeout(resolve, next - performance.now()));
    }
  } finally {
    child.kill('SIGKILL');
    await server.stop();
  }
  result.p99 = p99Of(times);
  result.computedP99 = p99Of(computed);
  return result;
}

const p99Of = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(0.99 * times.length) - 1] ?? Number.POSITIVE_INFINITY;

/** Resident memory of the server in a crowd: it was twice that of an idle one and 64 MiB when that took 68. */
const mostMiB = 200;

/**
 * What is wrong with the answers somebody else gets, or null. How long an answer takes depends on what else the machine
 * does, and how much the server computes before it does not.
 */
export function complaint({
  asked,
  answered,
  reasons,
  computedP99,
  metricsAnswered,
  peak,
}: CrowdResult): string | null {
  if (answered < 0.95 * asked) return `only ${answered} answered: ${[...new Set(reasons)].join(', ')}`;
  if (computedP99 >= slow) return 'too slow';
  if (metricsAnswered < 0.95 * asked) return `only ${metricsAnswered} answered on the port of /metrics`;
  return peak > mostMiB ? 'too much memory' : null;
}

/** From how many milliseconds of computing before an answer on it is too slow. */
const slow = 500;

/** The result as a line. */
export const crowdReport = ({ kind, asked, answered, p99, computedP99, idle, peak }: CrowdResult): string =>
  `Crowd that dribbles ${kind}: ${answered} of ${asked} others answered, p99 ${p99.toFixed(0)} ms, of which the server computed ${computedP99.toFixed(0)}; memory ${idle.toFixed(0)} MiB before, at most ${peak.toFixed(0)} MiB`;

/** Why a request on a new connection got no 200; null: it did. */
async function failure(base: string, path: string, patience: number): Promise<string | null> {
  const agent = new Agent();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no answer'), patience);
  });
  const answer = ask(base, path, { agent }).then(
    ({ status }) => (status === 200 ? null : String(status)),
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** Milliseconds for which the first thread of a process, on which a server answers, has had a processor. */
const computedMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;

const residentMiB = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
