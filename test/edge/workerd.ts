/** `dist/worker.js` in workerd, the runtime of Cloudflare Workers, with a directory as its assets. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { outside, missing as toolsMissing } from '../conformance/tools.ts';
import { type Program, start } from '../hosts/programs/processes.ts';
import { until } from '../support/server/until.ts';

export interface Workerd extends Program {
  base: string;
}

/** Why workerd cannot be started here; null if it can. */
export function workerdMissing(): string | null {
  const reason = toolsMissing();
  if (reason !== null) return reason;
  if (existsSync(binary())) return null;
  const none = 'workerd has no binary for this platform';
  if (process.env.CI === 'true') throw new Error(none);
  return none;
}

const binary = (): string => (createRequire(join(outside, 'package.json'))('workerd') as { default: string }).default;

/** `variables` are the settings of the platform. */
export async function startWorkerd(
  dir: string,
  dist: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Workerd> {
  mkdirSync(dir, { recursive: true });
  const texts = Object.entries(variables).map(([name, text]) => `(name = "${name}", text = ${JSON.stringify(text)}),`);
  const { compatibility_date } = JSON.parse(readFileSync(join(dist, 'hosts/cloudflare/wrangler.json'), 'utf8'));
  // Paths in the configuration are below its own directory.
  writeFileSync(join(dir, 'worker.js'), readFileSync(join(dist, 'worker.js')));
  writeFileSync(
    join(dir, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "worker", worker = .worker),
    (name = "assets", disk = (path = ${JSON.stringify(join(dist, 'public'))})),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "${compatibility_date}",
  bindings = [(name = "ASSETS", service = "assets"), ${texts.join(' ')}],
);
`,
  );
  // The port is reported on the control stream, here standard output.
  const program = start(binary(), ['serve', join(dir, 'config.capnp'), '--control-fd=1']);
  const port = () => /"socket":"http","port":(\d+)/.exec(program.output())?.[1];
  await until(() => port() !== undefined || program.child.exitCode !== null);
  if (port() === undefined) throw new Error(`workerd did not start:\n${program.output()}`);
  return { ...program, base: `http://127.0.0.1:${port()}` };
}
