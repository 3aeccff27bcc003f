/**
 * Compiles a source in AssemblyScript, in a thread of its own: the compiler gives the thread that loads it another
 * `Array.prototype.sort`, which puts numbers in their order.
 */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import asc from 'assemblyscript/asc';

const options = ['--enable', 'simd', '--runtime', 'stub', '--importMemory', '--noAssert', '-O3'];
let program = null;
const { error, stderr } = await asc.main(['source.ts', '-o', 'program.wasm', ...options], {
  readFile: (file) => (file === 'source.ts' ? readFileSync(workerData, 'utf8') : null),
  writeFile: (_, content) => {
    program = content;
  },
});
if (error !== null || program === null) throw new Error(`${workerData}: ${stderr}`, { cause: error });
parentPort.postMessage(program);
