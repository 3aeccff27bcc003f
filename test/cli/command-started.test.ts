/** The command that messages name is the one that was started. */
import { expect, test } from 'vitest';
import { commandStarted } from '../../runtime/cli/command-started.ts';

test.each([
  ['/usr/local/bin/agent-cost', '/home/dev', 'agent-cost'],
  ['/home/dev/.npm/_npx/1a2b/node_modules/.bin/agent-cost', '/home/dev', 'npx agent-cost'],
  ['/home/dev/app/node_modules/.bin/agent-cost', '/home/dev/app', 'npx agent-cost'],
  ['/home/dev/clone/dist/cli.js', '/home/dev/clone', 'node dist/cli.js'],
  ['/home/dev/clone/dist/cli.js', '/home/dev/other', 'node /home/dev/clone/dist/cli.js'],
  ['/home/dev/my clone/dist/cli.js', '/', 'node "home/dev/my clone/dist/cli.js"'],
])('%s in %s', (program, cwd, started) => {
  expect(commandStarted({ program, cwd })).toBe(started);
});
