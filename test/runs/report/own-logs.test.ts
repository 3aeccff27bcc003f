/** `agent-cost report` without logs: it finds those of the agents on this machine. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findLogs, placesOn } from '../../../runtime/cli/find-logs.ts';
import { openCodeLines, readsDatabases, type Sqlite } from '../../../runtime/cli/opencode-database.ts';
import { usd } from '../../../runtime/core/values/rounded.ts';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { readCalls } from '../../../runtime/logs/read-calls.ts';
import { temporaryDirectory } from '../../support/copies.ts';
import { testDist } from '../../support/dist.ts';
import { asNobody, runCliIn } from '../../support/run.ts';
import { notLinux } from '../../support/system-packages.ts';

const fixtures = join(import.meta.dirname, '../readers/fixtures');

function put(path: string, fixture: string): void {
  mkdirSync(dirname(path), { recursive: true });
  cpSync(join(fixtures, fixture), path);
}

/** A home with nothing in it but what is put there, and no variable that leads elsewhere. */
const inHome = (home: string, ...args: string[]) =>
  runCliIn(home, ['report', ...args], {
    ...{ HOME: home, USERPROFILE: home, TZ: 'UTC' },
    ...{ CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', XDG_CONFIG_HOME: '', XDG_DATA_HOME: '', APPDATA: '' },
  });

describe('where logs are', () => {
  const foldersOf = (platform: NodeJS.Platform, env: Record<string, string>, agent: string, home = '/h') =>
    placesOn({ env, home, platform }).find((place) => place.agent === agent)?.folders ?? [];

  test('Claude Code: its variable may name several folders, else XDG and the home', () => {
    expect(foldersOf('linux', {}, 'Claude Code')).toEqual(['/h/.config/claude/projects', '/h/.claude/projects']);
    expect(foldersOf('linux', { XDG_CONFIG_HOME: '/x' }, 'Claude Code')[0]).toBe('/x/claude/projects');
    expect(foldersOf('linux', { CLAUDE_CONFIG_DIR: '/a, /b' }, 'Claude Code')).toEqual(['/a/projects', '/b/projects']);
  });

  test('Codex: CODEX_HOME', () => {
    expect(foldersOf('darwin', { CODEX_HOME: '/c' }, 'Codex')).toEqual(['/c/sessions', '/c/archived_sessions']);
  });

  test.each([
    ['linux', {}, '/h/.config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks'],
    ['darwin', {}, '/h/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/tasks'],
    ['win32', { APPDATA: '/r' }, '/r/Code/User/globalStorage/saoudrizwan.claude-dev/tasks'],
  ] as const)('Cline on %s: the storage of the editor', (platform, env, folder) => {
    expect(foldersOf(platform, env, 'Cline')).toContain(folder);
  });

  test('a folder that two names lead to is read once', () => {
    const home = temporaryDirectory();
    put(join(home, '.claude/projects/p/a.jsonl'), 'claude-code.jsonl');
    mkdirSync(join(home, '.config'));
    symlinkSync(join(home, '.claude'), join(home, '.config/claude'));
    const { found } = findLogs({ env: {}, home, platform: 'linux' });
    expect(found.map(({ agent, files }) => [agent, files.length])).toEqual([['Claude Code', 1]]);
  });
});

describe('the database of opencode', () => {
  const home = temporaryDirectory();
  const path = join(home, '.local/share/opencode/opencode.db');
  const message = {
    ...{ role: 'assistant', modelID: 'claude-sonnet-4-5', providerID: 'anthropic', agent: 'build' },
    ...{ time: { created: Date.parse('2026-11-20T10:00:00Z') }, path: { cwd: '/home/dev/app' }, cost: 0.5 },
    tokens: { input: 10, output: 20, reasoning: 5, cache: { read: 3000, write: 40 } },
  };
  /** What Node's own module does, with the rows of the two queries. */
  const sqliteWith = (columns: readonly string[], rows: readonly object[]): Sqlite => ({
    DatabaseSync: class {
      prepare = (sql: string) => ({
        all: () => (sql.includes('pragma') ? columns.map((name) => ({ name })) : [...rows]),
      });
      close(): void {}
    },
  });
  const columns = ['id', 'session_id', 'time_created', 'time_updated', 'data'];

  beforeAll(() => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'SQLite format 3\0');
  });

  test('is found where Node has SQLite, and named with what to do where it has not', () => {
    const on = (canRead: boolean) => findLogs({ env: {}, home, platform: 'linux' }, canRead);
    expect(on(true)).toMatchObject({
      found: [{ agent: 'opencode', folder: '~/.local/share/opencode/opencode.db', files: [{ path, isFound: true }] }],
      logs: { files: [{ path }], skipped: [] },
    });
    const { found, logs } = on(false);
    expect(found).toEqual([]);
    expect(logs).toEqual({ files: [], skipped: [{ name: path, what: expect.stringMatching(/opencode export/) }] });
    expect(['20.20.2', '22.12.0', '22.13.0', '24.1.0'].map(readsDatabases)).toEqual([false, false, true, true]);
  });

  test('has the messages that were documents before, with the ids of the row', async () => {
    const rows = [1, 2].map((id) => ({
      id: `msg_${id}`,
      session_id: 'ses_1',
      data: JSON.stringify(message, null, id),
    }));
    const calls: CallRecord[] = [];
    for await (const batch of readCalls(openCodeLines(path, sqliteWith(columns, rows)), 'opencode.db')) {
      calls.push(...batch);
    }
    expect(calls).toHaveLength(2);
    expect(calls[0]).toMatchObject({
      ...{ model: 'claude-sonnet-4-5', session: 'ses_1', project: '/home/dev/app', agent: 'opencode', usd: 0.5 },
      // Reasoning is beside the output.
      ...{ input: 10, cachedInput: 3000, cacheWrite: 40, output: 25, reasoning: 5, at: message.time.created },
    });
  });

  test('is not mistaken for another database, and not read in silence', async () => {
    const read = (sqlite: Sqlite | undefined) => openCodeLines(path, sqlite).next();
    await expect(read(sqliteWith(['id', 'title'], []))).rejects.toMatchObject({ mayHaveCalls: false });
    const here = openCodeLines(path, undefined);
    if (!readsDatabases()) await expect(here.next()).rejects.toMatchObject({ mayHaveCalls: true });
  });

  test.skipIf(readsDatabases())(
    'stops a report on it, and is told of in one on its folder, with --strict',
    async () => {
      const named = await inHome(home, path);
      expect({ code: named.code, stdout: named.stdout }).toEqual({ code: 2, stdout: '' });
      expect(named.stderr).toContain('Node 22.13 or newer');
      writeFileSync(join(dirname(path), 'message.json'), JSON.stringify({ id: 'm', sessionID: 's', ...message }));
      const folder = await inHome(home, dirname(path), '--strict', '--json');
      expect([folder.code, JSON.parse(folder.stdout).total.calls]).toEqual([3, 1]);
      expect(folder.stderr).toMatch(/opencode\.db: .*Node 22\.13 or newer/);
    },
  );
});

