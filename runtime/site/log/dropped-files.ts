/** The files of a drop, including those in dropped folders. */

export interface NamedFile {
  /** With the folders it was found in. */
  name: string;
  file: File;
}

/** Reads folders to any depth. The drop is readable only during the event, so all entries are taken first. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<NamedFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return [...files].map((file) => ({ name: file.name, file }));
  return (await Promise.all(entries.map(filesIn))).flat();
}

/** The files chosen with an input, perhaps a whole folder. */
export const chosenFiles = (files: FileList | null): NamedFile[] =>
  [...(files ?? [])].map((file) => ({ name: file.webkitRelativePath || file.name, file }));

async function filesIn(entry: FileSystemEntry): Promise<NamedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed));
    return [{ name: entry.fullPath.replace(/^\//, ''), file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: NamedFile[] = [];
  // Browsers return at most a hundred entries at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return found;
    found.push(...(await Promise.all(some.map(filesIn))).flat());
  }
}

/** The files that look like logs by name, since folders hold others too. A single file is always read. */
export const logsAmong = (files: readonly NamedFile[]): NamedFile[] =>
  files.length === 1 ? [...files] : files.filter(({ name }) => /\.(jsonl|ndjson|json|csv|tsv|log|txt|gz)$/i.test(name));
