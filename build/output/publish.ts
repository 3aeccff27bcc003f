/** Writes every published file of a plan in order, while the next ones are being created. */
import type { Encoder } from './encoder.ts';
import { type Encodings, type Hashed, hashed } from './encodings.ts';
import type { PlannedFile } from './plan.ts';
import type { LastBuild } from './previous-build.ts';
import type { Writer } from './write-dist.ts';

/** Maximum contents in memory: enough that neither the main thread nor the encoder waits for the other. */
const most = 24;

/** A content that is being encoded, and the files it goes to. */
interface Content {
  paths: string[];
  plain: Hashed;
  encodings: Encodings | Promise<Encodings>;
}

/**
 * Publishes the files of the plan. Encodings are reused from `last` if it has them, and created otherwise. `step` is
 * called with each path.
 */
export async function publish(
  files: Iterable<PlannedFile>,
  writer: Writer,
  encoder: Encoder,
  last: LastBuild | null,
  step: (path: string) => void,
): Promise<void> {
  const queue: Content[] = [];
  let newest: string | Uint8Array = '';
  const writeOldest = async () => {
    const { paths, plain, encodings } = queue.shift() as Content;
    writer.publish(paths, plain, await encodings);
  };
  for (const file of files) {
    const { path, smallest = false } = file;
    step(path);
    const content = file.content();
    // Aliases come right after their model and have the same text, which is encoded only once.
    if (content === newest) queue.at(-1)?.paths.push(path);
    else {
      newest = content;
      const plain = hashed(Buffer.from(content));
      const encodings = last?.encodings(path, plain.sha256) ?? encoder.encode(content, smallest);
      queue.push({ paths: [path], plain, encodings });
    }
    if (queue.length > most) await writeOldest();
  }
  while (queue.length > 0) await writeOldest();
}
