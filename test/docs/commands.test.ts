/** Runs every command in the documents as printed, and checks its output if shown. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { publicKeyPem } from '../../runtime/audit/public-keys.ts';
import { copyProject, temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { projectRoot } from '../support/project-root.ts';
import { untilReady } from '../support/server/ready.ts';
import { startServer } from '../support/server/server.ts';
import { missing } from '../support/system-packages.ts';
import { type Block, blocksOf, documents, inlineCommands, textOf } from './documents.ts';

interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs shell lines as a person would: stops at a failed command, and at a pattern that matches no file, which zsh
 * refuses and bash would pass on.
 */
const shell = (lines: string, cwd: string, env: Record<string, string> = {}) =>
  new Promise<Ran>((resolve) => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
    execFile('bash', ['-O', 'failglob', '-e', '-o', 'pipefail', '-c', lines], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });

const blocks = documents.flatMap(blocksOf);
const commands = blocks.filter(({ language }) => language === 'sh' || language === 'console');
const named = (document: string, has: string): Block => {
  const found = blocks.find((block) => block.document === document && block.text.includes(has));
  if (found === undefined) throw new Error(`${document} has no block with ${has}.`);
  return found;
};

/**
 * Documents whose blocks are run below; those of docs/ci.md in test/ci-budgets, those of docs/runs.md and docs/live.md in test/runs, those
 * of data/README.md in test/prices-check/daily/monday.test.ts.
 */
const run = ['README.md', 'data/README.md', 'docs/audit.md', 'docs/ci.md', 'docs/live.md', 'docs/runs.md'];

test('every block of commands is run here or states why it is not', () => {
  expect(commands.length).toBeGreaterThan(10);
  const silent = commands.filter(({ document, notRun }) => !run.includes(document) && notRun === null);
  expect(silent.map(({ document, line }) => `${document}:${line}`)).toEqual([]);
});

test('every script and program that a document names exists', async () => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  const inline = documents.flatMap(inlineCommands);
  expect(inline.length).toBeGreaterThan(10);
  for (const [, name = ''] of inline.join('\n').matchAll(/npm run ([\w:]+)/g))
    expect(Object.keys(scripts)).toContain(name);
  for (const [, name = ''] of inline.join('\n').matchAll(/node dist\/(\S+)/g)) {
    expect(existsSync(join(testDist, name)), name).toBe(true);
  }
});

