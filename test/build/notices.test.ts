/**
 * The licences in a build: the terms of all third-party code in the programs are included. The tools listed in a
 * snapshot: every package whose code is in it, or which affects its bytes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { noticesFor } from '../../build/output/notices.ts';
import { toolVersions } from '../../build/snapshot/collect-files.ts';
import { testDist } from '../support/dist.ts';
import { projectRoot } from '../support/project-root.ts';

const notices = readFileSync(join(testDist, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
const programs = [
  ...readdirSync(testDist).filter((name) => /\.c?js$/.test(name)),
  ...readdirSync(join(testDist, 'lib')).map((name) => join('lib', name)),
];

const packageOf = (path: string): string => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] as string;

/** Packages, from the comments that esbuild writes before the code of each bundled file; the server has none. */
const bundled = new Set(
  programs.flatMap((program) =>
    [
      ...readFileSync(join(testDist, program), 'utf8').matchAll(/^\s*(?:\/\/ |")(node_modules\/.+?)"?(?: ?[({].*)?$/gm),
    ].map(([, path = '']) => packageOf(path)),
  ),
);

/** What esbuild finds, without writing it. */
const inspected = async (options: BuildOptions): Promise<Metafile> => {
  const { metafile } = await build({
    absWorkingDir: projectRoot,
    bundle: true,
    external: ['virtual:*'],
    platform: 'node',
    format: 'esm',
    outdir: 'nowhere',
    ...options,
    write: false,
    metafile: true,
  });
  return metafile;
};

beforeAll(async () => {
  const { outputs } = await inspected({ entryPoints: ['runtime/server/node/start-server.ts'] });
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const used = inputs.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : []));
  const packages = used.filter((path) => path.includes('node_modules/')).map(packageOf);
  expect(packages).toContain('node_modules/pino');
  for (const one of packages) bundled.add(one);
});

const textsOf = (directory: string): string[] =>
  readdirSync(join(projectRoot, directory))
    .filter((name) => /^(licen[cs]e|notice|copying)/i.test(name))
    .map((name) =>
      readFileSync(join(projectRoot, directory, name), 'utf8')
        .replaceAll('\r\n', '\n')
        .trim(),
    );

test('every package whose code is in a program is listed with its version and the text of its licence', () => {
  expect(bundled.size).toBeGreaterThan(20);
  for (const directory of bundled) {
    const { name, version } = JSON.parse(readFileSync(join(projectRoot, directory, 'package.json'), 'utf8'));
    const [, section = ''] = notices.split(`\n\n${name} ${version} (`);
    expect(section, name).not.toBe('');
    const end = section.indexOf('-'.repeat(80));
    const own = end < 0 ? section : section.slice(0, end);
    expect(own, name).toMatch(/copyright|apache license/i);
    for (const text of textsOf(directory)) expect(own, name).toContain(text);
  }
});

test('the licence of the product itself comes first', () => {
  expect(notices.startsWith(`agent-cost\n\n${readFileSync(join(projectRoot, 'LICENSE'), 'utf8').trim()}`)).toBe(true);
});

test('every program states where the licences are', () => {
  for (const program of programs) {
    expect(readFileSync(join(testDist, program), 'utf8').trimEnd(), program).toMatch(
      /THIRD-PARTY-NOTICES\.txt(?:\n\/\*![\s\S]*\*\/)?$/,
    );
  }
});

test('the order of the inputs does not matter, and each package is listed once', () => {
  const inputs = ['node_modules/pino/pino.js', 'node_modules/pino/lib/proto.js', 'node_modules/b4a/index.js'];
  expect(noticesFor(inputs)).toBe(noticesFor([...inputs].reverse()));
  expect(noticesFor(inputs).match(/^pino /gm)).toHaveLength(1);
});

test('a package without a licence file or a known copyright holder stops the build', () => {
  expect(() => noticesFor(['node_modules/sirv/build.mjs'])).toThrow(/^sirv is bundled but has no licence file/);
});

test('the lock file has the hash of every package that is installed here', () => {
  const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string; optional?: boolean; os?: string[]; cpu?: string[] }>;
  };
  const without = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity);
  // Binaries for other platforms, which npm does not fetch here and so cannot hash.
  for (const [path, { optional, os, cpu }] of without) {
    expect({ path, optional, platform: os !== undefined && cpu !== undefined }).toEqual({
      path,
      optional: true,
      platform: true,
    });
  }
});

/** Entry points of a build, of the programs in a snapshot, and of page scripts that use packages. */
const entries = [
  'build/build.ts',
  'build/output/assemble.mjs',
  'build/snapshot/make-snapshot.ts',
  'runtime/cli/agent-cost.ts',
  'runtime/library/library.ts',
  'runtime/site/cost/first-view.tsx',
  'runtime/site/cost/start-cost.tsx',
  'runtime/site/log/worker-code.ts',
  'runtime/site/tokens/start-tokens.tsx',
];

/** Packages that only check, or whose output is not in a snapshot. */
const leaveNothing = [
  '@duckdb/node-api',
  '@modelcontextprotocol/sdk',
  'ajv-formats',
  'json-schema-to-typescript',
  'jsonc-parser',
  'oxc-transform',
];

test('the tools are the imported packages', async () => {
  const { outputs } = await inspected({
    entryPoints: entries,
    packages: 'external',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.md': 'text' },
  });
  const imported = Object.values(outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  const packages = imported.flatMap((path) => /^(?!node:|virtual:)(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const versions = toolVersions(projectRoot);
  expect([...Object.keys(versions), ...leaveNothing].sort()).toEqual([...new Set(packages)].sort());
  for (const version of Object.values(versions)) expect(version).toMatch(/^\d+\.\d+\.\d+/);
});
