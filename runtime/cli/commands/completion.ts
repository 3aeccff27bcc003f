/**
 * `agent-cost completion`: completion scripts for three shells, from one table that is made of the commands. Each finds the
 * command in the words before the cursor, then what may follow: values of the preceding option, options if a `-` was typed,
 * otherwise the argument.
 */
import { Argument, type Command, type Option } from 'commander';
import { knownModels } from '../../core/dataset/catalog.ts';
import { presetIds } from '../../core/schemas/request-fields.ts';
import { lookUp } from '../../core/values/look-up.ts';
import { openCatalog } from '../catalog-options.ts';
import { command, plainExitCodes } from '../program.ts';

const epilogue = `
Completes commands, options and their values, including the ids of models, presets, boards and hosts. Add this to the
startup file of your shell:
  bash  source <(agent-cost completion bash)
  zsh   source <(agent-cost completion zsh), after compinit
  fish  agent-cost completion fish | source

Examples:
  agent-cost completion bash
${plainExitCodes}`;

export const completionCommand = () =>
  command('completion')
    .summary('a completion script for your shell')
    .description('Prints a script that makes bash, zsh or fish complete commands, options and values.')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .addHelpText('after', epilogue)
    .action((shell: Shell, _options: object, self: Command) => {
      process.stdout.write(completionScript[shell](completionTable(self.parent ?? self, knownValues())));
    });

function knownValues(): KnownValues {
  const catalog = openCatalog();
  const { providers, measured, offers } = catalog;
  return {
    preset: presetIds,
    model: knownModels(catalog).map(({ id }) => id),
    provider: providers.map(({ id }) => id),
    board: measured.map(({ id }) => id),
    host: offers.hosts.map(({ id }) => id),
  };
}

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** In single quotes; descriptions may contain quotes, command words never do. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
/** Fish interprets backslashes in single quotes. */
const fishQuoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
const wordsOf = (candidates: readonly Candidate[]): string[] => candidates.map(({ word }) => word);

/** `price --tier`: a command and an option just before the cursor. */
const before = ({ path }: CompletedCommand, flags: readonly string[]): string[] =>
  flags.map((flag) => quoted(`${path} ${flag}`));

/** The commands below a command as they are recognized: `' price'`, `'keys add'`. */
const steps = (table: readonly CompletedCommand[]): string[] =>
  table.flatMap(({ path, commands }) => commands.map(({ word }) => quoted(`${path} ${word}`)));

/** What a command takes if no option is being typed: subcommands and its argument, or if it has neither, options. */
const follows = ({ commands, argument, options }: CompletedCommand): (Values | readonly Candidate[])[] => {
  const taken = [commands, argument ?? []].filter((what) => what === 'file' || what.length > 0);
  return taken.length > 0 || argument !== undefined ? taken : [options];
};

type Offer = (what: Values | readonly Candidate[]) => string;

/** What bash and zsh share: the rest of the loop over the words before the cursor, and what may follow them. */
const posixCases = (
  table: readonly CompletedCommand[],
  offer: Offer,
  offerOptions: (options: readonly Candidate[]) => string,
): string =>
  `    case "$command $word" in
      ${steps(table).join(' | ')}) command="\${command:+$command }$word" ;;
    esac
  done
  case "$command $previous" in
${table
  .flatMap((one) =>
    one.values.map(({ flags, values }) => `    ${before(one, flags).join(' | ')}) ${offer(values)}; return ;;`),
  )
  .join('\n')}
  esac
  case "$command $current" in
${table.map((one) => `    ${quoted(`${one.path} -`)}*) ${offerOptions(one.options)} ;;`).join('\n')}
    *)
      case "$command" in
${table.map((one) => `        ${quoted(one.path)}) ${follows(one).map(offer).join('; ') || ':'} ;;`).join('\n')}
      esac
      ;;
  esac`;

function bash(table: readonly CompletedCommand[]): string {
  const offer = (what: Values | readonly Candidate[]): string => {
    if (what === 'file')
      return `local IFS=$'\\n'; compopt -o filenames 2> /dev/null; COMPREPLY+=($(compgen -f -- "$current"))`;
    const words = (what ?? []).map((one) => (typeof one === 'string' ? one : one.word));
    return words.length === 0 ? ':' : `COMPREPLY+=($(compgen -W ${quoted(words.join(' '))} -- "$current"))`;
  };
  return `# agent-cost completion for bash: source <(agent-cost completion bash)
_agent_cost() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${posixCases(table, offer, (options) => offer(wordsOf(options)))}
}
complete -F _agent_cost agent-cost
`;
}

