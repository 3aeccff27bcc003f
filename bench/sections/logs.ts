/** `agent-cost report` on made-up logs of Claude Code beside ccusage, and how soon commands start. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { writeSessions } from '../logs/made-up-sessions.ts';
import { newestCcusage } from '../logs/newest-ccusage.ts';
import { type Timed, timed } from '../logs/speed.ts';
import { megabytes, quotient, type Row, type RowId, row, shareOf } from '../results/goals.ts';
import { filesBelow } from '../workplace.ts';

const bytes = 1e9;
const rounds = 3;
const starts = 15;
const againSeconds = 0.8;
const grownBytes = 1e7;
const grownSeconds = 0.2;
/** While agents run, on logs that were all written today. */
const runningMs = 150;
const runs = 15;
const mostBytes = 250e6;
const msPerDay = 86_400_000;

export async function logRows(bench: Bench): Promise<Row[]> {
  const dist = await bench.place.dist('shipped');
  return [...(await readRows(bench, dist)), ...startRows(bench, dist)];
}

async function readRows(bench: Bench, dist: string): Promise<Row[]> {
  const home = bench.place.fresh('home');
  const projects = join(home, '.claude/projects');
  mkdirSync(projects, { recursive: true });
  bench.say('writing 1 GB of logs');
  const made = writeSessions(projects, bytes, Math.floor(Date.now() / msPerDay) * msPerDay);
  const env = {
    ...{ HOME: home, CLAUDE_CONFIG_DIR: join(home, '.claude'), XDG_CACHE_HOME: join(home, '.cache') },
    ...{ TZ: 'UTC', AGENT_COST_INDEX: '' },
  };
  const peer = newestCcusage(bench.place.fresh('ccusage'));
  const cli = join(dist, 'cli.js');
  const first = [cli, 'report', '--json', '--no-index'];
  const ours: Timed[] = [];
  const alone: Timed[] = [];
  const theirs: Timed[] = [];
  const again: Timed[] = [];
  timed([cli, 'report', '--json'], env);
  for (let round = 1; round <= rounds; round++) {
    bench.say(`report on 1 GB, round ${round}`);
    ours.push(timed(first, env));
    alone.push(timed([...first, '--jobs', '1'], env));
    if (peer !== null) theirs.push(timed([peer.program, 'monthly', '--json', '--offline'], env));
    again.push(timed([cli, 'report', '--json'], env));
  }
  const floor = floors(projects);
  const { maxBytes } = await bench.place.runMeasured(first, { env });
  const grown: Timed[] = [];
  for (let round = 1; round <= rounds; round++) {
    const more = bench.place.fresh('more');
    writeSessions(more, grownBytes, Math.floor(Date.now() / msPerDay) * msPerDay, round);
    for (const path of filesBelow(more)) appendFileSync(join(projects, path), readFileSync(join(more, path)));
    bench.place.discard(more);
    grown.push(timed([cli, 'report', '--json'], env));
  }
  const running = runningRows(
    bench,
    join(dist, 'agent-cost.cjs'),
    join(projects, filesBelow(projects)[0] as string),
    env,
  );
  bench.place.discard(home);
  const least = (some: readonly Timed[]) =>
    `${Math.min(...some.map((one) => one.cpuSeconds)).toFixed(2)} s of CPU in ${Math.min(...some.map((one) => one.seconds)).toFixed(2)} s`;
  const usd = (
    some: readonly Timed[],
    of: (answer: { total: { usd: number }; totals: { totalCost: number } }) => number,
  ) => `$${of(JSON.parse(some[0]?.stdout ?? '')).toFixed(6)}`;
  const size = `${megabytes(made.bytes)}, ${made.calls} calls, $${made.usd.toFixed(6)} by the price list`;
  const own = `agent-cost ${least(ours)}, by one thread ${least(alone)}, ${usd(ours, ({ total }) => total.usd)}`;
  const compared = (id: RowId, top: readonly Timed[], of: (one: Timed) => number): Row[] => {
    if (peer === null) return [];
    const notStarted = peer.newer.length === 0 ? '' : `; ${peer.newer.join(', ')} did not start`;
    const detail = `${size}; ${own}; ccusage ${peer.version} ${least(theirs)}, ${usd(theirs, ({ totals }) => totals.totalCost)}${notStarted}`;
    return [row(id, quotient(top.map(of), theirs.map(of)), null, detail)];
  };
  const inTime = (some: readonly Timed[], allowed: number) =>
    shareOf(
      some.map((one) => one.seconds),
      allowed,
    );
  return [
    ...compared('logsCpu', ours, (one) => one.cpuSeconds),
    ...compared('logsCpuAlone', alone, (one) => one.cpuSeconds),
    ...compared('logsTime', ours, (one) => one.seconds),
    row('logsMemory', shareOf([maxBytes], mostBytes), null, megabytes(maxBytes)),
    row('logsAgain', inTime(again, againSeconds), null, `${least(again)}; ${floor}`),
    row('logsGrown', inTime(grown, againSeconds + grownSeconds), null, least(grown)),
    ...running,
  ];
}

