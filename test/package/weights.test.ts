/** docs/performance.md says what each program weighs, the library and the worker without their catalog. */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundleLibrary, bundleWorker } from '../../build/output/bundle.ts';
import type { CatalogFile } from '../../runtime/core/dataset/dataset.ts';
import type { Published } from '../../runtime/server/http/dist-format.ts';
import { testDist } from '../support/dist.ts';
import { keepingFigures } from '../support/figures.ts';
import { projectRoot } from '../support/project-root.ts';

const onDisk = (...names: string[]): Buffer => Buffer.concat(names.map((name) => readFileSync(join(testDist, name))));

/** A chunk of the server and those that it imports at once. */
function loaded(chunk: string, seen: string[] = []): string[] {
  if (seen.includes(chunk)) return seen;
  const imported = [
    ...onDisk(chunk)
      .toString()
      .matchAll(/(?<!\()\brequire\("\.\/(?:lib\/)?([\w-]+\.cjs)"\)/g),
  ];
  return imported.reduce((all, [, name]) => loaded(`lib/${name}`, all), [...seen, chunk]);
}

const chunkOf = (name: string): string =>
  `lib/${readdirSync(join(testDist, 'lib')).find((chunk) => chunk.startsWith(`${name}-`))}`;

const asset = (name: string): string => `public/assets/${name}`;

async function weights(): Promise<string> {
  const { index, client } = await bundleLibrary({} as CatalogFile);
  const folder = mkdtempSync(join(tmpdir(), 'agent-cost-weights-'));
  await bundleWorker(folder, {} as Published);
  const server = loaded(chunkOf('run-server'), ['server.cjs']);
  const front = [asset('site.js'), asset('front.js'), asset('site.css')];
  const programs: [name: string, what: string, content: Uint8Array][] = [
    ['index.js', 'the library', index.content],
    ['client.js', 'the client of the HTTP API', client.content],
    ['agent-cost.cjs', 'starts the command', onDisk('agent-cost.cjs')],
    ['price.cjs', '`agent-cost price`', onDisk('price.cjs', 'look-up-prices.cjs')],
    ['read-log.cjs', 'logs for a status line', onDisk('read-log.cjs')],
    ['cli.js', 'every other command', onDisk('cli.js')],
    ['mcp.js', 'tools for agents, beside the library', onDisk('mcp.js')],
    ['pages.js', 'pages that `verify` makes again', onDisk('pages.js')],
    ['server.cjs', 'what it loads to send files', onDisk(...server)],
    ['server.cjs, POST', 'with the first POST', onDisk(...loaded(chunkOf('post'), server))],
    ['worker.js', 'the worker', readFileSync(join(folder, 'worker.js'))],
    ['the front page', 'its scripts and style until it is used', onDisk(...front)],
    ['the front page, used', 'and from then on', onDisk(...front, asset('cost.js'))],
  ];
  const size = (bytes: number): string => bytes.toLocaleString('en');
  const rows = programs.map(
    ([name, what, content]) => `| ${name} | ${what} | ${size(content.length)} | ${size(gzipSync(content).length)} |`,
  );
  return ['| program | what it is | bytes | gzipped |', '|---|---|---:|---:|', ...rows].join('\n');
}

test('the weights in docs/performance.md are those of this build; `npx vitest run test/package/weights.test.ts -u` writes them', async () => {
  const path = join(projectRoot, 'docs/performance.md');
  const document = readFileSync(path, 'utf8');
  const now = await weights();
  const table = /^\| program \|(.|\n)*?(?=\n\n)/m;
  expect(document).toMatch(table);
  await expect(document.replace(table, (before) => keepingFigures(before, now))).toMatchFileSnapshot(path);
});
