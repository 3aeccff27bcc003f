/**
 * A small part of the frozen data: a few models of four makers, with their hosts and boards. Builds and snapshots
 * made from it have every kind of file in a fraction of the time.
 */
import { frozenFiles } from './frozen-data.ts';
import type { RawProvider } from './raw-data.ts';

/** With changed and scheduled prices, long context, hosts, aliases, and the default of every preset. */
const kept = new Set(
  `claude-fable-5-2 claude-opus-4-6 claude-sonnet-4-6 claude-haiku-4-5 gemini-4-argon gemini-3.8-flash gemini-3.5-flash
   gemini-3.5-flash-lite gemini-3.1-pro-preview gemini-2.5-flash gpt-6-luna gpt-5.5 gpt-5.4 gpt-5.4-mini gpt-4.1
   gpt-4.1-mini gpt-4o mistral-small-2603`.split(/\s+/),
);
const makers = ['anthropic', 'google', 'mistral', 'openai'];

type Rows = Record<string, unknown>[];
type File = Record<string, Rows>;

const rowsOf = (rows: Rows, field: string): Rows => rows.filter((row) => kept.has(String(row[field])));

/** The rows whose list of models, if they have one, still names a model, with those names. */
const rowsWithModels = (rows: Rows): Rows =>
  rows
    .map((row) => ('models' in row ? { ...row, models: (row.models as string[]).filter((id) => kept.has(id)) } : row))
    .filter(({ models }) => models === undefined || (models as string[]).length > 0);

function smallProvider(file: File): File {
  const lists = ['regions', 'toolFees'].filter((list) => list in file);
  const smaller = lists.map((list) => [list, rowsWithModels(file[list] as Rows)]);
  return { ...file, ...Object.fromEntries(smaller), models: rowsOf(file.models as Rows, 'id') };
}

function smallOf(path: string, file: File): File | null {
  const [, folder, name = ''] = /^data\/(\w+)\/(.*)\.json$/.exec(path) ?? [];
  if (folder === 'providers') return makers.includes(name) ? smallProvider(file) : null;
  if (folder === 'imported') {
    const hosts = (file.hosts as Rows).map((host) => ({
      ...host,
      provider: makers.includes(String(host.provider)) ? host.provider : null,
    }));
    return { ...file, hosts, offers: rowsOf(file.offers as Rows, 'model') };
  }
  if (folder !== 'measured') return file;
  const rows = rowsOf(file.rows as Rows, 'modelId');
  return rows.length < 2 ? null : { ...file, rows };
}

/** Each file as returned by `readData`. */
export const smallFiles = frozenFiles.flatMap(({ path, text }) => {
  const small = smallOf(path, JSON.parse(text));
  return small === null ? [] : [{ path, text: `${JSON.stringify(small, null, 2)}\n` }];
});

/** Its files of providers, as data. */
export const smallProviders = smallFiles
  .filter(({ path }) => path.startsWith('data/providers/'))
  .map(({ text }) => JSON.parse(text) as RawProvider);
