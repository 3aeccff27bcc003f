/**
 * `npm run bench:logs`: the dollars of the same sessions by this project, by ccusage and by genai-prices, and the time and
 * memory that this project and ccusage take for made-up sessions, as tables in Markdown.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { calcPrice, extractUsage, findProvider } from '@pydantic/genai-prices';
import { checkData } from '../../build/data/check-data.ts';
import { readData } from '../../build/data/read-data.ts';
import { readCommandLine, scriptCommand, WrongUse } from '../../runtime/io/command-line.ts';
import { catalogOf } from '../../test/support/core/dated.ts';
import { ourUsd, textOf } from './our-usd.ts';
import { type PeerCase, peerCases } from './peer-cases.ts';
import { speedRows } from './speed.ts';

interface Usage {
  message: { id: string; model: string; usage: object };
  timestamp: string;
}

/** Dollars by ccusage, which reads the files from a home of their own. */
function ccusageUsd(ccusage: string, { files }: PeerCase): number {
  const home = mkdtempSync(join(tmpdir(), 'agent-cost-peers-'));
  try {
    const project = join(home, '.claude/projects/app');
    mkdirSync(project, { recursive: true });
    for (const [index, lines] of files.entries()) writeFileSync(join(project, `${index}.jsonl`), textOf(lines));
    const env = { ...process.env, HOME: home, CLAUDE_CONFIG_DIR: join(home, '.claude') };
    const text = execFileSync(process.execPath, [ccusage, 'daily', '--json', '--offline'], { env });
    return JSON.parse(String(text)).totals.totalCost;
  } finally {
    rmSync(home, { recursive: true });
  }
}

/** Dollars by genai-prices, call by call: the last line of each answer. */
function genaiUsd({ files }: PeerCase): number {
  const provider = findProvider({ providerId: 'anthropic' });
  if (provider === undefined) throw new Error('genai-prices does not know Anthropic');
  const answers = new Map((files.flat() as Usage[]).map((line) => [line.message.id, line]));
  let usd = 0;
  for (const { message, timestamp } of answers.values()) {
    const { usage } = extractUsage(provider, message);
    usd += calcPrice(usage, message.model, { provider, timestamp: new Date(timestamp) })?.total_price ?? Number.NaN;
  }
  return usd;
}

const versionOf = (folder: string, name: string): string =>
  JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;

/** The program that a package names; its folder where it is not installed. */
function programOf(folder: string, name: string): string {
  const place = join(folder, 'node_modules', name);
  const file = join(place, 'package.json');
  return existsSync(file) ? join(place, JSON.parse(readFileSync(file, 'utf8')).bin[name]) : join(place, 'package.json');
}

const root = join(import.meta.dirname, '../..');

const markdown = (rows: readonly (readonly string[])[]): string =>
  rows
    .flatMap((row, at) => (at === 0 ? [row, row.map(() => '---')] : [row]))
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');

async function dollarsTable(folder: string, ccusage: string): Promise<string> {
  const today = new Date().toISOString().slice(0, 10);
  const checked = checkData(readData(join(root, 'data')), { asOf: today, today });
  if ('problems' in checked) throw new Error('The data has problems: npm run check:data lists them.');
  const catalog = catalogOf(checked.data, today);
  const head = ['session', 'by hand', 'agent-cost', `ccusage ${versionOf(folder, 'ccusage')}`];
  const rows = [[...head, `genai-prices ${versionOf(root, '@pydantic/genai-prices')}`, 'why']];
  for (const one of peerCases) {
    const found = [await ourUsd(catalog, one), ccusageUsd(ccusage, one), genaiUsd(one)];
    rows.push([one.name, ...[one.usd, ...found].map((usd) => (usd === null ? '–' : usd.toFixed(4))), one.why]);
  }
  return markdown(rows);
}

async function speedTable(ccusage: string, megabytes: number): Promise<string> {
  const { made, rows, printed } = await speedRows(join(root, 'dist/cli.js'), ccusage, megabytes);
  const size = `${megabytes.toLocaleString('en')} MB, ${made.files.toLocaleString('en')} files, ${made.calls.toLocaleString('en')} calls`;
  const [first] = rows;
  const table = markdown([
    ['reader', 'CPU', 'of the first', 'time', 'memory', 'dollars'],
    ...rows.map(({ reader, usd, seconds, cpuSeconds, maxBytes }) => [
      ...[reader, `${cpuSeconds.toFixed(1)} s`, (cpuSeconds / (first?.cpuSeconds ?? Number.NaN)).toFixed(2)],
      ...[`${seconds.toFixed(1)} s`, maxBytes === null ? '–' : `${Math.round(maxBytes / 1e6)} MB`, usd.toFixed(2)],
    ]),
  ]);
  return `${size}; by the price list $${made.usd.toFixed(2)}\n\n${table}\n\n${printed}`;
}

const help = `Compares with ccusage and genai-prices.

  npm run bench:logs -- [FOLDER] [--megabytes N]

  FOLDER         where ccusage is installed; default test/conformance
  --megabytes N  measure CPU, time and memory on made-up sessions of this size, below TMPDIR, with the program in dist,
                 and print the first lines of the report;
                 default 0: only the dollars
  --help         print this

Exit codes: 0 printed; 1 ccusage or dist is missing; 2 usage error.`;

const command = scriptCommand('npm run bench:logs', help).argument('[folder]').option('--megabytes <n>', '', '0');

try {
  const line = readCommandLine<{ megabytes: string }>(command);
  if (line !== null) {
    const megabytes = Number(line.options.megabytes);
    if (!Number.isSafeInteger(megabytes) || megabytes < 0) throw new WrongUse('--megabytes must be a whole number.');
    const folder = resolve(line.words[0] ?? join(root, 'test/conformance'));
    const ccusage = programOf(folder, 'ccusage');
    const missing = [ccusage, ...(megabytes === 0 ? [] : [join(root, 'dist/cli.js')])].filter(
      (path) => !existsSync(path),
    );
    if (missing.length > 0) {
      console.error(`${missing.join(' and ')} is missing: npm ci in test/conformance, npm run build.`);
      process.exitCode = 1;
    } else {
      console.log(await dollarsTable(folder, ccusage));
      if (megabytes > 0) console.log(`\n${await speedTable(ccusage, megabytes)}`);
    }
  }
} catch (error) {
  if (!(error instanceof WrongUse)) throw error;
  console.error(`${error.message}\nRun npm run bench:logs -- --help for usage.`);
  process.exitCode = 2;
}
