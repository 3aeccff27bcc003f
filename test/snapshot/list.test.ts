import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { indexText } from '../../build/snapshot/make-snapshot.ts';
import { exitCodes, SnapshotProblem } from '../../runtime/audit/exit-codes.ts';
import {
  checkKept,
  entryHash,
  type ListedSnapshot,
  listText,
  listWith,
  readList,
  type SnapshotEntry,
} from '../../runtime/audit/snapshot-list.ts';
import { compareServed } from '../../runtime/cli/served-snapshot.ts';
import { ServerClient, serverLimits } from '../../runtime/cli/server-client.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { runCliIn } from '../support/run.ts';
import { smallDist } from '../support/small-dist.ts';

const entry = (n: number): ListedSnapshot => ({
  file: `agent-cost-2026-11-${10 + n}-0000000${n}.tar.gz`,
  datasetVersion: `2026-11-${10 + n}-0000000${n}`,
  pricesAsOf: `2026-11-${10 + n}`,
  commit: null,
  bytes: 1000 + n,
  sha256: String(n).repeat(64),
  signedBy: null,
});
const chain = (count: number): SnapshotEntry[] =>
  Array.from({ length: count }, (_, i) => entry(i + 1)).reduce<SnapshotEntry[]>(listWith, []);
const read = (value: unknown) => readList(Buffer.from(JSON.stringify(value)), 'list');
const kindOf = (action: () => unknown): string | null => {
  try {
    action();
    return null;
  } catch (error) {
    return (error as SnapshotProblem).kind;
  }
};

describe('the list of snapshots', () => {
  test('grows at its end, and each entry has the SHA-256 of the one before it', () => {
    const texts: string[] = [];
    for (const n of [1, 2, 3]) {
      const before = texts.at(-1);
      texts.push(indexText(before === undefined ? null : Buffer.from(before), entry(n)) as string);
    }
    const list = readList(Buffer.from(texts.at(-1) as string), 'list');
    expect(list).toEqual(chain(3));
    expect(list.map(({ previous }) => previous)).toEqual([
      null,
      entryHash(list[0] as SnapshotEntry),
      entryHash(list[1] as SnapshotEntry),
    ]);
    expect(indexText(Buffer.from(texts[2] as string), entry(2)), 'an entry that already exists').toBeNull();
    expect(() => indexText(Buffer.from(texts[2] as string), { ...entry(2), sha256: '9'.repeat(64) })).toThrow(/lists/);
  });

  // printf '%s' '{"bytes":1001,"commit":null,...,"signedBy":null}' | sha256sum
  test('hashes what `jq -cS` prints', () => {
    const [first] = chain(1) as [SnapshotEntry];
    const canonical =
      '{"bytes":1001,"commit":null,"datasetVersion":"2026-11-11-00000001","file":"agent-cost-2026-11-11-00000001.tar.gz",' +
      `"previous":null,"pricesAsOf":"2026-11-11","sha256":"${'1'.repeat(64)}","signedBy":null}`;
    const { stdout, error } = spawnSync('sha256sum', { input: canonical, encoding: 'utf8' });
    if (error === undefined) expect(stdout.slice(0, 64)).toBe(entryHash(first));
    expect(JSON.parse(canonical)).toEqual(first);
  });

  test.each([
    ['null', null],
    ['a number', 5],
    ['format 1', { format: 1, snapshots: [] }],
    ['no list', { format: 2, snapshots: null }],
    ['an entry that is null', { format: 2, snapshots: [null] }],
    ['a file outside the directory', { format: 2, snapshots: [{ ...chain(1)[0], file: '../x.tar.gz' }] }],
  ])('is malformed: %s', (_what, value) => {
    expect(kindOf(() => read(value))).toBe('listMalformed');
  });

  test('is refused after any change, removal or move except at its end', () => {
    const list = chain(6);
    fc.assert(
      fc.property(fc.nat(4), fc.constantFrom('change', 'remove', 'swap', 'double'), (at, how) => {
        const copy = structuredClone(list);
        if (how === 'change') (copy[at] as SnapshotEntry).bytes++;
        if (how === 'remove') copy.splice(at, 1);
        if (how === 'swap') copy.splice(at, 2, copy[at + 1] as SnapshotEntry, copy[at] as SnapshotEntry);
        if (how === 'double') copy.splice(at, 0, copy[at] as SnapshotEntry);
        expect(kindOf(() => read({ format: 2, snapshots: copy }))).toBe('listBroken');
      }),
    );
    expect(kindOf(() => read({ format: 2, snapshots: list }))).toBeNull();
  });

  test('rewritten with a valid chain it does not continue the kept copy', () => {
    const kept = chain(4);
    const rewritten = (numbers: number[]) => numbers.map(entry).reduce<SnapshotEntry[]>(listWith, []);
    const verdict = (list: SnapshotEntry[]): string => {
      try {
        checkKept(list, kept);
        return 'continues';
      } catch (error) {
        return `${(error as SnapshotProblem).kind}: ${(error as SnapshotProblem).message}`;
      }
    };
    expect(verdict(rewritten([1, 2, 3, 4]))).toBe('continues');
    expect(verdict(rewritten([1, 2, 3, 4, 5]))).toBe('continues');
    expect(verdict(rewritten([1, 2, 3]))).toMatch(/^listRewritten: Entry 4 .* was removed/);
    expect(verdict(rewritten([2, 3, 4]))).toMatch(/^listRewritten: Entry 1 .* was removed/);
    expect(verdict(rewritten([1, 3, 2, 4]))).toMatch(/^listRewritten: Entry 2 .* is now entry 3/);
    const changed = [entry(1), { ...entry(2), bytes: 5 }, entry(3), entry(4)].reduce<SnapshotEntry[]>(listWith, []);
    expect(verdict(changed)).toMatch(/^listRewritten: Entry 2 .* was changed/);
  });

  test('agent-cost verify list exits with the code of each case and prints JSON', async () => {
    const dir = temporaryDirectory();
    const file = (name: string, text: string) => {
      writeFileSync(join(dir, name), text);
      return join(dir, name);
    };
    const run = async (...args: string[]) => {
      const { code, stdout } = await runCliIn(dir, ['verify-list', ...args, '--json'], {}, smallDist);
      return [code, JSON.parse(stdout).problem?.kind ?? null];
    };
    const long = file('long', listText(chain(3)));
    const short = file('short', listText(chain(2)));
    const broken = file('broken', JSON.stringify({ format: 2, snapshots: chain(3).slice(1) }));
    expect(await run(long, '--kept', short)).toEqual([0, null]);
    expect(await run(short, '--kept', long)).toEqual([exitCodes.listRewritten[0], 'listRewritten']);
    expect(await run(broken)).toEqual([exitCodes.listBroken[0], 'listBroken']);
    expect(await run(file('null', 'null'))).toEqual([exitCodes.listMalformed[0], 'listMalformed']);
    expect(await run(join(dir, 'nothing'))).toEqual([exitCodes.notFound[0], 'notFound']);
  });
});

