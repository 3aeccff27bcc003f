/** The files of `deploy/` checked by the tools of those who read them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { missing, outside, run } from '../conformance/tools.ts';
import { projectRoot } from '../support/project-root.ts';

const deploy = join(projectRoot, 'deploy');
const reason = missing();

describe.skipIf(reason !== null)(`the files of deploy ${reason ?? ''}`, () => {
  test('dclint finds no error in the compose file', async () => {
    const { stdout } = await run('dclint', ['--formatter', 'json', join(deploy, 'compose.yaml')]);
    const [{ errorCount }] = JSON.parse(stdout) as [{ errorCount: number }];
    expect(errorCount).toBe(0);
  });

  test.each(['kubernetes/agent-cost.yaml', 'kubernetes/redis.yaml'])(
    '%s satisfies the schemas of Kubernetes',
    (path) => {
      const require = createRequire(join(outside, 'package.json'));
      for (const document of parseAllDocuments(readFileSync(join(deploy, path), 'utf8'))) {
        const resource = document.toJS() as { apiVersion: string; kind: string };
        type Resource = new (fields: object) => { validate(): void };
        const kinds = require(`kubernetes-models/${resource.apiVersion}`) as Record<string, Resource>;
        const Kind = kinds[resource.kind];
        if (Kind === undefined) throw new Error(`no kind ${resource.kind}`);
        expect(() => new Kind(resource).validate()).not.toThrow();
      }
    },
  );
});
