/** Creates, lists, rotates and removes API keys. The file stores only their SHA-256. */

import { randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { isDay } from '../../core/values/day.ts';
import { lookUp } from '../../core/values/look-up.ts';
import { hex, isoSeconds } from '../../server/auth/auth.ts';
import { type KeysFile, policyOf, slug } from '../../server/auth/keys-file.ts';
import { readKeysFile, sha256 } from '../../server/node/access.ts';
import { readLimit } from '../../server/rate-limit/rate-limit.ts';
import {
  keyOf,
  type Limit,
  limitText,
  overlapEnd,
  withKey,
  withNewSecret,
  withoutKey,
  withPlan,
} from '../change-keys.ts';
import { changeLocked } from '../locked-file.ts';
import { argument, command, plainExitCodes } from '../program.ts';

const epilogue = `
The server reads the file named by KEYS_FILE at start and on SIGHUP:
  agent-cost keys add acme --plan pro --limit 600/60 --file keys.json
  KEYS_FILE=keys.json node dist/server.js
  kill -HUP <pid>     after every change
To replace a key without a gap, rotate it and give the new one to its owner; the old one is refused after the overlap.
  agent-cost keys rotate acme --overlap 7d --file keys.json
A key that leaked ends at once, with every earlier secret of it:
  agent-cost keys rotate acme --overlap 0d --file keys.json
${plainExitCodes}`;

export function keysCommand(): Command {
  const keys = command('keys').description('API keys of the server').addHelpText('after', epilogue);
  const file = ['--file <path>', 'the keys file', 'keys.json'] as const;
  const json = ['--json', 'print JSON'] as const;
  const expires = ['--expires <when>', 'when it expires: a UTC day (2027-01-31), or 90d, 12h or 30m from now'] as const;
  keys
    .command('add')
    .description('create a key and print it once')
    .argument('<id>', 'id of the key: letters, digits, . _ -', aSlug)
    .option('--plan <name>', 'its plan', aSlug)
    .option(
      '--limit <requests/seconds>',
      'without --plan: the limit of this key only; with --plan: that of a new plan',
      aLimit,
    )
    .option(...expires, aMoment)
    .option(...file)
    .option(...json)
    .action(add);
  keys
    .command('rotate')
    .description('give a key a new secret and print it once; earlier ones stay valid for a while at most')
    .argument('<id>')
    .addOption(
      new Option('--overlap <time>', 'how long earlier secrets are accepted at most: 7d, 12h, 30m; 0d: all end now')
        .argParser(aDuration)
        .default(7 * day, '7 days'),
    )
    .option(...expires, aMoment)
    .option(...file)
    .option(...json)
    .action(rotate);
  keys
    .command('plan')
    .description('create a plan, or change its limit for all its keys')
    .argument('<name>', 'letters, digits, . _ -', aSlug)
    .requiredOption('--limit <requests/seconds>', 'its limit', aLimit)
    .option(...file)
    .action(plan);
  keys
    .command('list')
    .description('list ids, limits and dates')
    .option(...file)
    .option(...json)
    .action(list);
  keys
    .command('remove')
    .description('remove a key')
    .argument('<id>')
    .option(...file)
    .action(remove);
  for (const one of keys.commands) one.showHelpAfterError(`Run agent-cost keys ${one.name()} --help for usage.`);
  return keys;
}

interface Options {
  file: string;
  json?: true;
}

interface AddOptions extends Options {
  plan?: string;
  limit?: Limit;
  expires?: number;
}

/** Changes the keys file under its lock; `start` is the content of a file that does not exist yet. */
async function change(path: string, next: (file: KeysFile) => KeysFile, start?: KeysFile): Promise<void> {
  const changed = async (exists: boolean) => {
    const file = exists || start === undefined ? await readKeysFile(path) : start;
    return `${JSON.stringify(next(file), null, 2)}\n`;
  };
  await changeLocked(path, changed, '--file');
}

const newSecret = (): string => `ac_${randomBytes(32).toString('base64url')}`;
const digestOf = (secret: string): string => hex(sha256(secret));
const none: KeysFile = { plans: {}, keys: [] };

async function add(id: string, { file, plan, limit, expires, json }: AddOptions): Promise<void> {
  const key = newSecret();
  const secret = { sha256: digestOf(key), expiresAt: expires ?? null };
  await change(file, (keys) => withKey(keys, id, { plan, limit }, secret, Date.now()), none);
  const expiresAt = expires === undefined ? {} : { expiresAt: isoSeconds(expires) };
  if (json) return console.log(JSON.stringify({ id, ...(plan !== undefined && { plan }), key, ...expiresAt }));
  console.log(key);
  console.error(
    `The key of ${id}, shown only once; ${file} stores its SHA-256. Send it as X-API-Key. Send SIGHUP to a running server to load it.`,
  );
}

async function rotate(id: string, options: Options & { overlap: number; expires?: number }): Promise<void> {
  const { file, overlap, expires, json } = options;
  const key = newSecret();
  let until: string | undefined;
  await change(file, (keys) => {
    const now = Date.now();
    const next = withNewSecret(keys, id, { sha256: digestOf(key), expiresAt: expires }, overlap, now);
    until = overlapEnd(keyOf(next, id), now);
    return next;
  });
  if (json) return console.log(JSON.stringify({ id, key, ...(until !== undefined && { previousExpiresAt: until }) }));
  console.log(key);
  const old =
    until === undefined ? 'refuses every earlier one' : `accepts the earlier ones until ${until} at the latest`;
  console.error(`The new key of ${id}, shown only once. Send SIGHUP to a running server: it then ${old}.`);
}

async function plan(name: string, { file: path, limit }: Options & { limit: Limit }): Promise<void> {
  let count = 0;
  await change(
    path,
    (file) => {
      count = file.keys.filter((key) => key.plan === name).length;
      return withPlan(file, name, limit);
    },
    none,
  );
  console.error(
    `The plan ${name} has the limit ${limitText(limit)} and ${count} keys. Send SIGHUP to a running server to load it.`,
  );
}

async function list({ file: path, json }: Options): Promise<void> {
  const { plans, keys } = await readKeysFile(path);
  const rows = keys.map((key) => {
    const { limit, seconds } = policyOf(plans, key);
    const { id, plan, createdOn, expiresAt } = key;
    return { id, plan, limit, seconds, createdOn, expiresAt, previousExpiresAt: overlapEnd(key, Date.now()) };
  });
  if (json) {
    console.log(JSON.stringify(rows));
    return;
  }
  for (const { id, plan, createdOn, expiresAt, previousExpiresAt, ...limit } of rows) {
    const ends = expiresAt === undefined ? '' : `  expires ${expiresAt}`;
    const overlap = previousExpiresAt === undefined ? '' : `  old secret until ${previousExpiresAt}`;
    console.log(`${id}  ${plan ?? 'its own'} (${limitText(limit)})  ${createdOn}${ends}${overlap}`);
  }
}

async function remove(id: string, { file: path }: Options): Promise<void> {
  await change(path, (file) => withoutKey(file, id));
  console.error(`Removed ${id}. Send SIGHUP to a running server to unload it.`);
}

const aSlug = argument('1 to 64 letters, digits, dots, underscores and hyphens', (text) =>
  slug.test(text) ? text : null,
);

const aLimit = argument('REQUESTS/SECONDS, such as 600/60', (text) => readLimit(text) ?? null);

const day = 24 * 60 * 60 * 1000;
const units: Record<string, number> = { d: day, h: day / 24, m: day / 24 / 60 };

const aDuration = argument('a whole number of days, hours or minutes, such as 7d, 12h or 30m', (text) => {
  const [, count, unit = ''] = /^(\d{1,4})([dhm])$/.exec(text) ?? [];
  return count === undefined ? null : Number(count) * (lookUp(units, unit) as number);
});

/** A future time in milliseconds since 1970: the start of a day in UTC, or a duration from now. */
function aMoment(text: string): number {
  const looksLikeDay = /^\d{4}-\d\d-\d\d$/.test(text);
  if (looksLikeDay && !isDay(text)) throw new InvalidArgumentError('There is no such day.');
  const moment = looksLikeDay ? Date.parse(`${text}T00:00:00Z`) : Date.now() + aDuration(text);
  if (moment > Date.now()) return moment;
  throw new InvalidArgumentError('It must be in the future.');
}
