/** The files of a drop, those in dropped folders too. */

export interface NamedFile {
  /** With the folders it was found in. */
  name: string;
  file: File;
}

/** Reads folders to any depth. What is dropped is known only until the event is over, so all entries are taken first. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<NamedFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return [...files].map((file) => ({ name: file.name, file }));
  return (await Promise.all(entries.map(filesIn))).flat();
}

/** What was chosen with an input, a whole folder perhaps. */
export const chosenFiles = (files: FileList | null): NamedFile[] =>
  [...(files ?? [])].map((file) => ({ name: file.webkitRelativePath || file.name, file }));

async function filesIn(entry: FileSystemEntry): Promise<NamedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed));
    return [{ name: entry.fullPath.replace(/^\//, ''), file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: NamedFile[] = [];
  // A folder is given a hundred entries at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return found;
    found.push(...(await Promise.all(some.map(filesIn))).flat());
  }
}

/** Logs are text; folders have other files beside them. One that is the only one is read whatever it is called. */
export const logsAmong = (files: readonly NamedFile[]): NamedFile[] =>
  files.length === 1 ? [...files] : files.filter(({ name }) => /\.(jsonl|ndjson|json|csv|tsv|log|txt|gz)$/i.test(name));
