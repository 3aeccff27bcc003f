/** The compiler of AssemblyScript stays in a thread of its own. */
import { expect, test } from 'vitest';
import { assembledVitePlugin } from '../../build/output/assembled.ts';

const name = '\0virtual:assembled/logs/input/json-scan';

test('a program is made, and no built-in is another one afterwards', async () => {
  const { sort } = Array.prototype;
  const program = await assembledVitePlugin.load(name);
  expect(program).toMatch(/^export default Uint8Array\.from\(\[0,97,115,109,1,0,0,0,/); // \0asm, version 1
  expect(Array.prototype.sort).toBe(sort);
  expect([10, 9].sort()).toEqual([10, 9]); // As text.
});

test('a source that is missing fails the build', async () => {
  await expect(assembledVitePlugin.load(`${name}-of-nothing`)).rejects.toThrow('json-scan-of-nothing.as');
});
