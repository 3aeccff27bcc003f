/** What every command has in common. */
import { Command } from 'commander';
import { version } from '../../package.json';

export { version };

/** A wrong option or argument; the message says which, what came and what is accepted. */
export class WrongUse extends Error {}

/** A command that ends with exit code 2 at wrong use, and explains itself. */
export const command = (name: string): Command =>
  new Command(name)
    .showHelpAfterError(`(agent-cost ${name} --help tells more)`)
    .helpOption('-h, --help', 'print this')
    .exitOverride();

/** For an option that may be given several times. */
export const collect = (value: string, earlier: string[] = []): string[] => [...earlier, value];
