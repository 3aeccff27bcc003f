/** Finds the logs that agents keep on this machine. */
import { realpathSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { lookUp } from '../core/values/look-up.ts';
import { filesBelow, type LogFile, type Skipped, unreadable } from './log-files.ts';
import { readsDatabases, withoutSqlite } from './opencode-database.ts';

/** Where an agent keeps its logs: folders, and which of the files below them are logs. */
interface Place {
  agent: string;
  folders: readonly string[];
  isLog: (path: string) => boolean;
  databases?: readonly string[];
}

/** What other agents keep, below the home of the user, and why no bill can be made of it. */
const unread: readonly { agent: string; folder: readonly string[]; why: string }[] = [
  // https://docs.factory.ai/cli/configuration/settings: SESSION.settings.json has one `tokenUsage` for a session.
  { agent: 'Droid', folder: ['.factory', 'sessions'], why: 'it has the tokens of whole sessions, not of calls' },
  // https://docs.x.ai/build/cli/reference; updates.jsonl has its usage at `turn_completed`.
  { agent: 'Grok', folder: ['.grok', 'sessions'], why: 'it has the tokens of whole turns, not of calls' },
  // https://moonshotai.github.io/kimi-cli/en/configuration/data-locations.html: `token_usage` of wire.jsonl has no model.
  { agent: 'Kimi', folder: ['.kimi', 'sessions'], why: 'it does not say which model was called' },
  // https://moonshotai.github.io/kimi-code/en/configuration/data-locations.html
  { agent: 'Kimi', folder: ['.kimi-code', 'sessions'], why: 'there is no reader for its format yet' },
  { agent: 'Antigravity', folder: ['.gemini', 'antigravity'], why: 'its conversations are not readable without it' },
];

export interface FoundLogs {
  agent: string;
  /** `~` stands for the home of the user. */
  folder: string;
  files: LogFile[];
}

const lines = (path: string): boolean => path.endsWith('.jsonl');

/** The places of every agent whose own format is read, most common first. Names are those of `CallRecord.agent`. */
export function placesOn({ env, home, platform }: Machine): Place[] {
  const inHome = (...parts: string[]) => join(home, ...parts);
  const config = env.XDG_CONFIG_HOME || inHome('.config');
  const data = env.XDG_DATA_HOME || inHome('.local', 'share');
  /** A list in a variable, separated by commas, or else the usual folders. */
  const listed = (name: string, ...usual: string[]) => {
    const named = (lookUp(env, name) ?? '').split(',').map((one) => one.trim());
    return named.some((one) => one !== '') ? named.filter((one) => one !== '') : usual;
  };
  const editors = editorFolders({ env, home, platform });
  const inEditors = (extension: string) =>
    editors.map((folder) => join(folder, 'User', 'globalStorage', extension, 'tasks'));
  const isTask = (path: string) => path.endsWith('ui_messages.json');
  return [
    {
      agent: 'Claude Code',
      folders: listed('CLAUDE_CONFIG_DIR', join(config, 'claude'), inHome('.claude')).map((one) =>
        join(one, 'projects'),
      ),
      isLog: lines,
    },
    {
      agent: 'Codex',
      folders: listed('CODEX_HOME', inHome('.codex')).flatMap((one) => [
        join(one, 'sessions'),
        join(one, 'archived_sessions'),
      ]),
      isLog: lines,
    },
    {
      agent: 'Gemini CLI',
      folders: listed('GEMINI_CLI_HOME', home).map((one) => join(one, '.gemini', 'tmp')),
      isLog: (path) => /[\\/]chats[\\/].*\.jsonl?$/.test(path),
    },
    {
      agent: 'Qwen Code',
      folders: listed('QWEN_HOME', inHome('.qwen')).flatMap((one) => [join(one, 'projects'), join(one, 'tmp')]),
      isLog: (path) => /[\\/]chats[\\/].*\.jsonl?$/.test(path),
    },
    {
      agent: 'opencode',
      folders: listed('OPENCODE_DATA_DIR', join(data, 'opencode')).map((one) => join(one, 'storage', 'message')),
      isLog: (path) => path.endsWith('.json'),
      databases: listed('OPENCODE_DATA_DIR', join(data, 'opencode')).map((one) => join(one, 'opencode.db')),
    },
    {
      agent: 'Copilot CLI',
      folders: listed('COPILOT_HOME', inHome('.copilot')).map((one) => join(one, 'session-state')),
      isLog: lines,
    },
    {
      agent: 'Cline',
      folders: [...inEditors('saoudrizwan.claude-dev'), inHome('.cline', 'data', 'tasks')],
      isLog: isTask,
    },
    { agent: 'Roo Code', folders: inEditors('rooveterinaryinc.roo-cline'), isLog: isTask },
    { agent: 'Kilo Code', folders: inEditors('kilocode.kilo-code'), isLog: isTask },
    {
      agent: 'pi',
      folders: listed('PI_CODING_AGENT_DIR', inHome('.pi', 'agent')).map((one) => join(one, 'sessions')),
      isLog: lines,
    },
  ];
}

/** The folders of VS Code and the editors made of it, on the desktop and on a server. */
function editorFolders({ env, home, platform }: Machine): string[] {
  const base =
    platform === 'win32'
      ? env.APPDATA || join(home, 'AppData', 'Roaming')
      : platform === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : env.XDG_CONFIG_HOME || join(home, '.config');
  const names = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf', 'Trae', 'Kiro'];
  const servers = ['.vscode-server', '.vscode-server-insiders', '.cursor-server'];
  return [...names.map((name) => join(base, name)), ...servers.map((name) => join(home, name, 'data'))];
}

/** `logs`: the files of all that were found, and what lies beside them and is not read. */
export function findLogs(machine: Machine, canReadDatabases = readsDatabases()) {
  const found: FoundLogs[] = [];
  const skipped: Skipped[] = [];
  const places = placesOn(machine);
  const seen = new Set<string>();
  for (const { agent, folders, isLog, databases = [] } of places) {
    for (const folder of folders) {
      const real = realPath(folder, (stats) => stats.isDirectory(), skipped);
      if (real === null || seen.has(real)) continue;
      seen.add(real);
      const files = filesBelow(folder, skipped).filter(isLog);
      if (files.length === 0) continue;
      found.push({
        agent,
        folder: shortened(folder, machine),
        files: files.map((path) => ({ name: path, path, isFound: true })),
      });
    }
    for (const path of databases) {
      if (realPath(path, (stats) => stats.isFile(), skipped) === null) continue;
      if (canReadDatabases)
        found.push({ agent, folder: shortened(path, machine), files: [{ name: path, path, isFound: true }] });
      else skipped.push({ name: path, what: `${agent} keeps its newer calls there. ${withoutSqlite}` });
    }
  }
  for (const { agent, folder, why } of unread) {
    const path = join(machine.home, ...folder);
    if (realPath(path, (stats) => stats.isDirectory(), skipped) === null) continue;
    skipped.push({ name: shortened(path, machine), what: `The log of ${agent} is not read: ${why}.` });
  }
  return {
    found,
    logs: { files: found.flatMap(({ files }) => files), skipped },
    /** The folders and databases that were looked for, a line for each agent. */
    looked: places.map(
      ({ agent, folders, databases = [] }) => `${agent}: ${lookedIn([...folders, ...databases], machine)}`,
    ),
  };
}

/** The folders; those of the editors, which differ only in the editor's own, are shown as one. */
function lookedIn(folders: readonly string[], machine: Machine): string {
  const short = folders.map((folder) => shortened(folder, machine));
  const common = short.filter((folder) => !folder.includes('globalStorage'));
  const first = short.find((folder) => folder.includes('globalStorage'));
  const editors = short.length - common.length;
  return [...(first === undefined ? [] : [`${first} and the same of ${editors - 1} other editors`]), ...common].join(
    ', ',
  );
}

/** The path without links of what is there; null: it is not, or is of another kind, or cannot be reached, which is noted. */
function realPath(path: string, isKind: (stats: Stats) => boolean, skipped: Skipped[]): string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats !== undefined && isKind(stats) ? realpathSync(path) : null;
  } catch (error) {
    skipped.push({ name: path, what: unreadable(error) });
    return null;
  }
}

const shortened = (folder: string, { home }: Machine): string =>
  folder.startsWith(home) ? `~${folder.slice(home.length)}` : folder;

export interface Machine {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  platform: NodeJS.Platform;
}

export function thisMachine(): Machine {
  const { env, platform } = process;
  return { env, platform, home: (platform === 'win32' ? env.USERPROFILE : env.HOME) || homedir() };
}