function zsh(table: readonly CompletedCommand[]): string {
  const described = (list: readonly Candidate[]): string =>
    `list=(${list.map(({ word, about }) => quoted(`${word.replaceAll(':', '\\:')}:${about}`)).join(' ')}); _describe agent-cost list`;
  const offer = (what: Values | readonly Candidate[]): string => {
    if (what === 'file') return '_files';
    if (what === null || what.length === 0) return ':';
    return isWords(what) ? `compadd -- ${what.join(' ')}` : described(what);
  };
  return `#compdef agent-cost
# agent-cost completion for zsh: source <(agent-cost completion zsh)
_agent_cost() {
  local current=$words[CURRENT] previous=$words[CURRENT-1] command='' word
  local -a list
  for word in "\${(@)words[2,CURRENT-1]}"; do
${posixCases(table, offer, described)}
}
compdef _agent_cost agent-cost
`;
}

const isWords = (list: readonly (string | Candidate)[]): list is readonly string[] => typeof list[0] === 'string';

function fish(table: readonly CompletedCommand[]): string {
  const described = (list: readonly Candidate[]): string =>
    `printf '%s\\t%s\\n' ${list.map(({ word, about }) => `${fishQuoted(word)} ${fishQuoted(about)}`).join(' ')}`;
  const offer = (what: Values | readonly Candidate[]): string => {
    if (what === 'file') return '__fish_complete_path "$current"';
    if (what === null || what.length === 0) return 'true';
    return isWords(what) ? `printf '%s\\n' ${what.join(' ')}` : described(what);
  };
  return `# agent-cost completion for fish: agent-cost completion fish | source
function __agent_cost
    set -l current (commandline -ct)
    set -l tokens (commandline -opc)
    set -l previous $tokens[-1]
    set -e tokens[1]
    set -l command ''
    for word in $tokens
        switch "$command $word"
            case ${steps(table).join(' ')}
                set command (string trim "$command $word")
        end
    end
    switch "$command $previous"
${table
  .flatMap((one) =>
    one.values.map(
      ({ flags, values }) => `        case ${before(one, flags).join(' ')}
            ${offer(values)}
            return`,
    ),
  )
  .join('\n')}
    end
    switch "$command $current"
${table
  .map(
    (one) => `        case ${quoted(`${one.path} -*`)}
            ${described(one.options)}`,
  )
  .join('\n')}
        case '*'
            switch "$command"
${table
  .map(
    (one) => `                case ${quoted(one.path)}
                    ${follows(one).map(offer).join('; ') || 'true'}`,
  )
  .join('\n')}
            end
    end
end
complete -c agent-cost -f -a '(__agent_cost)'
`;
}

const completionScript: Record<Shell, (table: readonly CompletedCommand[]) => string> = { bash, zsh, fish };

interface Candidate {
  word: string;
  about: string;
}

/** Accepted values: a list of words, a file, or anything (null). */
type Values = readonly string[] | 'file' | null;

type CompletedCommand = ReturnType<typeof completedCommand>;

/** Known values by the name of the option or argument, such as `model`. */
type KnownValues = Readonly<Record<string, readonly string[]>>;

function completionTable(command: Command, known: KnownValues, path: readonly string[] = []): CompletedCommand[] {
  const below = command.createHelp().visibleCommands(command);
  const own = completedCommand(command, below, known, path.join(' '));
  return [own, ...below.flatMap((one) => completionTable(one, known, [...path, one.name()]))];
}

/** @param path its words: `price`, `keys add`; empty for the program itself */
function completedCommand(command: Command, below: readonly Command[], known: KnownValues, path: string) {
  const options = command.createHelp().visibleOptions(command);
  const [argument] = command.registeredArguments;
  return {
    path,
    commands: below.map((one): Candidate => ({ word: one.name(), about: one.summary() || one.description() })),
    options: options.map((one): Candidate => ({ word: one.long ?? one.flags, about: one.description })),
    /** Values of its first argument; undefined: no argument. */
    argument: argument && valuesOf(argument, argument.name(), argument.name(), known),
    values: options
      .filter(({ required, optional }) => required || optional)
      .map((one) => ({ flags: flagsOf(one), values: valuesOf(one, one.attributeName(), placeholderOf(one), known) })),
  };
}

/** Placeholders in the help that mean a file. */
const files = ['file', 'path', 'archive', 'snapshot', 'list', 'a'];

/** `file` of `--catalog <file>`. */
const placeholderOf = ({ flags }: Option): string => /[<[](.+?)[>\]]/.exec(flags)?.[1] ?? '';

const flagsOf = ({ long, short }: Option): string[] => [long, short].flatMap((flag) => flag ?? []);

function valuesOf({ argChoices }: Argument | Option, name: string, shown: string, known: KnownValues): Values {
  const words = argChoices ?? lookUp(known, name);
  if (words !== undefined) return words;
  return files.includes(shown) ? 'file' : null;
}