describe('report without logs', () => {
  const home = temporaryDirectory();
  beforeAll(() => {
    // The logs are of 2026-11-20.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') });
    put(join(home, '.claude/projects/-home-dev-shop/b1a2.jsonl'), 'claude-code.jsonl');
    put(join(home, '.codex/sessions/2026/11/20/rollout-1.jsonl'), 'codex.jsonl');
    writeFileSync(join(home, '.claude/projects/-home-dev-shop/notes.md'), 'not a log');
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  test('in an empty home says where it looked, and what to give', async () => {
    const { code, stdout, stderr } = await inHome(temporaryDirectory());
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^ {2}Claude Code: ~\/\.config\/claude\/projects, ~\/\.claude\/projects$/m);
    expect(stderr).toMatch(/^ {2}Codex: ~\/\.codex\/sessions/m);
    expect(stderr).toMatch(/^Name a file .* calls\.jsonl\./m);
  });

  test.each([
    ['Droid', '.factory/sessions', 'a1.settings.json'],
    ['Grok', '.grok/sessions', 'a1/updates.jsonl'],
    ['Kimi', '.kimi/sessions', 'a1/wire.jsonl'],
    ['Kimi', '.kimi-code/sessions', 'a1/wire.jsonl'],
    ['Antigravity', '.gemini/antigravity', 'conversations/a1.pb'],
  ])('says that the log of %s in ~/%s is not read, and why', async (agent, folder, file) => {
    const other = temporaryDirectory();
    mkdirSync(dirname(join(other, folder, file)), { recursive: true });
    writeFileSync(join(other, folder, file), '{}');
    const alone = await inHome(other);
    expect({ code: alone.code, stdout: alone.stdout }).toEqual({ code: 1, stdout: '' });
    const line = `  - ~/${folder}: The log of ${agent} is not read: `;
    expect(alone.stderr.split('\n').filter((one) => one.includes(line) && !one.endsWith(line))).toHaveLength(1);
    // Beside logs that are read it is told with them, and the bill is made.
    put(join(other, '.codex/sessions/2026/11/20/rollout-1.jsonl'), 'codex.jsonl');
    const beside = await inHome(other, '--strict', '--json');
    expect([beside.code, JSON.parse(beside.stdout).total.calls]).toEqual([3, 3]);
    expect(beside.stderr).toContain(line);
  });

  // As in the tests of the two formats: claude-opus-4-6 has 3 x $5 + 1,000 x $0.50 + 500 x $6.25 + 200 x $10 + 150 x $25
  // per million = $0.009390, claude-haiku-4-5 has 2,000 x $1 + 60 x $5 = $0.0023, and gpt-5 has 3,000 x $1.25 +
  // 14,000 x $0.125 + 400 x $10 + a search of $0.01 = $0.0195. Two calls have no price.
  test('compares this month with the last, by agent, model and project', async () => {
    const { code, stdout } = await inHome(home, '--json');
    expect(code).toBe(0);
    const { total, timeZone, agents, months, groups, reading } = JSON.parse(stdout);
    expect(total).toMatchObject({ calls: 6, unpricedCalls: 2, usd: 0.03119 });
    expect(timeZone).toBe('UTC');
    expect(agents).toEqual([
      { agent: 'Claude Code', folder: '~/.claude/projects', files: 1 },
      { agent: 'Codex', folder: '~/.codex/sessions', files: 1 },
    ]);
    expect(months.thisMonth).toMatchObject({ month: '2026-11', from: '2026-11-01', until: '2026-11-22', usd: 0.03119 });
    expect(months.lastMonth).toMatchObject({ month: '2026-10', from: '2026-10-01', until: '2026-10-31', calls: 0 });
    // 21.5 days after the start of October.
    expect(months.lastMonthToDate).toMatchObject({ from: '2026-10-01', until: '2026-10-22', calls: 0 });
    expect(months.groups[0].rows).toMatchObject([
      { key: 'Codex', thisMonth: { usd: 0.0195 }, lastMonth: { calls: 0 } },
      { key: 'Claude Code', thisMonth: { usd: 0.01169 }, lastMonth: { calls: 0 } },
    ]);
    expect(groups.map(({ by }: { by: string }) => by)).toEqual(['model', 'project', 'week']);
    expect(reading.notLogs).toEqual([]);
  });

  test('what the logs leave out stands below the bill of the months, with the dollars of --json', async () => {
    const own = temporaryDirectory();
    const line = (id: number) => ({
      ...{ type: 'assistant', sessionId: 's1', requestId: `r${id}`, timestamp: '2026-11-20T10:00:00Z' },
      message: {
        ...{ id: `m${id}`, role: 'assistant', model: 'claude-opus-4-6', stop_reason: null },
        content: [{ type: 'text', text: 'a'.repeat(4000) }],
        usage: { input_tokens: 10, output_tokens: 1 },
      },
    });
    mkdirSync(join(own, '.claude/projects/p'), { recursive: true });
    const lines = Array.from({ length: 80 }, (_, id) => `${JSON.stringify(line(id))}\n`).join('');
    writeFileSync(join(own, '.claude/projects/p/s1.jsonl'), lines);
    const { unrecorded } = JSON.parse((await inHome(own, '--json')).stdout);
    expect(unrecorded).toMatchObject({ calls: 80, finalCalls: 0 });
    const { stdout } = await inHome(own);
    expect(stdout).toContain(`about ${usd(unrecorded.missingUsd.middle)} (`);
    expect(stdout.indexOf('never recorded')).toBeLessThan(stdout.indexOf('claude-opus-4-6'));
    expect((await inHome(home)).stdout).not.toContain('never recorded');
  });

  test('the months are those of the time zone, and equal parts of them are compared', async () => {
    const own = temporaryDirectory();
    const line = (id: string, timestamp: string, output: number) =>
      JSON.stringify({
        ...{ type: 'assistant', sessionId: 's', timestamp, requestId: id, cwd: '/home/dev/shop' },
        message: { id, model: 'claude-sonnet-4-6', usage: { input_tokens: 0, output_tokens: output } },
      });
    mkdirSync(join(own, '.claude/projects/p'), { recursive: true });
    writeFileSync(
      join(own, '.claude/projects/p/s.jsonl'),
      [
        // October in UTC, November in Tokyo. Output costs $15 a million.
        line('a', '2026-10-31T20:00:00.000Z', 100_000),
        line('b', '2026-10-05T20:00:00.000Z', 200_000),
        line('c', '2026-10-30T20:00:00.000Z', 400_000),
        line('d', '2026-09-01T00:00:00.000Z', 800_000),
      ].join('\n'),
    );
    const inTokyo = JSON.parse((await inHome(own, '--json', '--timezone', 'Asia/Tokyo')).stdout);
    expect(inTokyo).toMatchObject({ timeZone: 'Asia/Tokyo', callsLeftOut: 1, total: { calls: 3 } });
    expect(inTokyo.months).toMatchObject({
      ...{ thisMonth: { usd: 1.5 }, lastMonth: { usd: 9 }, lastMonthToDate: { usd: 3 } },
    });
    const inUtc = JSON.parse((await inHome(own, '--json')).stdout);
    expect(inUtc.months).toMatchObject({ thisMonth: { usd: null, calls: 0 }, lastMonth: { usd: 10.5 } });
    const { stdout } = await inHome(own, '--timezone', 'Asia/Tokyo');
    expect(stdout).toMatch(/^Claude Code {2}~\/\.claude\/projects, 1 file$/m);
    expect(stdout).toMatch(/Asia\/Tokyo/);
    expect(stdout).toMatch(/^November 2026 so far +\$1\.50 {2}1 call at list price$/m);
    expect(stdout).toMatch(/^October 2026 +\$9\.00 {2}2 calls at list price$/m);
    expect(stdout).toMatch(/^50\.0 % less than October 2026 had cost by the same time \(\$3\.00\)\.$/m);
    expect(stdout).toMatch(/^Earlier, or without a time: 1 call\./m);
  });

  test('with a time or a grouping it reports on just these calls', async () => {
    const report = async (...args: string[]) => JSON.parse((await inHome(home, ...args, '--json')).stdout);
    expect(await report('--last-month')).toMatchObject({ total: { calls: 0 }, callsLeftOut: 6 });
    const grouped = await report('--since', '30d', '--by', 'agent,branch,subagent');
    expect(grouped.months).toBeUndefined();
    expect(
      grouped.groups.map(({ rows }: { rows: { key: string; calls: number }[] }) =>
        rows.map(({ key, calls }) => [key, calls]),
      ),
    ).toEqual([
      [
        ['Codex', 3],
        ['Claude Code', 3],
      ],
      [['main', 6]],
      [
        [null, 5],
        ['sidechain', 1],
      ],
    ]);
  });

  test('no form has a folder of the machine or a whole id, unless asked', async () => {
    const own = temporaryDirectory();
    const session = '3f0c1d2e-1111-4222-8333-444455556666';
    const line = (cwd: string) =>
      JSON.stringify({
        ...{ type: 'assistant', sessionId: session, timestamp: '2026-11-20T10:00:00.000Z', cwd: `/home/dev/${cwd}` },
        message: { model: 'claude-sonnet-4-6', usage: { input_tokens: 10, output_tokens: 20 } },
      });
    mkdirSync(join(own, '.claude/projects/p/q'), { recursive: true });
    writeFileSync(join(own, `.claude/projects/p/${session}.jsonl`), `${line('client-a/shop')}\n{"type":"assistant",`);
    writeFileSync(join(own, `.claude/projects/p/q/${session}.jsonl`), line('client-b/shop'));
    const by = ['--by', 'project,session,task', '--since', '2026-11'];
    const html = ['--html', 'r.html', '--focus', 'f.csv'];
    const written = () => ['r.html', 'f.csv'].map((name) => readFileSync(join(own, name), 'utf8'));
    const private_ = new RegExp(['home/dev', session, own].join('|'));
    for (const form of [[], ['--json'], ['--csv'], html]) {
      const { code, stdout } = await inHome(own, ...by, ...form);
      expect(code).toBe(0);
      for (const text of [stdout, ...(form === html ? written() : [])]) {
        expect(text).not.toMatch(private_);
        expect(text).toContain('client-a/shop');
      }
    }
    expect((await inHome(own)).stdout).not.toMatch(private_);
    const full = await inHome(own, ...by, ...html, '--full-names');
    for (const text of [full.stdout, ...written()]) expect(text).toContain('/home/dev/client-a/shop');
    const backtest = await runCliIn(own, ['backtest', join(own, '.claude')]);
    expect(backtest.stdout).not.toMatch(private_);
  });

  test('a receipt needs logs that are named', async () => {
    const { code, stderr } = await inHome(home, '--receipt', 'r.json');
    expect(code).toBe(2);
    expect(stderr).toMatch(/--receipt/);
  });
});

describe('every command that reads logs finds them as report does', () => {
  const commands = [
    ['report', 'totals'],
    ['report', 'reprice', '--model', 'claude-haiku-4-5'],
    ['estimate', 'calibrate'],
    ['estimate', 'backtest', '--calls'],
    ['estimate', 'forecast'],
    ['estimate', 'forecast', '--month'],
  ];
  const variables = ['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'GEMINI_CLI_HOME', 'QWEN_HOME', 'OPENCODE_DATA_DIR'];
  const elsewhere = [...variables, 'COPILOT_HOME', 'PI_CODING_AGENT_DIR', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME'];

  test.each(commands.map((args) => [args.join(' '), args] as const))(
    '%s: in the same folders, by the same variables',
    async (_, args) => {
      const home = temporaryDirectory();
      const env = Object.fromEntries(elsewhere.map((name) => [name, join(home, name)]));
      const run = (command: readonly string[], more: Record<string, string>) =>
        runCliIn(home, command, { HOME: home, USERPROFILE: home, TZ: 'UTC', APPDATA: '', ...more });
      const unset = Object.fromEntries(elsewhere.map((name) => [name, '']));
      for (const settings of [env, unset]) {
        const [asked, report] = [await run(args, settings), await run(['report'], settings)];
        expect(asked.stdout).toBe('');
        // The same places, each named with its folder.
        expect(asked).toEqual(report);
        expect(report.stderr.includes(join('~', 'CODEX_HOME', 'sessions'))).toBe(settings === env);
      }
      const [named] = variables;
      put(join(home, named as string, 'projects/-home-dev-shop/b1a2.jsonl'), 'claude-code.jsonl');
      const { code, stdout, stderr } = await run(args, env);
      if (/totals|reprice|calibrate/.test(args.join())) {
        expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('projects, 1 file') });
      }
      expect(stderr).not.toMatch(/No log of an agent was found|missing required argument/);
    },
  );
});

describe('what is found and cannot be read', () => {
  const shop = '.claude/projects/-home-dev-shop';

  /** A home with one log that can be read: 3 calls of Claude Code, one of them without a price. */
  function aHome(): string {
    const home = temporaryDirectory();
    chmodSync(home, 0o755);
    put(join(home, shop, 'read.jsonl'), 'claude-code.jsonl');
    return home;
  }

  const skippedIn = (stdout: string): string[] =>
    JSON.parse(stdout).reading.skipped.map(({ name }: { name: string }) => name);

  test.skipIf(notLinux !== null)('links and pipes are told of, as in a folder that is named', async () => {
    const home = aHome();
    const elsewhere = join(temporaryDirectory(), 'old.jsonl');
    put(elsewhere, 'claude-code.jsonl');
    symlinkSync(dirname(elsewhere), join(home, '.claude/projects/linked'));
    symlinkSync(elsewhere, join(home, shop, 'linked.jsonl'));
    execFileSync('mkfifo', [join(home, shop, 'pipe.jsonl')]);
    const named = await inHome(home, join(home, '.claude/projects'), '--strict', '--json');
    const found = await inHome(home, '--by', 'model', '--strict', '--json');
    for (const { code, stdout, stderr } of [named, found]) {
      expect(code).toBe(3);
      expect(skippedIn(stdout)).toEqual(['linked.jsonl', 'pipe.jsonl', 'linked']);
      expect(JSON.parse(stdout).total.calls).toBe(3);
      expect(stderr).toContain(join(home, shop, 'pipe.jsonl'));
    }
    const { code } = await inHome(home, '--by', 'model');
    expect(code).toBe(0);
  });

  /** As a user who is subject to permissions, in a process of its own. */
  const asUser = (home: string, ...args: string[]) => {
    const env = { PATH: process.env.PATH, HOME: home, TZ: 'UTC', AGENT_COST_INDEX: 'off' };
    return spawnSync(process.execPath, [...asNobody, join(testDist, 'cli.js'), ...args], { env, encoding: 'utf8' });
  };

  test.skipIf(notLinux !== null)('folders and files without permission are told of, and the rest is priced', () => {
    const home = aHome();
    const closed = {
      file: join(home, shop, 'closed.jsonl'),
      folder: join(home, '.claude/projects/closed'),
      // Its files can be listed and not opened.
      listed: join(home, '.claude/projects/listed'),
      agent: join(home, '.codex'),
    };
    for (const path of [
      closed.file,
      `${closed.folder}/a.jsonl`,
      `${closed.listed}/a.jsonl`,
      `${closed.agent}/sessions/a.jsonl`,
    ])
      put(path, 'claude-code.jsonl');
    chmodSync(closed.file, 0);
    chmodSync(closed.folder, 0);
    chmodSync(closed.listed, 0o444);
    chmodSync(closed.agent, 0);
    try {
      const named = asUser(home, 'report', join(home, '.claude/projects'), '--strict', '--json');
      const found = asUser(home, 'report', '--by', 'model', '--strict', '--json');
      for (const { status, stdout, stderr } of [named, found]) {
        expect(status, stderr).toBe(3);
        expect(JSON.parse(stdout).total.calls).toBe(3);
        for (const path of [closed.file, closed.folder, `${closed.listed}/a.jsonl`]) expect(stderr).toContain(path);
      }
      expect(found.stderr).toContain(join(closed.agent, 'sessions'));
      for (const args of [
        ['statusline', '--debug'],
        ['live', '--once'],
      ])
        expect(asUser(home, ...args), args.join(' ')).toMatchObject({ status: 0, signal: null });
      chmodSync(join(home, shop), 0);
      const nothing = asUser(home, 'report');
      expect(nothing.status).toBe(1);
      expect(nothing.stderr).toContain(join(home, shop));
    } finally {
      for (const path of [closed.folder, closed.listed, closed.agent, join(home, shop)]) chmodSync(path, 0o755);
    }
  });
});
