/**
 * `npm run bench:logs -- FOLDER`: the dollars of the same sessions by this project, by ccusage and by genai-prices, which
 * are installed in FOLDER (`npm install ccusage@18.0.11 @pydantic/genai-prices@0.1.8`), as a table in Markdown.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkData } from '../../build/data/check-data.ts';
import { readData } from '../../build/data/read-data.ts';
import { catalogOf } from '../../test/support/core/dated.ts';
import { ourUsd, textOf } from './our-usd.ts';
import { type PeerCase, peerCases } from './peer-cases.ts';

interface Usage {
  message: { id: string; model: string; usage: object };
  timestamp: string;
}

/** The part of genai-prices that is used. */
interface GenaiPrices {
  findProvider(options: { providerId: string }): object;
  extractUsage(provider: object, answer: object): { usage: object };
  calcPrice(usage: object, model: string, options: object): { total_price: number } | null;
}

/** Dollars by ccusage, which reads the files from a home of their own. */
function ccusageUsd(folder: string, { files }: PeerCase): number {
  const home = mkdtempSync(join(tmpdir(), 'agent-cost-peers-'));
  try {
    const project = join(home, '.claude/projects/app');
    mkdirSync(project, { recursive: true });
    for (const [index, lines] of files.entries()) writeFileSync(join(project, `${index}.jsonl`), textOf(lines));
    const env = { ...process.env, HOME: home, CLAUDE_CONFIG_DIR: join(home, '.claude') };
    const text = execFileSync(join(folder, 'node_modules/.bin/ccusage'), ['daily', '--json', '--offline'], { env });
    return JSON.parse(String(text)).totals.totalCost;
  } finally {
    rmSync(home, { recursive: true });
  }
}

/** Dollars by genai-prices, call by call: the last line of each answer. */
async function genaiUsd(folder: string, { files }: PeerCase): Promise<number> {
  const path = createRequire(join(folder, 'package.json')).resolve('@pydantic/genai-prices');
  const genai: GenaiPrices = await import(pathToFileURL(path).href);
  const provider = genai.findProvider({ providerId: 'anthropic' });
  const answers = new Map((files.flat() as Usage[]).map((line) => [line.message.id, line]));
  let usd = 0;
  for (const { message, timestamp } of answers.values()) {
    const { usage } = genai.extractUsage(provider, message);
    const options = { providerId: 'anthropic', timestamp: new Date(timestamp) };
    usd += genai.calcPrice(usage, message.model, options)?.total_price ?? Number.NaN;
  }
  return usd;
}

const versionOf = (folder: string, name: string): string =>
  JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;

async function main(folder: string): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const checked = checkData(readData(join(import.meta.dirname, '../../data')), { asOf: today, today });
  if ('problems' in checked) throw new Error('The data has problems: npm run check:data lists them.');
  const catalog = catalogOf(checked.data, today);
  const head = ['session', 'by hand', 'agent-cost', `ccusage ${versionOf(folder, 'ccusage')}`];
  head.push(`genai-prices ${versionOf(folder, '@pydantic/genai-prices')}`, 'why');
  const rows = [head, head.map(() => '---')];
  for (const one of peerCases) {
    const found = [await ourUsd(catalog, one), ccusageUsd(folder, one), await genaiUsd(folder, one)];
    rows.push([one.name, ...[one.usd, ...found].map((usd) => (usd === null ? '–' : usd.toFixed(4))), one.why]);
  }
  console.log(rows.map((row) => `| ${row.join(' | ')} |`).join('\n'));
}

const [folder] = process.argv.slice(2);
if (folder !== undefined) await main(resolve(folder));
else console.error('npm run bench:logs -- FOLDER: a folder with ccusage and @pydantic/genai-prices installed.');
