/** The same as writer.c, for machines without a C compiler. */
import { closeSync, mkdirSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , index, blob, out] = process.argv;
const from = openSync(blob, 'r');
mkdirSync(out);
let files = 0;
for (const line of readFileSync(index, 'utf8').trimEnd().split('\n')) {
  const [, kind, bytes, path] = /^(.) (\d+) (.*)$/.exec(line);
  if (kind === 'd') mkdirSync(join(out, path));
  else {
    const content = Buffer.allocUnsafe(Number(bytes));
    for (let done = 0; done < content.length; ) done += readSync(from, content, done, content.length - done);
    writeFileSync(join(out, path), content);
    files++;
  }
}
closeSync(from);
console.log(files);
