import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Import, importsOf, read, sourcesBelow, withoutComments, withoutStrings } from './support/imports.ts';

const runtime = sourcesBelow('runtime');
const build = sourcesBelow('build');
const sources = [...runtime, ...build];
const imports = sources.flatMap(importsOf);

/** The rooms below `runtime`; `server` has one for each platform, and `build` is one room. */
const roomOf = (path: string): string =>
  /^runtime\/server\/(http|rate-limit|auth|node|edge)\//.exec(path)?.[0].slice(0, -1) ??
  (path.startsWith('runtime/') ? path.split('/').slice(0, 2).join('/') : (path.split('/')[0] as string));

/** The folders, beside each other, between which an import leads; null within a folder and between it and one in it. */
function arrowBetween(from: string, of: string): string | null {
  const [source, target] = [dirname(from).split('/'), dirname(of).split('/')];
  const parted = source.findIndex((name, depth) => name !== target[depth]);
  if (parted < 0 || parted >= target.length) return null;
  return [source, target].map((names) => names.slice(0, parted + 1).join('/')).join(' -> ');
}

/** What each room may import: rooms of the project, a document, `package` (any), `node:`, or a package by name. */
const arrows: Record<string, string[]> = {
  'runtime/core': ['runtime/core'],
  'runtime/api': ['runtime/core', 'runtime/api'],
  'runtime/io': ['runtime/core', 'runtime/io', 'node:', 'package'],
  'runtime/server/http': ['runtime/core', 'runtime/api', 'runtime/server/http', 'virtual:'],
  'runtime/server/rate-limit': ['runtime/core', 'runtime/server/http', 'runtime/server/rate-limit', '@redis/client'],
  'runtime/server/auth': ['runtime/core', 'runtime/server/rate-limit', 'runtime/server/auth'],
  'runtime/server/node': [
    'runtime/core',
    'runtime/api',
    'runtime/server/http',
    'runtime/server/rate-limit',
    'runtime/server/auth',
    'runtime/server/node',
    'runtime/io',
    'node:',
    'package',
    'virtual:',
  ],
  'runtime/server/edge': [
    'runtime/core',
    'runtime/api',
    'runtime/server/http',
    'runtime/server/rate-limit',
    'runtime/server/auth',
    'runtime/server/edge',
    'virtual:',
  ],
  // Also runs in a browser, like fflate.
  'runtime/logs': ['runtime/core', 'runtime/logs', 'fflate'],
  'runtime/site': ['runtime/core', 'runtime/api', 'runtime/logs', 'runtime/site', 'package', 'virtual:'],
  'runtime/exports': [
    'runtime/core',
    'runtime/api',
    'runtime/logs',
    'runtime/server/http',
    'runtime/exports',
    'package',
  ],
  'runtime/audit': [
    'runtime/core',
    'runtime/api',
    'runtime/exports',
    'runtime/site',
    'runtime/audit',
    'node:',
    'package',
    'virtual:',
  ],
  'runtime/duckdb': ['runtime/core', 'runtime/logs', 'runtime/duckdb', 'node:', '@duckdb/node-api'],
  'runtime/library': ['runtime/core', 'runtime/api', 'runtime/logs', 'runtime/library', 'package', 'virtual:'],
  'runtime/mcp': [
    'runtime/core',
    'runtime/api',
    'runtime/logs',
    'runtime/library',
    'runtime/mcp',
    'docs',
    'node:',
    'package',
    'virtual:',
  ],
  'runtime/cli': [
    'runtime/core',
    'runtime/api',
    'runtime/exports',
    'runtime/duckdb',
    'runtime/logs',
    'runtime/io',
    'runtime/server/http',
    'runtime/server/rate-limit',
    'runtime/server/auth',
    'runtime/server/node',
    'runtime/audit',
    'runtime/mcp',
    'runtime/cli',
    'node:',
    'package',
    'virtual:',
  ],
  build: [
    'runtime/core',
    'runtime/api',
    'runtime/logs',
    'runtime/io',
    'runtime/server/http',
    'runtime/server/rate-limit',
    'runtime/server/auth',
    'runtime/audit',
    'runtime/exports',
    'runtime/mcp',
    'runtime/site',
    'build',
    'node:',
    'package',
  ],
};

