/**
 * The deployment files, by outside tools. No container engine runs here: what is checked is that the files are what
 * their formats say, and that what they name exists.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { configHelp } from '../../runtime/node/config.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { projectRoot } from '../support/core/raw-data.ts';
import { testDist } from '../support/dist.ts';
import { ask } from '../support/server/http.ts';
import { missing, programOf } from '../support/system-packages.ts';
import { startNginx } from './nginx.ts';

const deploy = join(projectRoot, 'deploy');
const text = (path: string) => readFileSync(join(deploy, path), 'utf8');
const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** Every setting a file gives to the server. */
const settingsIn = (content: string) =>
  content.match(/\b(?:RATE_LIMIT|TRUST|KEYS|OPEN|HEADERS|REQUEST|KEEP|SHUTDOWN|MAX)_[A-Z_]+\b/g) ?? [];

test('dockerfile-utils finds nothing in the Dockerfile', () => {
  expect(validate(text('Dockerfile')).map(({ message }) => message)).toEqual([]);
});

test('the Dockerfile ends as an unprivileged user, with a health check, in a stage of its own', () => {
  const stages = text('Dockerfile')
    .split(/^FROM /m)
    .slice(1);
  expect(stages.length).toBe(2);
  const last = stages.at(-1) as string;
  expect(last).toMatch(/^USER 1000:1000$/m);
  expect(last).toMatch(/^HEALTHCHECK /m);
  expect(last).not.toMatch(/npm|COPY(?! --from=build)/);
  for (const [, source = ''] of text('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)) {
    for (const path of source.split(' ')) expect(existsSync(join(projectRoot, path)), path).toBe(true);
  }
});

test('dclint finds no error in the compose file', async () => {
  const manifest = join(projectRoot, 'node_modules/dclint/package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
  const program = join(dirname(manifest), bin.dclint as string);
  const { stdout } = await run(process.execPath, [program, '--formatter', 'json', join(deploy, 'compose.yaml')]);
  const [{ errorCount }] = JSON.parse(stdout) as [{ errorCount: number }];
  expect(errorCount).toBe(0);
});

test.each(['kubernetes/agent-cost.yaml', 'kubernetes/redis.yaml'])(
  '%s is valid by the schemas of Kubernetes',
  (path) => {
    for (const document of parseAllDocuments(text(path))) {
      const resource = document.toJS() as { apiVersion: string; kind: string };
      const kinds = require(`kubernetes-models/${resource.apiVersion}`) as Record<
        string,
        new (
          o: object,
        ) => { validate(): void }
      >;
      const Kind = kinds[resource.kind];
      if (Kind === undefined) throw new Error(`no kind ${resource.kind}`);
      expect(() => new Kind(resource).validate()).not.toThrow();
    }
  },
);

test('systemd-analyze finds nothing in the unit', async (context) => {
  const reason = missing('systemd');
  if (reason) context.skip(reason);
  // Where Node lies is the machine's own.
  const { stderr } = await run(programOf('systemd'), ['verify', join(deploy, 'agent-cost.service')]).catch(
    (error) => error,
  );
  expect(
    String(stderr)
      .split('\n')
      .filter((line) => line.includes('agent-cost') && !line.includes('/usr/bin/node')),
  ).toEqual([]);
});

test.each(['Dockerfile', 'compose.yaml', 'agent-cost.service', 'kubernetes/agent-cost.yaml'])(
  '%s names only settings that exist',
  (path) => {
    for (const setting of settingsIn(text(path))) expect(configHelp).toContain(setting);
  },
);

test('the example configuration of nginx starts as it is, but for addresses and paths', async (context) => {
  const reason = missing('nginx');
  if (reason) context.skip(reason);
  const { base } = await startNginx(temporaryDirectory(), {
    dist: testDist,
    rules: 'files',
    runtimes: ['http://127.0.0.1:9'],
  });
  expect((await ask(base, '/api/v1/meta')).status).toBe(200);
  // No runtime listens: a POST is told so, in the envelope.
  const posted = await ask(base, '/api/v1/estimate', { method: 'POST', body: '{}' });
  expect({ status: posted.status, code: JSON.parse(posted.text).error.code }).toEqual({
    status: 503,
    code: 'unavailable',
  });
});
