/** The contents of the package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { checkData } from '../../build/data/check-data.ts';
import { readData } from '../../build/data/read-data.ts';
import { bundleLibrary } from '../../build/output/bundle.ts';
import { datedDataset } from '../../runtime/core/dataset/version.ts';
import { testDist } from '../support/dist.ts';
import { projectRoot } from '../support/project-root.ts';
import { pack } from './packed.ts';

const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
const packed = pack();

test('the package has only the library, the command, their types, data and licences', () => {
  console.log(`${packed.files.length} files, ${packed.size} bytes packed, ${packed.unpackedSize} unpacked`);
  // The parts of the library, declared for modules and for CommonJS.
  const parts = 'catalog client estimates facts forecasts index invalid-request pricing span-processor types'.split(
    ' ',
  );
  const declared = parts.flatMap((part) => [`dist/${part}.d.cts`, `dist/${part}.d.ts`]);
  expect(
    packed.files
      .map(({ path }) => path)
      .filter((path) => !declared.includes(path))
      .sort(),
  ).toEqual([
    'LICENSE',
    'README.md',
    'dist/THIRD-PARTY-NOTICES.txt',
    'dist/agent-cost.cjs',
    'dist/agent-cost.schema.json',
    'dist/catalog.json',
    'dist/cli.js',
    'dist/client.cjs',
    'dist/client.js',
    'dist/index.cjs',
    'dist/index.js',
    'dist/live.cjs',
    'dist/log-reader.cjs',
    'dist/look-up-prices.cjs',
    'dist/mcp.js',
    'dist/pages.js',
    'dist/price.cjs',
    'dist/read-log.cjs',
    'package.json',
  ]);
  expect(packed.files.map(({ path }) => path)).toEqual(expect.arrayContaining(declared));
  // pages.js is a quarter of it: verify makes every page again, and auditors read the program. agent-cost.cjs and what it
  // loads have the readers of logs a second time (63 kB), since a status line cannot wait for the whole program; the prices
  // of names that only a seller's list has, with since and until when they are sold, are 6 kB in each of the four files with
  // prices, and the records of 74 models that are shut down 8 kB; reconciling an
  // invoice, plans, and reading logs by their bytes and in threads are 65 kB; price.cjs, which prices a call without loading
  // the other commands, is 40; the forecast of a task, plans in every report and wrapped lines are 5; the library
  // in CommonJS, which takes its prices from catalog.json, is 79; names that only older lists have are 4.
  expect(packed.size).toBeLessThan(1_280_000);
});

test('it has no dependencies to install, and packing builds first', () => {
  for (const kind of ['dependencies', 'optionalDependencies']) expect(manifest).not.toHaveProperty(kind);
  for (const name of Object.keys(manifest.peerDependencies ?? {})) {
    expect(manifest.peerDependenciesMeta[name], name).toEqual({ optional: true });
  }
  expect(manifest).not.toHaveProperty('private');
  expect(manifest.scripts.prepack).toBe('npm run --silent build');
  expect(Object.keys(manifest.scripts)).not.toContain('postinstall');
  const paths = packed.files.map(({ path }) => `./${path}`);
  const namedIn = (entry: unknown): string[] =>
    typeof entry === 'string' ? [entry] : Object.values(entry as object).flatMap(namedIn);
  const named = namedIn(manifest.exports);
  for (const path of [...named, `./${manifest.bin['agent-cost']}`]) expect(paths).toContain(path);
});

test('the library with the shipped data is at most 153 kB gzipped', async () => {
  const day = '2100-01-01';
  const checked = checkData(readData(join(projectRoot, 'data')), { asOf: day, today: day });
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems));
  const { index } = await bundleLibrary(datedDataset(checked.data, day, () => '0'.repeat(64)));
  const bytes = gzipSync(index.content, { level: 9 }).length;
  console.log(`index.js with the shipped data: ${bytes} bytes gzipped`);
  expect(bytes).toBeLessThanOrEqual(153_000);
});

test('the library imports nothing and generates no code at run time', async () => {
  const file = join(testDist, 'index.js');
  const { metafile } = await build({
    entryPoints: [file],
    bundle: true,
    metafile: true,
    write: false,
    platform: 'neutral',
  });
  expect(Object.values(metafile.inputs).flatMap(({ imports }) => imports)).toEqual([]);
  expect(/\bnew Function\b|\beval\s*\(|\bprocess\.|\bBuffer\b/.test(readFileSync(file, 'utf8'))).toBe(false);
});

test('unused exports are tree-shaken', async () => {
  const sizeOf = async (names: string) => {
    const result = await build({
      stdin: {
        contents: names && `import { ${names} } from './index.js'; console.log(${names})`,
        resolveDir: testDist,
      },
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
    });
    // The data is needed by every function.
    return (result.outputFiles[0]?.contents.length ?? 0) - readFileSync(join(testDist, 'catalog.json')).length;
  };
  const all = await sizeOf('price, estimate, rank, explain, resolve, priceOn, models, measured, catalog');
  const price = await sizeOf('price');
  console.log(`code without data: ${all} bytes, ${price} for price alone`);
  expect(await sizeOf('')).toBeLessThan(0);
  expect(price).toBeLessThan(all * 0.75);
});
