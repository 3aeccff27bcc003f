import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Import, importsOf, read, sourcesBelow, withoutStrings } from './support/imports.ts';

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

/**
 * What each room may import besides itself: rooms of the project (below `runtime`), documents, `lists` of `data/`, `package` (any), `node:`,
 * or a package by name.
 */
const arrows: Record<string, string> = {
  core: '',
  api: 'core',
  io: 'core node: package',
  'server/http': 'core api virtual:',
  'server/rate-limit': 'core server/http @redis/client',
  'server/auth': 'core server/rate-limit',
  'server/node': 'core api server/http server/rate-limit server/auth io node: package virtual:',
  'server/edge': 'core api server/http server/rate-limit server/auth virtual:',
  // Also runs in a browser, like fflate.
  logs: 'core fflate virtual:',
  site: 'core api logs package virtual:',
  exports: 'core api logs server/http lists package',
  audit: 'core api exports site node: package virtual:',
  duckdb: 'core logs node: @duckdb/node-api',
  library: 'core api logs package virtual:',
  mcp: 'core api logs library docs node: package virtual:',
  cli: 'core api exports duckdb logs io server/http server/rate-limit server/auth server/node audit mcp node: package virtual:',
  build: 'core api logs io server/http server/rate-limit server/auth audit exports mcp site node: package',
};

/** The folders of `core`, from the ground up: each may import those before it. */
const floors = ['values', 'schemas', 'dataset', 'pricing', 'model', 'benchmarks', 'answers', 'explain', 'budgets'];

function isAllowed({ from, of, typeOnly }: Import): boolean {
  const short = (path: string) => roomOf(path).replace('runtime/', '');
  const allowed = [short(from), ...(arrows[short(from)] ?? '').split(' ')];
  if (sources.includes(of)) return allowed.includes(short(of));
  if (of.startsWith('node:')) return allowed.includes('node:');
  if (of.startsWith('docs/')) return allowed.includes('docs');
  if (of.startsWith('data/lists/')) return allowed.includes('lists');
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
    expect(between).toContain('build/prices/check -> build/prices/page');
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
    for (const [from, of] of [
      ['runtime/server/http/respond.ts', 'runtime/server/node/serve.ts'],
      ['runtime/server/node/start-server.ts', 'build/build.ts'],
    ] as const) {
      expect(isAllowed({ from, of, typeOnly: false }), from).toBe(false);
    }
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

function groupBy<T>(values: readonly T[], key: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) groups.set(key(value), [...(groups.get(key(value)) ?? []), value]);
  return groups;
}
