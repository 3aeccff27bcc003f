/** What a test file has made is removed after its tests, also where several files share their modules. */
const pending: (() => unknown)[] = [];

/** Calls `undo` after the last test of the file that runs now. */
export function afterFile(undo: () => unknown): void {
  pending.push(undo);
}

export async function undoAll(): Promise<void> {
  for (const undo of pending.splice(0)) await undo();
}
