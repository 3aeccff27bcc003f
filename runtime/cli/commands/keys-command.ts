/** Makes, lists and removes API keys. The file keeps only their SHA-256. */
import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { hex } from '../../http/callers/callers.ts';
import type { KeysFile } from '../../http/callers/keys-file.ts';
import { readLimit } from '../../http/callers/rate-limit.ts';
import { readKeysFile, sha256 } from '../../node/access.ts';

const epilogue = `
The server reads the file named by KEYS_FILE at start and on SIGHUP:
  agent-cost keys add acme --plan pro --limit 600/60 --file keys.json
  KEYS_FILE=keys.json node dist/server.js
  kill -HUP <pid>     after every change`;

export function keysCommand(): Command {
  const keys = new Command('keys').description('API keys of the server').addHelpText('after', epilogue);
  const file = ['--file <path>', 'the keys file', 'keys.json'] as const;
  const json = ['--json', 'print JSON'] as const;
  keys
    .command('add')
    .description('make a key and print it, this once')
    .argument('<id>', 'whose key it is: letters, digits, . _ -', anId)
    .requiredOption('--plan <name>', 'its plan')
    .option('--limit <requests/seconds>', 'limit of the plan; needed when the plan is new', aLimit)
    .option(...file)
    .option(...json)
    .action(add);
  keys
    .command('list')
    .description('list ids, plans and dates')
    .option(...file)
    .option(...json)
    .action(list);
  keys
    .command('remove')
    .description('remove a key')
    .argument('<id>')
    .option(...file)
    .action(remove);
  return keys;
}

interface Options {
  file: string;
  json?: true;
}

type Plan = KeysFile['plans'][string];

function add(id: string, options: Options & { plan: string; limit?: Plan }): void {
  const file: KeysFile = existsSync(options.file) ? readKeysFile(options.file) : { plans: {}, keys: [] };
  if (file.keys.some((key) => key.id === id))
    throw new Error(`There is a key ${id} already; remove it first, or choose another id.`);
  const plan = options.limit ?? file.plans[options.plan];
  if (!plan) throw new Error(`The plan ${options.plan} is new: give it a limit, such as --limit 600/60.`);
  const key = `ac_${randomBytes(32).toString('base64url')}`;
  file.plans[options.plan] = plan;
  file.keys.push({
    id,
    plan: options.plan,
    sha256: hex(sha256(key)),
    createdOn: new Date().toISOString().slice(0, 10),
  });
  save(options.file, file);
  if (options.json) console.log(JSON.stringify({ id, plan: options.plan, key }));
  else {
    console.log(key);
    console.error(
      `The key of ${id}, shown this once; ${options.file} keeps its SHA-256. Send it as X-API-Key. SIGHUP makes a running server read it.`,
    );
  }
}

function list({ file: path, json }: Options): void {
  const { plans, keys } = readKeysFile(path);
  const rows = keys.map(({ id, plan, createdOn }) => ({ id, plan, ...(plans[plan] as Plan), createdOn }));
  if (json) console.log(JSON.stringify(rows));
  else
    for (const { id, plan, limit, seconds, createdOn } of rows)
      console.log(`${id}  ${plan} (${limit}/${seconds})  ${createdOn}`);
}

function remove(id: string, { file: path }: Options): void {
  const file = readKeysFile(path);
  const kept = file.keys.filter((key) => key.id !== id);
  if (kept.length === file.keys.length) throw new Error(`There is no key ${id} in ${path}.`);
  save(path, { ...file, keys: kept });
  console.error(`Removed ${id}. SIGHUP makes a running server forget it.`);
}

/** Whole or not at all, and readable by its owner only. */
function save(path: string, file: KeysFile): void {
  const next = `${path}.next-${process.pid}`;
  writeFileSync(next, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  renameSync(next, path);
}

function anId(text: string): string {
  if (/^[A-Za-z0-9._-]{1,64}$/.test(text)) return text;
  throw new InvalidArgumentError('An id has 1 to 64 letters, digits, dots, underscores or hyphens.');
}

function aLimit(text: string): Plan {
  const limit = readLimit(text);
  if (limit) return limit;
  throw new InvalidArgumentError('A limit is REQUESTS/SECONDS, such as 600/60.');
}