test('the package that a document installs, and the newest version of the changelog, are those of package.json', () => {
  const { version } = JSON.parse(textOf('package.json'));
  const packages = documents.flatMap((name) => textOf(name).match(/agent-cost-\d+\.\d+\.\d+\.tgz/g) ?? []);
  expect(packages.length).toBeGreaterThan(2);
  expect([...new Set(packages)]).toEqual([`agent-cost-${version}.tgz`]);
  expect(/^## (\d\S*)/m.exec(textOf('CHANGELOG.md'))?.[1]).toBe(version);
});

describe('README.md', () => {
  const dir = temporaryDirectory();
  beforeAll(() => cpSync(testDist, join(dir, 'dist'), { recursive: true }));

  test('the curl commands work as shown and are quoted for zsh', async (context) => {
    const reason = missing('curl');
    if (reason !== null) context.skip(reason);
    const server = await untilReady(await startServer());
    const shown = named('README.md', '# models and prices').text.replaceAll('http://127.0.0.1:8787', server.base);
    const lines = shown.replaceAll('curl -s', 'curl -sf');
    expect(await shell(lines, dir)).toMatchObject({ code: 0, stderr: '' });
    // Without the quotes the lines fail, so the check can fail.
    expect((await shell(lines.replaceAll("'", ''), dir)).code).not.toBe(0);
    await server.stop();
  });

  const inline = inlineCommands('README.md').filter((command) => /^node dist\/\S+ /.test(command));
  test.each(inline)('%s', async (command) => {
    expect(await shell(command, dir)).toMatchObject({ code: 0, stderr: '' });
  });

  test('the two npm commands are as documented, and the named test file exists', () => {
    expect(named('README.md', 'npm start').text).toBe('npm ci && npm start');
    expect(named('README.md', 'npm test').text).toBe('npm ci && npm test');
  });

  test('a price can be changed as described, with the entry shown, and a stray comma is reported', async () => {
    const project = copyProject(join(temporaryDirectory(), 'project'));
    const file = join(project, 'data/providers/openai.json');
    const before = readFileSync(file, 'utf8');
    const entry = named('README.md', '"verifiedOn"').text;
    const data = JSON.parse(before);
    data.models.find(({ id }: { id: string }) => id === 'gpt-4.1').prices.push(JSON.parse(entry));
    writeFileSync(file, JSON.stringify(data, null, 2));
    expect(await shell('npm run build', project)).toMatchObject({ code: 0 });
    const built = readFileSync(join(project, 'dist/public/api/v1/models/gpt-4.1.json'), 'utf8');
    expect(JSON.parse(built).data).toMatchObject({ inputPerMTok: 1.8, outputPerMTok: 7.2, priceFrom: '2026-11-15' });
    writeFileSync(file, before.replace(/\n {4}\},?\n {2}\]\n/, '\n    },,\n  ]\n'));
    const refused = await shell('npm run build', project);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^data\/providers\/openai\.json:\d+: not JSON: line \d+, column \d+: /m);
  });

  test('npm start builds, prints the address, answers there, and stops its server when stopped', async () => {
    const project = copyProject(join(temporaryDirectory(), 'project'));
    const lines = `: > start.log; npm start >> start.log 2>&1 & server=$!
      until grep -q 'http://127' start.log; do kill -0 "$server"; sleep 0.1; done
      address=$(grep -o 'http://[0-9.:]*' start.log | head -1)
      curl -sf "$address/api/v1/meta"; kill "$server"; wait "$server" || true
      for i in $(seq 600); do curl -s -o /dev/null "$address/healthz" || exit 0; sleep 0.1; done; exit 9`;
    const { code, stdout, stderr } = await shell(lines, project, { PORT: '0' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout).data.counts.models).toBeGreaterThan(10);
  });
});

/** Imported only when needed, because it makes a snapshot. */
const snapshots = () => import('../snapshot/support.ts');

describe('docs/audit.md', () => {
  const here = blocksOf('docs/audit.md').filter(({ language, notRun }) => language === 'sh' && notRun === null);

  test('the commands, run in order, verify a signed snapshot', async () => {
    const { archive, publicKey, snapshot } = await snapshots();
    const { allowedSigner, fingerprint } = await import('../../runtime/audit/public-keys.ts');
    const dir = temporaryDirectory();
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, `${snapshot.name}.tar.gz`), archive);
    writeFileSync(join(dir, 'key.pem'), publicKeyPem(publicKey));
    const signer = allowedSigner(publicKey, 'agent-cost');
    writeFileSync(join(dir, 'allowed_signers'), signer);
    writeFileSync(join(dir, 'key.pub'), `${/ssh-ed25519 \S+/.exec(signer)?.[0]}\n`);
    for (const name of ['cli.js', 'catalog.json']) cpSync(join(testDist, name), join(dir, name));
    cpSync(join(testDist, 'lib'), join(dir, 'lib'), { recursive: true, force: true });
    const lines = here.map(({ text }) => text.replaceAll('agent-cost-<datasetVersion>', snapshot.name)).join('\n');
    expect(here.length).toBeGreaterThan(3);
    expect(lines).not.toMatch(/<\w+>/);
    const { code, stdout, stderr } = await shell(lines, dir);
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain('Signature Verified Successfully');
    expect(stdout).toContain('Good "agent-cost" signature');
    expect(stdout).toMatch(/^SHA256SUMS\nSHA256SUMS\.sig\nSHA256SUMS\.sshsig$/m);
    expect(stdout).toContain('VERIFIED');
    // Both ways to print the fingerprint of a key give the same one.
    const print = fingerprint(publicKey);
    expect(stdout).toContain(`256 ${print} `);
    expect(stdout).toContain(`\n${print.replace('SHA256:', '')}=\n`);
  });
});
