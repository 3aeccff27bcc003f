/** The Dockerfile, checked by an outside tool and by the files it copies: no container engine runs here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { digestsOf, runBuild } from '../support/build.ts';
import { copyProject, temporaryDirectory } from '../support/copies.ts';
import { testDay } from '../support/core/catalog.ts';
import { projectRoot } from '../support/project-root.ts';
import { smallDist } from '../support/small-dist.ts';

const file = readFileSync(join(projectRoot, 'deploy/Dockerfile'), 'utf8');

/** The files copied from the project, by their names in its top folder. */
const copied = [...file.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));

test('dockerfile-utils finds nothing in the Dockerfile', () => {
  expect(validate(file).map(({ message }) => message)).toEqual([]);
});

test('the image, the workflows and the example for CI run one Node, which is still supported', () => {
  const textOf = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
  const versions = [
    ...file.matchAll(/^FROM node:(\d+)-/gm),
    ...textOf('.github/workflows/prices.yml').matchAll(/node-version: (\d+)/g),
    ...textOf('.github/workflows/release.yml').matchAll(/node-version: (\d+)/g),
    ...textOf('docs/ci.md').matchAll(/node-version: (\d+)/g),
  ].map(([, version]) => Number(version));
  expect(versions).toHaveLength(6);
  // Node 20's support ended on 2026-04-30; that of 24 ends on 2028-04-30.
  expect(new Set(versions)).toEqual(new Set([24]));
});

test('the Dockerfile ends in a separate stage, as an unprivileged user, with a health check', () => {
  const stages = file.split(/^FROM /m).slice(1);
  expect(stages.length).toBe(2);
  const last = stages.at(-1) as string;
  expect(last).toMatch(/^USER 1000:1000$/m);
  expect(last).toMatch(/^HEALTHCHECK /m);
  expect(last).not.toMatch(/npm|COPY(?! --from=build)/);
});

test('.dockerignore sends what the Dockerfile copies, and nothing else', () => {
  const [first, ...sent] = readFileSync(join(projectRoot, '.dockerignore'), 'utf8').trim().split('\n');
  expect(first).toBe('*');
  expect(sent.map((line) => line.replace('!', '')).sort()).toEqual([...copied].sort());
});

test('the build in the image has the same bytes as the build here', { timeout: 180_000 }, async () => {
  const project = copyProject(join(temporaryDirectory(), 'build'), copied);
  const { code, stderr } = await runBuild(['--out', join(project, 'dist'), '--as-of', testDay, '--json'], {}, project);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.anything() });
  expect(digestsOf(join(project, 'dist'))).toEqual(digestsOf(smallDist));
});
