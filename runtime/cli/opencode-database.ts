/**
 * The database in which opencode keeps its messages since 2026, as the documents it kept before. Node reads SQLite since
 * version 22.5.
 */

export class UnreadDatabase extends Error {
  override name = 'UnreadDatabase';

  /** @param mayHaveCalls false: it is no database of opencode */
  constructor(
    message: string,
    readonly mayHaveCalls: boolean,
  ) {
    super(message);
  }
}

export interface Sqlite {
  DatabaseSync: new (
    path: string,
    options: { readOnly: true },
  ) => {
    prepare(sql: string): { all(): unknown[]; iterate?(): Iterable<unknown> };
    close(): void;
  };
}

/** SQLite of this Node; undefined: it has none. It is loaded when it is first needed, and then Node warns that it is new. */
const sqliteHere = (): Sqlite | undefined => process.getBuiltinModule?.('node:sqlite' as string) as Sqlite | undefined;

/** Whether this Node can read a database; asks without loading anything. */
export const readsDatabases = (version = process.versions.node): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 13);
};

export const withoutSqlite = `Node ${process.versions.node} has no SQLite: run this with Node 22.13 or newer, or name what opencode exports (opencode export SESSION > session.json)`;

interface Row {
  id: string;
  session_id: string;
  data: string;
}

/**
 * The model's messages of a database, a line of JSON for each, in the order in which they began. Their row has the ids,
 * and `data` everything else.
 * @throws UnreadDatabase
 */
export async function* openCodeLines(
  path: string,
  sqlite: Sqlite | undefined = readsDatabases() ? sqliteHere() : undefined,
): AsyncGenerator<Uint8Array> {
  if (sqlite === undefined) throw new UnreadDatabase(withoutSqlite, true);
  const database = new sqlite.DatabaseSync(path, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM pragma_table_info('message')").all() as { name: string }[];
    if (!['id', 'session_id', 'data', 'time_created'].every((name) => tables.some((column) => column.name === name)))
      throw new UnreadDatabase('a database of SQLite without the messages of opencode', false);
    const rows = database.prepare(
      "SELECT id, session_id, data FROM message WHERE json_extract(data, '$.role') = 'assistant' ORDER BY time_created, id",
    );
    let lines: string[] = [];
    for (const row of (rows.iterate?.() ?? rows.all()) as Iterable<Row>) {
      lines.push(lineOf(row));
      if (lines.length < 2000) continue;
      yield Buffer.from(lines.join(''));
      lines = [];
    }
    if (lines.length > 0) yield Buffer.from(lines.join(''));
  } finally {
    database.close();
  }
}

/** `data` is an object with at least a role: json_extract found it. */
const lineOf = ({ id, session_id: session, data }: Row): string =>
  `{"id":${JSON.stringify(id)},"sessionID":${JSON.stringify(session)},${data.trimStart().slice(1).replaceAll('\n', ' ')}\n`;
