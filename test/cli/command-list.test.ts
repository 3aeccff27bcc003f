/** Which commands a start loads. */
import { expect, test } from 'vitest';
import { commandList, commandsFor } from '../../runtime/cli/command-list.ts';

const names = Object.keys(commandList);
const loaded = async (name?: string) => (await commandsFor(name)).map((command) => command.name());

test('a command is loaded alone, under the name that it has itself', async () => {
  for (const name of names.filter((one) => one !== 'completion')) expect(await loaded(name)).toEqual([name]);
});

test.each([undefined, '--help', 'help', 'completion', 'prcie', 'toString'])(
  '%s needs all of them, in the order of the help',
  async (name) => expect(await loaded(name)).toEqual(names),
);
