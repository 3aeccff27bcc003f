import { expect, test } from 'vitest';
import { read, sourcesBelow, withoutComments, withoutStrings } from './support/imports.ts';

const reads = /\b(readFileSync|readFile|readdirSync|readdir|opendirSync|opendir|createReadStream|globSync|glob)\s*\(/;
const writes =
  /\b(writeFileSync|writeFile|writeSync|appendFileSync|appendFile|createWriteStream|mkdirSync|renameSync|rename|linkSync|copyFileSync|cpSync|rmSync|rm|truncateSync)\s*\(|\bopenSync\([^)]*'[wa]/;

/** The files that may read from disk, and what they read. build/prices is not checked here. */
const readers = {
  'build/data/read-data.ts': 'data',
  'build/data/lists.ts': 'the lists of people',
  'build/hosts/host-answers.ts': 'the texts in the languages of hosts',
  'build/package/declarations.ts': 'the sources of the library',
  'build/package/stage.ts': 'package.json and the finished dist',
  'build/output/assemble.mjs': 'the sources in AssemblyScript',
  'build/output/input-digest.ts': 'the sources, to know whether they changed',
  'build/output/program-digests.ts':
    'the documents that the site shows, texts of a snapshot, the command in the new dist',
  'build/output/notices.ts': 'the licences of the packages in the programs',
  'build/output/previous-build.ts': 'the last dist',
  'build/output/write-dist.ts': 'what esbuild has put into the new dist',
  'build/output/unfinished-mark.ts': 'the names next to dist',
  'build/output/output-path.ts': 'whether dist is a build or files of a user',
  'build/output/swap.ts': 'the snapshots in the last dist',
  'build/snapshot/collect-files.ts': 'data and the finished dist',
  'build/snapshot/make-snapshot.ts': 'a snapshot of the same name',
};
/** The files that may write to disk, and what; everything else goes through runtime/io/output-file.ts. */
const writers = {
  'runtime/io/output-file.ts': 'files under names that somebody chose: the one place that keeps what is there',
  'runtime/cli/running/guard-state.ts': 'the folder of the file that says by how much budgets were raised',
  'runtime/cli/running/limits-file.ts': 'appends a line to the file of quotas',
  'runtime/cli/running/this-run.ts': 'standard output',
  'runtime/cli/output.ts': 'the same, without loading streams',
  'runtime/cli/locked-file.ts': 'the lock next to a keys file',
  'runtime/audit/openssl-ts.ts': 'a temporary file for openssl',
  'runtime/cli/running/read-on.ts': 'marks in that folder that a process reads on',
  'runtime/cli/sealed-folder.ts': 'the index of logs in the cache folder of the user',
  'runtime/server/node/observability/log.ts': 'standard output',
  'build/output/write-dist.ts': 'the new dist, a fresh folder',
  'build/output/bundle.ts': 'the server, as CommonJS, into the same',
  'build/output/swap.ts': 'swaps dist',
  'build/output/unfinished-mark.ts': 'marks what a build works on, and removes what a killed build left',
  'build/snapshot/make-snapshot.ts': 'makes dist/snapshot',
  'build/package/stage.ts': 'makes dist-package',
  'build/data/data-schemas.ts': 'makes data/schemas',
  'build/prices/check/download.ts': 'a package of npm, in a temporary folder',
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
  'bench/synthetic.ts': 'in the temporary folder of the bench',
  'bench/workplace.ts': 'the temporary folder of the bench',
};
const runtime = sourcesBelow('runtime');
const build = sourcesBelow('build');
const pipeline = build.filter((path) => !path.startsWith('build/prices/'));

test('data are read only by the listed files; lists that are part of the code are imported', () => {
  const found = pipeline.filter((path) => reads.test(withoutStrings(read(path))));
  expect(found.sort()).toEqual(Object.keys(readers).sort());
  for (const path of runtime)
    expect(
      /['"`](\.{1,2}\/)*data\/(?!lists\/[\w-]+\.json';)\w*/.exec(withoutComments(read(path)))?.[0],
      path,
    ).toBeUndefined();
});

test('files are written only by the listed files', () => {
  // Of the strings only the flags of openSync matter.
  const code = (path: string) => withoutComments(read(path)).replace(/'(?![wa]x?')[^'\n]*'/g, "''");
  const found = [...runtime, ...build, ...sourcesBelow('bench')].filter(
    (path) => read(path).includes('node:fs') && writes.test(code(path)),
  );
  expect(found.sort()).toEqual(Object.keys(writers).sort());
});
