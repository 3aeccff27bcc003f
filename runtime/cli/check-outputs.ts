/** What a command with options for output checks first: that it writes over none of the files that it was given. */
import { checkOutputs, type NamedFile, overwritten, wouldOverwrite } from '../io/named-files.ts';
import type { CatalogOptions } from './catalog-options.ts';
import type { LogFile } from './log-files.ts';
import { isLog } from './read-logs.ts';

/** The files that options name, without those that are absent. */
export const filesNamed = (byOption: Readonly<Record<string, string | undefined>>): NamedFile[] =>
  Object.entries(byOption).flatMap(([name, path]) => (path === undefined ? [] : [{ name, path }]));

/** The files that the options of prices name. */
export const catalogFiles = ({ overlay, catalog }: CatalogOptions): NamedFile[] =>
  filesNamed({ '--overlay': overlay, '--catalog': catalog });

/**
 * Checks the outputs of a command that reads logs. In a folder of logs an earlier output, which is no log, may be replaced.
 * @throws WrongUse that names the option and the file
 */
export async function checkLogOutputs(
  outputs: readonly NamedFile[],
  inputs: readonly NamedFile[],
  logs: readonly LogFile[],
): Promise<void> {
  const named = (isFound: boolean): NamedFile[] =>
    logs.filter((log) => log.isFound === isFound).map(({ path }) => ({ name: 'the log', path: path ?? 0 }));
  checkOutputs(outputs, [...inputs, ...named(false)]);
  for (const one of overwritten(outputs, named(true))) {
    if (await isLog(one.other.path as string)) throw wouldOverwrite(one);
  }
}
