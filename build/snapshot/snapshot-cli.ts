/** `npm run snapshot`: builds, and packs the build for an auditor. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { SnapshotProblem } from '../../runtime/audit/exit-codes.ts';
import { allowedSigner, publicKeyPem, readPrivateKey } from '../../runtime/audit/public-keys.ts';
import type { ListedSnapshot } from '../../runtime/audit/snapshot-list.ts';
import { signer } from '../../runtime/audit/sshsig.ts';
import { readCommandLine, WrongUse } from '../../runtime/io/command-line.ts';
import { Progress } from '../../runtime/io/progress.ts';
import { build } from '../build.ts';
import {
  type BuildFlags,
  buildCommand,
  failureCodes,
  type Options,
  optionsFrom,
  problemLines,
  reportFailure,
} from '../build-options.ts';
import { bytesAt, distFiles, packageOf, sourceCommit, sourceFiles, textAt, toolVersions } from './collect-files.ts';
import {
  addKey,
  archiveOf,
  entryOf,
  indexText,
  programOf,
  snapshotOf,
  verifyMade,
  writeOnce,
  writeWhole,
} from './make-snapshot.ts';

const root = join(import.meta.dirname, '../..');

const help = `Builds dist and packs it with its sources into one file that an auditor can check without the network:
dist/snapshot/agent-cost-<datasetVersion>.tar.gz, listed in dist/snapshot/snapshots.json.

  npm run snapshot -- [--as-of YYYY-MM-DD] [--key FILE] [--out DIR] [--json]

  --as-of DAY   prices in force on this day (UTC); default today. Without --out it goes to dist-as-of-DAY/snapshot/
  --key FILE    Ed25519 private key (PEM) to sign with; or its text in the variable SNAPSHOT_SIGNING_KEY.
                Create one with: openssl genpkey -algorithm ed25519 -out key.pem
                The public key is written next to the snapshot, as PEM and as OpenSSH allowed_signers, before earlier
                ones: publish it somewhere else too. Without a key the snapshot states that it is not signed
  --out DIR     where to build; default dist
  --data DIR    the data to build from; default data
  --json        print the entry of snapshots.json
  --help        print this

The name contains the first day on which these numbers apply, and their digest. A snapshot is verified before it is put
in place, and is never replaced: to make another one of the same numbers (at another commit, or signed), choose another
--out.
The same commit gives the same bytes on each day with these numbers, in any directory, time zone and locale.
Check it: node dist/cli.js verify dist/snapshot/agent-cost-<datasetVersion>.tar.gz --key key.pub.pem

Exit codes: 0 made, or it already exists with these bytes; 1 the data has problems, nothing was made; 49 a snapshot of
this name exists with other bytes, nothing was written; any other code of "agent-cost verify --help": the new snapshot
did not pass that check, nothing was written; ${failureCodes}.`;

/** Builds and packs; returns the entry of the index, or null if the data has problems, which are printed. */
async function make(
  options: Options,
  keyFile: string | undefined,
  progress: Progress,
): Promise<{ entry: ListedSnapshot; path: string; isNew: boolean } | null> {
  const key = signingKey(keyFile);
  const built = await build(options, progress);
  if (Array.isArray(built)) {
    console.error(problemLines(built));
    return null;
  }
  progress.step('packing the snapshot');
  const { name, version } = packageOf(root);
  const made = {
    ...sourceCommit(root, options.data),
    siteUrl: options.siteUrl,
    program: { name, version },
    tools: toolVersions(root),
  };
  const snapshot = snapshotOf([...sourceFiles(options.data), ...distFiles(built.out)], made, key);
  const archive = await archiveOf(snapshot);
  const entry = entryOf(snapshot, archive, key);
  progress.step('verifying the snapshot');
  await verifyMade(archive, key, await programOf(built.out, version));
  const dir = join(built.out, 'snapshot');
  const [path, index] = [join(dir, entry.file), join(dir, 'snapshots.json')];
  const list = indexText(bytesAt(index), entry);
  const isNew = writeOnce(path, archive);
  if (list !== null) writeWhole(index, Buffer.from(list));
  if (key !== null) {
    addKey(join(dir, 'public-key.pem'), publicKeyPem(key));
    addKey(join(dir, 'allowed_signers'), allowedSigner(key, signer));
  }
  return { entry, path, isNew };

  function signingKey(file: string | undefined) {
    const variable = 'SNAPSHOT_SIGNING_KEY';
    if (file !== undefined) {
      const text = textAt(file);
      if (text === null) throw new SnapshotProblem('wrongUse', `--key: ${file} does not exist.`);
      return readPrivateKey(text, file);
    }
    const text = process.env[variable];
    return text ? readPrivateKey(text, variable) : null;
  }
}

async function main(): Promise<number> {
  const command = buildCommand('npm run snapshot', help).option('--key <file>');
  const line = readCommandLine<BuildFlags & { key?: string }>(command);
  if (line === null) return 0;
  const { json, key } = line.options;
  const progress = new Progress(json);
  const made = await make(optionsFrom(line.options), key, progress);
  progress.end();
  if (made === null) return 1;
  if (json) console.log(JSON.stringify(made.entry));
  else console.error(entryText(made.entry, made.isNew ? `Made ${made.path}` : `${made.path} exists already`));
  return 0;
}

function entryText({ bytes, sha256, pricesAsOf, commit, signedBy }: ListedSnapshot, done: string): string {
  const source = commit === null ? 'not from a clean git checkout' : `commit ${commit}`;
  const signature = signedBy === null ? 'Not signed: no key was given.' : `Signed with ${signedBy}.`;
  return `${done}: ${(bytes / 1e6).toFixed(2)} MB, prices in force since ${pricesAsOf}, ${source}. ${signature}
SHA-256 ${sha256}`;
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  process.exitCode = await main().catch((error: Error) => {
    if (!(error instanceof SnapshotProblem)) return reportFailure(error, 'npm run snapshot');
    if (error.kind === 'wrongUse') return reportFailure(new WrongUse(error.message), 'npm run snapshot');
    console.error(`${error.message}\nNo snapshot was written.`);
    return error.exitCode;
  });
}
