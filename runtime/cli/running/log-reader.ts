/** A thread that reads files of logs side by side with others, and hands over what `stored-calls.ts` keeps of each. */
import { parentPort } from 'node:worker_threads';
import type { StoredFile } from '../../logs/stored-calls.ts';
import { type AskedFile, type ReadFile, takes } from '../log-threads.ts';
import { fileBlocks, newReading, readBlocks } from './grown-log.ts';

/** A call that other files have too is told by the thread that asked. */
const keys = { add: () => null };

async function readOne({ path, bytes, withKeys, taken }: AskedFile): Promise<ReadFile> {
  if (!takes(taken)) return { path, read: null };
  const found: { read: StoredFile | null } = { read: null };
  const keep = (read: StoredFile): void => {
    found.read = read;
  };
  try {
    const part = { start: 0, end: bytes ?? Number.POSITIVE_INFINITY };
    for await (const _ of readBlocks(
      fileBlocks(path, part),
      path,
      { ...newReading(), keys },
      { keep, onlyKept: true },
    ));
  } catch {
    // Whoever asked reads it, and says what is wrong with it.
  }
  if (found.read === null) return { path, read: null };
  const { keys: keysOf, ...read } = found.read;
  return { path, read: { ...read, keyList: withKeys ? keysOf() : [] } };
}

parentPort?.on('message', async (asked: AskedFile) => {
  const answer = await readOne(asked);
  const { read } = answer;
  const buffers = read === null ? [] : [read.numbers.buffer, read.indexes.buffer, read.prints.buffer];
  parentPort?.postMessage(answer, buffers as ArrayBuffer[]);
});