/** What runs beside an agent, once the logs are known. */
function runningRows(bench: Bench, program: string, log: string, env: NodeJS.ProcessEnv): Row[] {
  bench.say(`beside an agent on 1 GB, ${runs} times each`);
  const commands = {
    logsStatusLine: ['statusline', log],
    logsGuard: ['guard', log, '--budget', '1000000/day'],
    logsLive: ['live', '--once'],
  } as const;
  // The first runs read the logs in parts.
  while (timed([program, ...commands.logsStatusLine], env).stdout.includes('reading ...'));
  return (Object.keys(commands) as (keyof typeof commands)[]).map((id) => {
    const ms = Array.from({ length: runs }, () => 1000 * timed([program, ...commands[id]], env).seconds);
    return row(id, shareOf(ms, runningMs), null, `${Math.min(...ms).toFixed(0)} ms at least of ${runs} runs`);
  });
}

/** The least that others take for the same files: to count their lines, and for jq, where it is, to pick out the usage. */
function floors(projects: string): string {
  const picked = "jq -c 'select(.message.usage) | [.message.id, .message.usage]'";
  return ['wc -l', picked]
    .map((command) => {
      const started = performance.now();
      const { status } = spawnSync('bash', [
        '-o',
        'pipefail',
        '-c',
        `cat ${projects}/*/*.jsonl | ${command} > /dev/null`,
      ]);
      const seconds = ((performance.now() - started) / 1000).toFixed(2);
      return `${command.split(' -c')[0]} ${status === 0 ? `${seconds} s` : 'is not here'}`;
    })
    .join(', ');
}

/** CPU of commands beside that of Node alone; a status line and a hook without any log. */
function startRows(bench: Bench, dist: string): Row[] {
  bench.say(`starts of commands, ${starts} times each`);
  const home = bench.place.fresh('empty-home');
  mkdirSync(home);
  const env = { HOME: home, XDG_CACHE_HOME: join(home, '.cache'), CLAUDE_CONFIG_DIR: '' };
  const program = join(dist, 'agent-cost.cjs');
  const commands = {
    node: ['-e', '0'],
    startPrice: [program, 'price', 'gpt-4o', '--input', '10000', '--output', '500'],
    startStatusLine: [program, 'statusline'],
    startGuard: [program, 'guard', '--budget', '20/day'],
  };
  const names = Object.keys(commands) as (keyof typeof commands)[];
  const costs = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    keyof typeof commands,
    number[]
  >;
  for (let turn = 0; turn < starts; turn++) {
    for (const name of names) costs[name].push(timed(commands[name], env).cpuSeconds);
  }
  const ms = (name: keyof typeof commands) => `${(1000 * Math.min(...costs[name])).toFixed(0)} ms of CPU`;
  return (['startPrice', 'startStatusLine', 'startGuard'] as const).map((id) =>
    row(id, quotient(costs[id], costs.node), null, `${ms(id)}, Node alone ${ms('node')}`),
  );
}
