/** `agent-cost price changes`: new models, changed prices and scheduled changes. */
import { changesOf } from '../../core/answers/changes.ts';
import type { Change } from '../../core/answers/schemas/change-schema.ts';
import { csvOf } from '../../core/values/csv.ts';
import { price } from '../../core/values/rounded.ts';
import type { Cell } from '../../core/values/text-table.ts';
import { type CatalogOptions, openPrices, overlayLines } from '../catalog-options.ts';
import { type FormOptions, printAs, tableOf } from '../output.ts';
import { aDay, command, plainExitCodes } from '../program.ts';

const epilogue = `
Examples:
  agent-cost price changes --since 2026-11-01
  agent-cost price changes --since 2026-11-01 --json
${plainExitCodes}`;

interface Options extends CatalogOptions, FormOptions {
  since?: string;
}

export const changesCommand = () =>
  command('changes')
    .summary('new models, changed prices and scheduled changes')
    .description('Every new model and every price that changed or is scheduled to change, newest first.')
    .option('--since <day>', 'only from this day on (YYYY-MM-DD, UTC)', aDay)
    .jsonAndCsv()
    .prices()
    .addHelpText('after', epilogue)
    .action(({ since = '', ...options }: Options) => {
      const { catalog, overlay } = openPrices(options);
      const found = changesOf(catalog).filter(({ on }) => on >= since);
      printAs(options, {
        json: () => found,
        csv: () =>
          csvOf(
            columns,
            found.map((one) => ({ ...one, alsoChanged: one.alsoChanged.join('; ') })),
          ),
        text: () =>
          found.length === 0
            ? [`Nothing changed${since && ` since ${since}`}.`]
            : [...changeTable(found), ...overlayLines(overlay)],
      });
    });

const prices = ['inputPerMTok', 'outputPerMTok', 'cachedInputPerMTok', 'cacheWritePerMTok'];
const columns = [
  ...['on', 'kind', 'modelId', 'modelName', 'provider', 'host'],
  ...prices.map((name) => `before.${name}`),
  ...prices.map((name) => `after.${name}`),
  ...['longContextChanged', 'alsoChanged', 'note'],
];

const changeTable = (changes: readonly Change[]): string[] =>
  tableOf(changes, {
    on: ({ on }) => on,
    model: ({ modelId }) => modelId,
    what: ({ kind }) => kind,
    input: ({ before, after }) => moved(before?.inputPerMTok, after.inputPerMTok),
    output: ({ before, after }) => moved(before?.outputPerMTok, after.outputPerMTok),
    cached: ({ before, after }) => moved(before?.cachedInputPerMTok, after.cachedInputPerMTok),
    'sold by': ({ provider, host }) => host ?? provider,
    also: ({ longContextChanged, alsoChanged }) =>
      [...(longContextChanged ? ['long prompts change'] : []), ...alsoChanged].join(', '),
  });

/** $2 to $4; or only the price if it did not change. */
function moved(before: number | null | undefined, after: number | null): Cell {
  const shown = (value: number | null) => (value === null ? 'none' : price(value));
  return before === undefined || before === after ? shown(after) : `${shown(before)} to ${shown(after)}`;
}
