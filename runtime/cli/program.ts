/** What every command has in common. */
import { Command } from 'commander';
import { version } from '../../package.json';
import { WrongUse } from '../common/command-line.ts';
import { unknownName } from '../core/api/did-you-mean.ts';

export { version };

/** A name that is not among those accepted, such as `Unknown preset "codign". Did you mean "coding"? Presets: ...` */
export const unknown = (what: string, name: string, names: readonly string[], hint?: string): WrongUse =>
  new WrongUse(unknownName(what, name, names, hint));

/** A command that ends with exit code 2 at wrong use, and explains itself. */
export const command = (name: string): Command =>
  new Command(name)
    .showHelpAfterError(`Run agent-cost ${name} --help for usage.`)
    .helpOption('-h, --help', 'print this')
    .exitOverride();

/** For the help of a command without exit codes of its own. */
export const plainExitCodes = '\nExit codes: 0 done; 1 it failed; 2 wrong use; 74 the output could not be written.';

/** For an option that may be given several times. */
export const collect = (value: string, earlier: string[] = []): string[] => [...earlier, value];
