/**
 * The deployment files. No container engine runs here: these tests check that what the files refer to exists, and
 * deploy-files.test.ts that they are valid in their formats.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { configHelp, readConfig } from '../../runtime/server/node/config.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { projectRoot } from '../support/project-root.ts';
import { freePort } from '../support/server/free-port.ts';
import { ask } from '../support/server/http.ts';
import { startServer } from '../support/server/server.ts';
import { missing, programOf } from '../support/system-packages.ts';
import { startNginx } from './programs/nginx.ts';
import { listening, start } from './programs/processes.ts';

const deploy = join(projectRoot, 'deploy');
const text = (path: string) => readFileSync(join(deploy, path), 'utf8');
const run = promisify(execFile);

/** Every setting a file gives to the server. */
const settingsIn = (content: string) =>
  content.match(/\b(?:RATE_LIMIT|TRUST|KEYS|OPEN|HEADERS|REQUEST|KEEP|SHUTDOWN|MAX)_[A-Z_]+\b/g) ?? [];

interface Container {
  image: string;
  command?: string[];
  args?: string[];
  env?: { name: string; value?: string }[];
  ports?: object[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  securityContext: object;
}
interface Probe {
  httpGet?: { port: string };
  tcpSocket?: { port: string };
}
interface Resource {
  kind: string;
  metadata: { name: string };
  spec: { podSelector?: object; policyTypes?: string[]; template: { spec: { containers: Container[] } } };
}
const resources = ['kubernetes/agent-cost.yaml', 'kubernetes/redis.yaml'].flatMap((path) =>
  parseAllDocuments(text(path)).map((document) => document.toJS() as Resource),
);
const containers = resources.flatMap(({ kind, spec }) => (kind === 'Deployment' ? spec.template.spec.containers : []));

describe('Kubernetes', () => {
  test('every image is pinned, and no container may write to its disk or gain privileges', () => {
    expect(containers).toHaveLength(2);
    for (const { image, securityContext } of containers) {
      expect(image).toMatch(/@sha256:[0-9a-f]{64}$|:\d[\w.-]*$/);
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  test('every pod has a policy for both incoming and outgoing connections', () => {
    const policies = resources.filter(({ kind }) => kind === 'NetworkPolicy');
    expect(policies.map(({ spec }) => spec.podSelector)).toEqual(
      ['agent-cost', 'agent-cost-redis'].map((app) => ({ matchLabels: { app } })),
    );
    for (const { spec } of policies) expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
  });

  test('probes use the port that callers cannot exhaust', () => {
    const [server] = containers as [Container, Container];
    expect(server.env).toContainEqual({ name: 'METRICS_HOST', value: '0.0.0.0' });
    expect(server.ports).toContainEqual({ name: 'metrics', containerPort: 1000 + 8787 });
    const probes = [server.startupProbe, server.readinessProbe, server.livenessProbe];
    expect(probes.map((probe) => (probe?.httpGet ?? probe?.tcpSocket)?.port)).toEqual(Array(3).fill('metrics'));
  });

  test('Redis requires a password that is in no file, and no proxy is trusted to name the caller', () => {
    const [server, redis] = containers as [Container, Container];
    expect(redis.command?.join(' ')).toContain('requirepass $REDISCLI_AUTH');
    for (const { env = [] } of containers) {
      const secret = env.find(({ name }) => name === 'REDISCLI_AUTH' || name === 'REDIS_PASSWORD');
      expect(secret).toMatchObject({
        valueFrom: { secretKeyRef: { name: 'agent-cost-redis', key: 'password' } },
      });
    }
    const settings = Object.fromEntries((server.env ?? []).map(({ name, value }) => [name, value]));
    expect(settings).toMatchObject({
      TRUST_PROXY: '0',
      RATE_LIMIT_STORE: 'redis://:$(REDIS_PASSWORD)@agent-cost-redis:6379',
    });
  });

  test('Redis started by its command refuses clients without a password', async (context) => {
    const reason = missing('redis');
    if (reason) context.skip(reason);
    const [, redis] = containers as [Container, Container];
    const [shell = '', flag = '', script = ''] = redis.command ?? [];
    const port = await freePort();
    const dir = temporaryDirectory();
    const program = start(
      shell,
      [flag, `cd ${dir} && ${script.replace('redis-server -', `${programOf('redis')} - --port ${port}`)}`],
      { REDISCLI_AUTH: 'the-password' },
    );
    await listening(port, program);
    const pinged = async (env: Record<string, string>) =>
      (await run('/usr/bin/redis-cli', ['-p', String(port), 'ping'], { env })).stdout.trim();
    expect(await pinged({})).toMatch(/^NOAUTH/);
    expect(await pinged({ REDISCLI_AUTH: 'the-password' })).toBe('PONG');
  });
});

describe('compose', () => {
  const { services } = parse(text('compose.yaml'), { merge: true }) as {
    services: Record<string, Record<string, unknown>>;
  };

  test.each(Object.keys(services))('%s is confined', (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    // A service that writes does so in a file system in memory, and does not run as root.
    if (name.startsWith('server')) return;
    expect(services[name]?.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(services[name]?.tmpfs).toHaveLength(1);
  });

  test('its nginx starts, writes only below /tmp, and answers through the servers', async (context) => {
    const reason = missing('nginx');
    if (reason) context.skip(reason);
    const server = await startServer();
    const [dir, port] = [temporaryDirectory(), await freePort()];
    cpSync(join(testDist, 'hosts/nginx'), join(dir, 'agent-cost'), { recursive: true });
    const conf = text('nginx.conf');
    for (const [, path] of conf.matchAll(/(?:_temp_path|pid) (\S+);/g)) expect(path).toMatch(/^\/tmp\//);
    expect(conf.match(/_temp_path /g)).toHaveLength(5);
    writeFileSync(
      join(dir, 'nginx.conf'),
      conf
        .replaceAll('/tmp/', `${dir}/`)
        .replaceAll(/server-[12]:8787/g, new URL(server.base).host)
        .replace('listen 8080', `listen 127.0.0.1:${port}`),
    );
    const command = services.nginx?.entrypoint as string[];
    const program = start(programOf('nginx'), [...command.slice(1), '-c', join(dir, 'nginx.conf'), '-e', 'stderr']);
    await listening(port, program);
    expect((await ask(`http://127.0.0.1:${port}`, '/api/v1/meta')).status).toBe(200);
    await server.stop();
  });
});

describe('systemd', () => {
  /** The service with its socket, or with the drop-in for keys too. */
  function unit(withKeys: boolean): string {
    const dir = temporaryDirectory();
    for (const name of ['agent-cost.service', 'agent-cost.socket']) cpSync(join(deploy, name), join(dir, name));
    if (withKeys) {
      mkdirSync(join(dir, 'agent-cost.service.d'));
      cpSync(join(deploy, 'agent-cost-keys.conf'), join(dir, 'agent-cost.service.d/keys.conf'));
    }
    return join(dir, 'agent-cost.service');
  }

  test.for([
    { name: 'the unit', withKeys: false },
    { name: 'the unit with keys', withKeys: true },
  ])('systemd-analyze finds nothing in $name', async ({ withKeys }, context) => {
    const reason = missing('systemd');
    if (reason) context.skip(reason);
    // The location of Node depends on the machine.
    const service = unit(withKeys);
    const units = [service, service.replace(/service$/, 'socket')];
    const { stderr } = await run(programOf('systemd'), ['verify', ...units]).catch((error) => error);
    expect(
      String(stderr)
        .split('\n')
        .filter((line) => line.includes('agent-cost') && !line.includes('/usr/bin/node')),
    ).toEqual([]);
  });

  test('the unit is as locked down as it can be', async (context) => {
    const reason = missing('systemd');
    if (reason) context.skip(reason);
    // Out of 10.0; the rest is network access.
    await run(programOf('systemd'), ['security', '--offline=true', '--threshold=15', unit(true)]);
  });

  test('its socket is where the server listens by default, and starts with it', () => {
    const { HOST, PORT } = readConfig({});
    expect(text('agent-cost.socket')).toMatch(new RegExp(`^ListenStream=${HOST}:${PORT}$`, 'm'));
    expect(text('agent-cost.service')).toMatch(/^Wants=.*\bagent-cost\.socket\b/m);
  });

  test('a process ended by a signal is restarted, and keys are passed as a credential', () => {
    expect(text('agent-cost.service')).toMatch(/^Restart=always$/m);
    const keys = text('agent-cost-keys.conf');
    const [, name] = /^LoadCredential=([\w.]+):\/etc\//m.exec(keys) ?? [];
    expect(keys).toContain(`\nEnvironment=KEYS_FILE=%d/${name}\n`);
  });
});

test.each([
  'Dockerfile',
  'compose.yaml',
  'agent-cost.service',
  'agent-cost.socket',
  'agent-cost-keys.conf',
  'kubernetes/agent-cost.yaml',
])('%s names only settings that exist', (path) => {
  for (const setting of settingsIn(text(path))) expect(configHelp).toContain(setting);
});

test('the example configuration of nginx starts unchanged except for addresses and paths', async (context) => {
  const reason = missing('nginx');
  if (reason) context.skip(reason);
  const { base } = await startNginx(temporaryDirectory(), {
    dist: testDist,
    rules: 'files',
    runtimes: ['http://127.0.0.1:9'],
  });
  expect((await ask(base, '/api/v1/meta')).status).toBe(200);
  // No runtime listens: a POST gets an error in the envelope.
  const posted = await ask(base, '/api/v1/estimate', { method: 'POST', body: '{}' });
  expect({ status: posted.status, code: JSON.parse(posted.text).error.code }).toEqual({
    status: 503,
    code: 'unavailable',
  });
});
