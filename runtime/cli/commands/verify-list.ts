/** `agent-cost verify list`: checks that the list of snapshots is append-only. */
import { exitCodesHelp } from '../../audit/exit-codes.ts';
import { checkKept, entryHash, readList, type SnapshotEntry } from '../../audit/snapshot-list.ts';
import { auditInput } from '../audit-input.ts';
import { print, printJson } from '../output.ts';
import { command, orFailure } from '../program.ts';
import { fetchList } from '../served-snapshot.ts';
import { isAddress, ServerClient } from '../server-client.ts';

const epilogue = `
LIST is a snapshots.json, or the address of a server. Each entry holds the SHA-256 of the one before it. The chain shows
that the list is consistent, and a copy that you kept shows that nothing was removed, changed or moved since.

  agent-cost verify list https://prices.example.com --kept snapshots-2026-11.json
  agent-cost verify list dist/snapshot/snapshots.json

Exit codes:
${exitCodesHelp()}`;

interface Options {
  kept?: string;
  json?: boolean;
}

export const verifyListCommand = () =>
  command('verify-list')
    .summary('check that the list of snapshots is append-only')
    .description('Checks the hash chain of a list of snapshots, and that the list continues a kept copy.')
    .argument('<list>', 'snapshots.json, or http(s) address of a server')
    .option('--kept <file>', 'a copy of the list from an earlier day')
    .option('--json', 'print JSON')
    .addHelpText('after', epilogue)
    .action(verifyList);

const verifyList = (where: string, { kept: keptAt, json = false }: Options): Promise<void> =>
  orFailure(json, 'Nothing is verified.', async () => {
    const list = isAddress(where) ? await fetchList(new ServerClient(where, () => {})) : await listAt(where);
    const kept = keptAt === undefined ? null : await listAt(keptAt);
    if (kept !== null) checkKept(list, kept);
    const last = list.at(-1);
    const head = last === undefined ? null : entryHash(last);
    const added = kept === null ? null : list.length - kept.length;
    if (json) return printJson({ exitCode: 0, entries: list.length, head, added, problem: null });
    print([
      `${list.length} snapshots, each with the SHA-256 of the one before it; that of the last is ${head ?? 'none'}`,
      added === null
        ? 'Without --kept a rewritten list cannot be detected: keep this copy for the next check.'
        : `It continues the kept list: nothing was removed, changed or moved; ${added} were added.`,
    ]);
  });

const listAt = async (file: string): Promise<SnapshotEntry[]> => readList(await auditInput(file), file);