/** The folders of `core`, from the ground up: each may import those before it. */
const floors = ['values', 'schemas', 'dataset', 'pricing', 'model', 'benchmarks', 'answers', 'explain', 'budgets'];

function isAllowed({ from, of, typeOnly }: Import): boolean {
  const allowed = arrows[roomOf(from)] ?? [];
  if (sources.includes(of)) return allowed.includes(roomOf(of));
  if (of.startsWith('node:')) return allowed.includes('node:');
  if (of.startsWith('docs/')) return allowed.includes('docs');
  if (of.startsWith('virtual:')) return allowed.includes('virtual:');
  // Type imports are erased: they need no platform and no package at run time.
  if (of === 'json-schema-to-ts') return typeOnly;
  return !/^[./]|^(runtime|build|data|test|dist)\//.test(of) && (allowed.includes('package') || allowed.includes(of));
}

describe('imports', () => {
  test('are found', () => {
    expect(imports.length).toBeGreaterThan(100);
    expect(imports).toContainEqual({
      from: 'runtime/core/dataset/catalog.ts',
      of: 'runtime/core/dataset/price-on-day.ts',
      typeOnly: false,
    });
    expect(imports).toContainEqual({
      from: 'runtime/core/schemas/data-files/provider-file.ts',
      of: 'json-schema-to-ts',
      typeOnly: true,
    });
    expect(imports).toContainEqual(expect.objectContaining({ from: 'build/data/read-data.ts', of: 'node:fs' }));
  });

  test('follow the arrows: core <- api <- server, and build may import runtime, but not the reverse', () => {
    const wrong = imports.filter((found) => !isAllowed(found)).map(({ from, of }) => `${from} imports ${of}`);
    expect(wrong).toEqual([]);
  });

  test('lead one way: no two folders of one folder import each other, at any depth', () => {
    const between = new Set(
      imports.filter(({ of }) => sources.includes(of)).flatMap(({ from, of }) => arrowBetween(from, of) ?? []),
    );
    expect(between).toContain('runtime/server/auth -> runtime/server/rate-limit');
    expect(between).toContain('build/prices/page -> build/prices/providers');
    const back = (arrow: string) => arrow.split(' -> ').reverse().join(' -> ');
    expect([...between].filter((arrow) => between.has(back(arrow)))).toEqual([]);
  });

  test('are refused against the arrows', () => {
    const from = 'runtime/core/dataset/price-on-day.ts';
    for (const of of [
      'node:fs',
      'ajv',
      'runtime/server/http/respond.ts',
      'build/data/read-data.ts',
      'data/presets.json',
      'json-schema-to-ts',
    ]) {
      expect(isAllowed({ from, of, typeOnly: false }), of).toBe(false);
    }
    expect(
      isAllowed({ from: 'runtime/server/http/respond.ts', of: 'runtime/server/node/serve.ts', typeOnly: false }),
    ).toBe(false);
    expect(isAllowed({ from: 'runtime/server/node/start-server.ts', of: 'build/build.ts', typeOnly: false })).toBe(
      false,
    );
  });

  test('name their file with its extension, so that every tool finds it', () => {
    const vague = imports.filter(({ of }) => /^(runtime|build)\//.test(of) && !sources.includes(of));
    expect(vague.map(({ from, of }) => `${from} imports ${of}`)).toEqual([]);
  });
});

describe('import cycles', () => {
  test('there are none, not even of types', () => {
    const importedBy = groupBy(
      imports.filter(({ of }) => sources.includes(of)),
      ({ from }) => from,
    );
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (path: string, way: readonly string[]): void => {
      const start = way.indexOf(path);
      if (start >= 0) cycles.push([...way.slice(start), path].join(' -> '));
      if (start >= 0 || done.has(path)) return;
      for (const { of } of importedBy.get(path) ?? []) visit(of, [...way, path]);
      done.add(path);
    };
    for (const path of sources) visit(path, []);
    expect(cycles).toEqual([]);
  });
});

test('a bill goes through at most ten files of the cost model', () => {
  const rooms = new Set(['runtime/core/model/bill.ts']);
  for (const room of rooms) {
    for (const { from, of, typeOnly } of imports) {
      if (from === room && !typeOnly && of.startsWith('runtime/core/model/')) rooms.add(of);
    }
  }
  expect([...rooms].sort()).toContain('runtime/core/model/walk.ts');
  expect(rooms.size).toBeLessThanOrEqual(10);
});

describe('runtime/core', () => {
  test('is built in floors: no folder imports one above it', () => {
    const floorOf = (path: string) => floors.indexOf(path.split('/')[2] as string);
    const within = imports.filter(({ from, of }) => roomOf(from) === 'runtime/core' && sources.includes(of));
    expect(within.filter(({ from }) => floorOf(from) < 0).map(({ from }) => from)).toEqual([]);
    const wrong = within.filter(({ from, of }) => floorOf(of) > floorOf(from));
    expect(wrong.map(({ from, of }) => `${from} imports ${of}`)).toEqual([]);
  });

  const core = runtime.filter((path) => roomOf(path) === 'runtime/core');

  test('uses no platform, clock, randomness or locale', () => {
    const forbidden =
      /\b(process|globalThis|require|Buffer|fetch|Date|performance|crypto|setTimeout|setInterval|queueMicrotask|console|Intl|toLocale\w*|localeCompare|eval|Function)\b(?!\s*:)/;
    expect(core.length).toBeGreaterThan(15);
    for (const path of core) expect(forbidden.exec(withoutStrings(read(path)))?.[0], path).toBeUndefined();
  });

  test('computes only with operations that give the same bits everywhere', () => {
    // ECMAScript leaves exp, log, pow and others to the engine; these are exact.
    const exact = ['abs', 'ceil', 'floor', 'max', 'min', 'round', 'sign', 'sqrt', 'trunc'];
    for (const path of core) {
      const used = [...withoutStrings(read(path)).matchAll(/\bMath\.(\w+)/g)].map((match) => match[1] as string);
      expect(
        used.filter((name) => !exact.includes(name)),
        path,
      ).toEqual([]);
    }
  });
});

describe('runtime/site', () => {
  test('alone uses a document: types of the browser are known everywhere, since the build renders the same components', () => {
    const browser =
      /\b(navigator\.|localStorage|sessionStorage|document\.(body|head|cookie|title|documentElement|createElement|getElementById|querySelector|addEventListener))/;
    for (const path of sources.filter((path) => roomOf(path) !== 'runtime/site'))
      expect(browser.exec(withoutStrings(read(path)))?.[0], path).toBeUndefined();
  });
});

describe('files', () => {
  const reads = /\b(readFileSync|readFile|readdirSync|readdir|opendirSync|opendir|createReadStream|globSync|glob)\s*\(/;
  const writes =
    /\b(writeFileSync|writeFile|writeSync|appendFileSync|appendFile|createWriteStream|mkdirSync|renameSync|rename|linkSync|copyFileSync|cpSync|rmSync|rm|truncateSync)\s*\(|\bopenSync\([^)]*'[wa]/;

  /** The files that may read from disk, and what they read. build/prices is not checked here. */
  const readers = {
    'build/data/read-data.ts': 'data',
    'build/package/declarations.ts': 'the sources of the library',
    'build/package/stage.ts': 'package.json and the finished dist',
    'build/output/input-digest.ts': 'the sources, to know whether they changed',
    'build/output/program-digests.ts': 'the texts of the project in a snapshot, and the command in the new dist',
    'build/output/notices.ts': 'the licences of the packages in the programs',
    'build/output/read-documents.ts': 'the documents that the site shows',
    'build/output/previous-build.ts': 'the last dist',
    'build/output/write-dist.ts': 'what esbuild has put into the new dist',
    'build/output/unfinished-mark.ts': 'the names next to dist',
    'build/output/output-path.ts': 'whether dist is a build or files of a user',
    'build/output/swap.ts': 'the snapshots in the last dist',
    'build/snapshot/collect-files.ts': 'data and the finished dist',
    'build/snapshot/write-snapshot.ts': 'a snapshot of the same name',
  };
  /** The files that may write to disk, and what; everything else goes through runtime/io/output-file.ts. */
  const writers = {
    'runtime/io/output-file.ts': 'files under names that somebody chose: the one place that keeps what is there',
    'runtime/cli/running/guard-state.ts': 'the folder of the file that says by how much budgets were raised',
    'runtime/cli/running/limits-file.ts': 'appends a line to the file of quotas',
    'runtime/cli/running/this-run.ts': 'standard output',
    'runtime/cli/locked-file.ts': 'the lock next to a keys file',
    'runtime/audit/openssl-ts.ts': 'a temporary file for openssl',
    'runtime/cli/running/read-on.ts': 'marks in that folder that a process reads on',
    'runtime/cli/sealed-folder.ts': 'the index of logs in the cache folder of the user',
    'runtime/server/node/observability/log.ts': 'standard output',
    'build/output/write-dist.ts': 'the new dist, a fresh folder',
    'build/output/swap.ts': 'swaps dist',
    'build/output/unfinished-mark.ts': 'marks what a build works on, and removes what a killed build left',
    'build/snapshot/write-snapshot.ts': 'makes dist/snapshot',
    'build/package/stage.ts': 'makes dist-package',
    'build/data/data-schemas.ts': 'makes data/schemas',
    'build/prices/check/claude-code.ts': 'a package of npm, in a temporary folder',
    'build/prices/import/packages.ts': 'a temporary folder for packages',
    'bench/load/load.ts': 'in the temporary folder of the bench',
    'bench/logs/made-up-sessions.ts': 'in the temporary folder of the bench',
    'bench/logs/main.ts': 'in a temporary folder, removed at the end',
    'bench/logs/speed.ts': 'in the temporary folder of the bench',
    'bench/logs/newest-ccusage.ts': 'in the temporary folder of the bench',
    'bench/sections/logs.ts': 'in the temporary folder of the bench',
    'bench/peers/usage.mjs': 'in the temporary folder of the bench',
    'bench/peers/writer.mjs': 'in the temporary folder of the bench',
    'bench/sections/build.ts': 'in the temporary folder of the bench',
    'bench/sections/report.ts': 'in the temporary folder of the bench',
    'bench/sections/statusline.ts': 'in the temporary folder of the bench',
    'bench/synthetic.ts': 'in the temporary folder of the bench',
    'bench/workplace.ts': 'the temporary folder of the bench',
  };
  const pipeline = build.filter((path) => !path.startsWith('build/prices/'));

  test('of data are read only by build/data/read-data.ts', () => {
    const found = pipeline.filter((path) => reads.test(withoutStrings(read(path))));
    expect(found.sort()).toEqual(Object.keys(readers).sort());
    for (const path of runtime)
      expect(/['"`](\.{1,2}\/)*data\/\w*/.exec(withoutComments(read(path)))?.[0], path).toBeUndefined();
  });

  test('are written only by the listed files', () => {
    // Of the strings only the flags of openSync matter.
    const code = (path: string) => withoutComments(read(path)).replace(/'(?![wa]x?')[^'\n]*'/g, "''");
    const found = [...sources, ...sourcesBelow('bench')].filter(
      (path) => read(path).includes('node:fs') && writes.test(code(path)),
    );
    expect(found.sort()).toEqual(Object.keys(writers).sort());
  });
});

function groupBy<T>(values: readonly T[], key: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) groups.set(key(value), [...(groups.get(key(value)) ?? []), value]);
  return groups;
}