describe('a server that is checked', () => {
  const servers: ReturnType<typeof createServer>[] = [];
  afterAll(() => {
    for (const server of servers) server.closeAllConnections();
    for (const server of servers) server.close();
  });
  /** A client of a server with this listener. */
  async function client(answer: RequestListener, limits: Partial<typeof serverLimits> = {}): Promise<ServerClient> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    servers.push(server);
    await new Promise((resolve) => server.once('listening', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    return new ServerClient(address, () => {}, { ...serverLimits, ...limits });
  }
  const problem = async (action: Promise<unknown>) => {
    const error = await action.then(
      () => null,
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(SnapshotProblem);
    return `${error.kind}: ${error.message}`;
  };

  const hasty = { answerMs: 300 };

  test('and sends a byte now and then times out', async () => {
    const dripping = await client((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(drip));
    }, hasty);
    expect(await problem(dripping.get('/', 1000))).toMatch(
      /^unreachable: .* did not answer completely within 1 s|in the middle/,
    );
  });

  test('and never answers times out', async () => {
    expect(await problem((await client(() => {}, hasty)).get('/', 1000))).toMatch(/^unreachable: .* within 1 s/);
  });

  test('and closes a connection before its answer gets the request again, at most twice', async () => {
    const ending = (times: number) => {
      let requests = 0;
      return client((request, response) => (requests++ < times ? request.socket.destroy() : response.end('here')));
    };
    expect(String((await (await ending(2)).get('/', 1000)).body)).toBe('here');
    const sent = (await ending(2)).use('/', 1000, async (chunks) => {
      for await (const chunk of chunks) return Buffer.from(chunk).toString();
      return '';
    });
    expect(await sent).toBe('here');
    expect(await problem((await ending(3)).get('/', 1000))).toMatch(/^unreachable: .* does not answer: /);
  });

  test('and sends more bytes than allowed is refused', async () => {
    const big = await client((_request, response) => response.end('x'.repeat(5000)));
    expect(await problem(big.get('/', 1000))).toMatch(/^tooLarge: .* sends more than 1000 bytes/);
  });

  test('and always answers 429 is given up after some waits, each as long as requested', async () => {
    let asked = 0;
    const busy = await client(
      (_request, response) => {
        asked++;
        response.writeHead(429, { 'Retry-After': '0' }).end();
      },
      { waits: 2 },
    );
    expect(await problem(busy.get('/', 1000))).toMatch(/asks to wait 1 s, after 2 waits in a row/);
    expect(asked).toBe(3);
  });

  test('and requests a wait of an hour, or longer than the check may take, is given up at once', async () => {
    const busy =
      (seconds: string): RequestListener =>
      (_request, response) =>
        response.writeHead(429, { 'Retry-After': seconds }).end();
    expect(await problem((await client(busy('3600'))).get('/', 10))).toMatch(/wait 3600 s; at most 120 s are accepted/);
    const late = await client(busy('100'), { totalMs: 5000 });
    expect(await problem(late.get('/', 10))).toMatch(/wait 100 s, longer than the check may take/);
    const date = new Date(Date.now() + 7_200_000).toUTCString();
    expect(await problem((await client(busy(date))).get('/', 10))).toMatch(/at most 120/);
  });

  test('gets no more requests after the first difference; until then the check estimates the time left', async () => {
    const paths = Array.from({ length: 200 }, (_, i) => `public/${1000 + i}.json`);
    const files = new Map(paths.map((path) => [path, Buffer.from('right')]));
    let asked = 0;
    const wrongAt = 20;
    const lying = await client((_request, response) => response.end(asked++ < wrongAt ? 'right' : 'wrong'));
    const progress: string[] = [];
    const checking = compareServed(lying, files, (what, count, of) => progress.push(`${what}: ${count} of ${of}`));
    expect(await problem(checking)).toMatch(/^served: .* differs from the snapshot/);
    // At most the parallel requests were in flight.
    expect(asked).toBeLessThanOrEqual(wrongAt + 4);
    expect(progress[0]).toMatch(/^comparing with the server, about \d+ min left: 1 of 200$/);
  });

  test('gets another request after a wait', async () => {
    let asked = 0;
    const once = await client((_request, response) => {
      if (asked++ === 0) response.writeHead(503, { 'Retry-After': '1' }).end();
      else response.end('here');
    });
    expect((await once.get('/', 1000)).body.toString()).toBe('here');
  });
});
