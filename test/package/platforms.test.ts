/** The library on its platforms: a bundle in Chromium and in workerd, and every runtime available on npm. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { outside, missing as toolsMissing } from '../conformance/tools.ts';
import { startWorkerd, workerdMissing } from '../edge/workerd.ts';
import { stop } from '../hosts/programs/processes.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { ask } from '../support/server/http.ts';
import { missing, programOf } from '../support/system-packages.ts';
import { installed, pack, printed } from './packed.ts';

const packed = pack();
const dir = installed(packed);

/** A user's program, whose output must be the same everywhere. */
const program = `import { estimate, price, rank, resolve } from 'agent-cost';
export const answers = () => JSON.stringify([
  price({ model: 'claude-sonnet-4-6', input: 1200, cachedInput: 45_000, output: 850, on: '2026-11-20' }),
  estimate({ presetId: 'support', modelCallsPerTask: 6.5, retryRatePct: 7 }),
  rank({ presetId: 'rag' }),
  resolve('azure/gpt-4o'),
]);
`;
writeFileSync(join(dir, 'answers.js'), program);
writeFileSync(join(dir, 'main.js'), "import { answers } from './answers.js';\nconsole.log(answers());\n");
const expected = printed(process.execPath, ['main.js'], dir).trim();

/** The program bundled with the package. */
const bundled = (contents: string, format: 'iife' | 'esm'): string =>
  buildSync({
    stdin: { contents: `import { answers } from './answers.js';\n${contents}`, resolveDir: dir },
    bundle: true,
    format,
    platform: 'browser',
    write: false,
  }).outputFiles[0]?.text ?? '';

test('the answers on this Node are as expected', () => {
  expect(JSON.parse(expected)[0].usd).toBe(0.02985);
  expect(expected.length).toBeGreaterThan(10_000);
});

test('a browser bundle gives the same answers in Chromium', (context) => {
  const reason = missing('chromium');
  if (reason !== null) context.skip(reason);
  const page = join(temporaryDirectory(), 'page.html');
  const script = bundled('document.body.textContent = btoa(unescape(encodeURIComponent(answers())));', 'iife');
  writeFileSync(
    page,
    `<!doctype html><meta charset="utf-8"><body><script>${script.replaceAll('</script', '<\\/script')}</script>`,
  );
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    `--user-data-dir=${temporaryDirectory()}`,
    '--dump-dom',
  ];
  const dom = printed(programOf('chromium'), [...flags, `file://${page}`], dir);
  const [, answer = ''] = /([A-Za-z0-9+/=]+)<\/body>/.exec(dom) ?? [];
  expect(Buffer.from(answer, 'base64').toString()).toBe(expected);
});

test('a worker gives the same answers in workerd', async (context) => {
  const reason = workerdMissing();
  if (reason !== null) context.skip(reason);
  const site = temporaryDirectory();
  for (const name of ['public', 'hosts/cloudflare']) mkdirSync(join(site, name), { recursive: true });
  const settings = 'hosts/cloudflare/wrangler.json';
  writeFileSync(join(site, settings), readFileSync(join(testDist, settings)));
  writeFileSync(join(site, 'worker.js'), bundled('export default { fetch: () => new Response(answers()) };', 'esm'));
  const workerd = await startWorkerd(temporaryDirectory(), site);
  expect((await ask(workerd.base, '/')).text).toBe(expected);
  await stop(workerd.child);
});

const reason = toolsMissing();

describe.skipIf(reason !== null)(`with the tools of test/conformance ${reason ?? ''}`, () => {
  const modules = join(outside, 'node_modules');

  test.each([
    ['Node 22', 'node-22/bin/node', ['main.js']],
    ['Node 24', 'node-24/bin/node', ['main.js']],
    ['Deno', '@deno/linux-x64-glibc/deno', ['run', '--no-remote', '--node-modules-dir=manual', 'main.js']],
    ['Bun', '@oven/bun-linux-x64/bin/bun', ['main.js']],
  ])('the answers are the same in %s', (name, path, args) => {
    const binary = join(modules, path);
    expect(existsSync(binary), `${name} is not in ${modules}`).toBe(true);
    expect(printed(binary, args, dir).trim()).toBe(expected);
  });

  test('publint finds nothing in the package', () => {
    const found = printed(join(modules, '.bin/publint'), ['run', packed.file, '--strict', '--pack', 'false'], dir);
    expect(found).toMatch(/All good/);
  });

  test('its types are right for every import style', () => {
    // It exits with another code if it finds a fault. Node 10 knew no exports.
    const found = printed(
      join(modules, '.bin/attw'),
      [packed.file, '--profile', 'node16', '--no-emoji', '--format', 'ascii'],
      dir,
    );
    expect(found).toMatch(/node16 \(from ESM\): .*OK/);
    expect(found).toMatch(/node16 \(from CJS\): .*OK/);
  });
});
