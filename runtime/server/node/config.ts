/** Configuration from environment variables: one row each, validated together at start. */
import { lookUp } from '../../core/values/look-up.ts';
import { defaultLimit, readLimit } from '../rate-limit/rate-limit.ts';
import { parseTrust, type Trust } from './sockets/client-address.ts';

interface Setting<T> {
  fallback: string;
  /** For --help. */
  help: string;
  /** Throws an Error whose message completes `NAME must be ...`. */
  parse: (text: string) => T;
}

const wholeNumber = (from: number, to: number) => (text: string) => {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= from && number <= to) return number;
  throw new Error(`a whole number from ${from} to ${to}`);
};

const oneOf =
  <const Names extends readonly string[]>(...names: Names) =>
  (text: string): Names[number] => {
    if (names.includes(text)) return text;
    throw new Error(`one of ${names.join(', ')}`);
  };

const anyText = (text: string): string => text;

/** An empty HOST would make Node listen on every address. */
function host(text: string): string {
  if (/^[^\s]+$/.test(text)) return text;
  throw new Error('an address or a host name such as 127.0.0.1, or 0.0.0.0 or :: for all addresses');
}

const portNumber = wholeNumber(0, 65535);

/** Where /metrics is served: a port, or null for nowhere. */
function metricsPort(text: string): number | null | 'PORT + 1000' {
  if (text === 'off') return null;
  if (text === 'PORT + 1000') return text;
  try {
    return portNumber(text);
  } catch (error) {
    throw new Error(`${(error as Error).message}, or off`);
  }
}
const seconds = wholeNumber(1, 3600);

const setting = <T>(fallback: string, help: string, parse: (text: string) => T): Setting<T> => ({
  fallback,
  help,
  parse,
});

const settings = {
  PORT: setting('8787', 'port to listen on; 0 picks a free one', portNumber),
  HOST: setting('127.0.0.1', 'address to listen on; 0.0.0.0 or :: for all', host),
  METRICS_PORT: setting(
    'PORT + 1000',
    'port of /metrics, which also serves /healthz; 0 picks a free one; off disables it',
    metricsPort,
  ),
  METRICS_HOST: setting('127.0.0.1', 'address of METRICS_PORT; keep it off the internet', host),
  RATE_LIMIT: setting(defaultLimit, 'REQUESTS/SECONDS per address in the open tier; off disables it', parseLimit),
  RATE_LIMIT_MODE: setting('enforce', 'enforce, or report: header fields but no 429', oneOf('enforce', 'report')),
  RATE_LIMIT_STORE: setting(
    'memory',
    'memory, or redis://[USER:PASSWORD@]HOST:PORT to share the limit with other servers',
    store,
  ),
  TRUST_PROXY: setting('', 'proxies whose X-Forwarded-For is trusted: how many, or their CIDR ranges', trust),
  KEYS_FILE: setting('', 'file of API keys (agent-cost keys --help); read again on SIGHUP', anyText),
  OPEN_TIER: setting('on', 'on, or off: every call needs a key', oneOf('on', 'off')),
  RAPIDAPI_PROXY_SECRETS: setting(
    '',
    'one secret, or two separated by a comma during rotation; read at the start only',
    secrets,
  ),
  LOG_LEVEL: setting(
    'info',
    'debug (a line per request), info, warn, error, fatal, silent',
    oneOf('debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  ),
  MAX_CONNECTIONS: setting('5000', 'most connections open at once', wholeNumber(1, 1_000_000)),
  MAX_CONNECTIONS_PER_ADDRESS: setting(
    '500',
    'most of those per address (IPv6: per /64, four times as many per /48); proxies of TRUST_PROXY are exempt',
    wholeNumber(1, 1_000_000),
  ),
  HEADERS_TIMEOUT: setting('10', 'seconds for the header fields to arrive', seconds),
  REQUEST_TIMEOUT: setting('20', 'seconds for the whole request to arrive', seconds),
  KEEP_ALIVE_TIMEOUT: setting('65', 'seconds to keep an idle connection; use more than the proxy in front', seconds),
  SEND_TIMEOUT: setting('30', 'seconds within which a client must take some of its answer', seconds),
  SHUTDOWN_TIMEOUT: setting('10', 'seconds for requests in flight to finish after SIGTERM', seconds),
} satisfies Record<string, Setting<unknown>>;

export type Config = { [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['parse']> };

/** The environment has invalid settings; the message has a line for each. */
export class BadConfig extends Error {}

/** The port of /metrics, or null if it is off. By default PORT + 1000, or 0 (a free one) if PORT is 0. */
export function metricsPortOf({ PORT, METRICS_PORT }: Config): number | null {
  if (METRICS_PORT !== 'PORT + 1000') return METRICS_PORT;
  if (PORT === 0) return 0;
  return PORT + 1000 <= 65535 ? PORT + 1000 : PORT - 1000;
}

/** The configuration in `env`; throws a BadConfig that lists every problem. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = [];
  const entries = Object.entries(settings).map(([name, { fallback, parse }]) => {
    const text = lookUp(env, name) ?? fallback;
    try {
      return [name, parse(text)];
    } catch (error) {
      const shown =
        name.endsWith('SECRETS') || name === 'RATE_LIMIT_STORE' ? 'a value that is not shown' : JSON.stringify(text);
      problems.push(`${name} must be ${(error as Error).message} (got ${text === '' ? 'an empty value' : shown}).`);
      return [name, undefined];
    }
  });
  if (problems.length > 0) throw new BadConfig(problems.join('\n'));
  return Object.fromEntries(entries) as Config;
}

export const configHelp = Object.entries(settings)
  .map(([name, { fallback, help }]) => `  ${name.padEnd(28)} ${help}${fallback && ` (default ${fallback})`}`)
  .join('\n');

function parseLimit(text: string): ReturnType<typeof readLimit> {
  const limit = readLimit(text);
  if (limit || text === 'off') return limit;
  throw new Error('REQUESTS/SECONDS such as 120/60, or off');
}

/** The address of Redis; null: count in memory. */
function store(text: string): string | null {
  if (text === 'memory') return null;
  if (/^rediss?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new Error('memory, or an address such as redis://127.0.0.1:6379');
}

function trust(text: string): Trust {
  try {
    return parseTrust(text);
  } catch {
    throw new Error('a number of proxies, or CIDR ranges separated by commas');
  }
}

function secrets(text: string): string[] {
  const list = text.split(',').filter((secret) => secret !== '');
  if (list.length > 2) throw new Error('at most two secrets, separated by a comma');
  if (list.some((secret) => secret.length < 8)) throw new Error('one or two secrets of at least 8 characters each');
  return list;
}
