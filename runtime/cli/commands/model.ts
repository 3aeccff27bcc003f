/** `agent-cost price model`: everything known about one model. */
import { modelDetailOf } from '../../core/answers/models.ts';
import type { ModelDetail } from '../../core/answers/schemas/model-schemas.ts';
import { factsOf } from '../../core/benchmarks/facts.ts';
import { lastSeenInShort } from '../../core/dataset/sources.ts';
import { insteadOf } from '../../core/dataset/successor.ts';
import { pricedTokenUnits } from '../../core/schemas/billable-units.ts';
import type { MeasuredFact } from '../../core/schemas/board-schemas.ts';
import { csvOf } from '../../core/values/csv.ts';
import { tokens } from '../../core/values/rounded.ts';
import { type CatalogOptions, modelNamed, openPrices, overlayLines } from '../catalog-options.ts';
import { type FormOptions, printAs, solvedColumns, tableOf } from '../output.ts';
import { command, plainExitCodes } from '../program.ts';

const epilogue = `
--json prints the answer of the API at /models/ID, --csv the prices; agent-cost estimate measured has the exact measured results.

Examples:
  agent-cost price model claude-sonnet-4-6
  agent-cost price model gemini-4-argon --as-of 2026-12-01
  agent-cost price model gpt-4o --csv
${plainExitCodes}`;

export const modelCommand = () =>
  command('model')
    .summary('everything known about one model')
    .description(
      'One model: prices past, in force and scheduled, how long it is served, other hosts, and what was measured.',
    )
    .argument('<model>', 'model id or alias, or its name at a gateway or a cloud')
    .jsonAndCsv()
    .prices()
    .addHelpText('after', epilogue)
    .action((name: string, options: CatalogOptions & FormOptions) => {
      const { catalog, overlay } = openPrices(options);
      const found = modelNamed(catalog, name);
      const detail = modelDetailOf(catalog, found);
      const own = overlay?.models.includes(found.id) ? { ...overlay, models: [found.id] } : null;
      printAs(options, {
        json: () => detail,
        csv: () => csvOf(priceColumns, detail.prices),
        text: () => [
          ...storyOf(detail, insteadOf(catalog, found.facts), factsOf(catalog, found.id)),
          ...overlayLines(own),
        ],
      });
    });

const priceColumns = [
  'state',
  'from',
  'until',
  'holdsUntil',
  ...pricedTokenUnits.map(({ priceField }) => priceField),
  'cacheStoragePerMTokHour',
  'announced',
  'knownSince',
  'verifiedOn',
  'note',
  'lastSeen.on',
  'lastSeen.where',
];

function storyOf(model: ModelDetail, instead: string, facts: readonly MeasuredFact[]): string[] {
  const { id, name, provider, tier, status, contextWindow, maxOutputTokens, aliases, offers } = model;
  const most = maxOutputTokens === null ? '' : `, at most ${tokens(maxOutputTokens)} out`;
  return [
    `${name} (${id}): ${provider}, ${tier}, ${status === 'shutDown' ? 'shut down' : status}`,
    `  context ${tokens(contextWindow)} tokens${most}`,
    ...(aliases.length === 0 ? [] : [`  also called ${aliases.join(', ')}`]),
    ...lifecycleOf(model, instead),
    ...section('Prices in dollars per 1,000,000 tokens', priceTable(model)),
    ...section('Sources of the price in force', sourcesOf(model)),
    ...section('At other hosts', offers.length === 0 ? [] : offerTable(model)),
    ...section(
      'Measured; the order on one board does not carry over to another',
      facts.length === 0 ? [] : factTable(facts),
    ),
    ...section('Notes', notesOf(model)),
  ];
}

const indent = 2;

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => ' '.repeat(indent) + line)];

function lifecycleOf({ releaseDate, lifecycle }: ModelDetail, instead: string): string[] {
  const { deprecatedOn, shutDown, notBefore, successor, billedAs } = lifecycle ?? {};
  return [
    ...(releaseDate === null ? [] : [`released ${releaseDate}`]),
    ...(deprecatedOn ? [`deprecated on ${deprecatedOn}`] : []),
    ...(shutDown ? [`shut down on ${shutDown}`] : []),
    ...(notBefore ? [`not shut down before ${notBefore}`] : []),
    ...(successor ? [instead] : []),
    ...(billedAs ? [`after the shutdown calls are billed as ${billedAs}`] : []),
  ].map((line) => `  ${line}`);
}

const priceTable = ({ prices }: ModelDetail): string[] =>
  tableOf(
    prices,
    {
      '': ({ state }) => state,
      from: ({ from }) => from,
      until: ({ until }) => until,
      input: ({ inputPerMTok }) => inputPerMTok,
      cached: ({ cachedInputPerMTok }) => cachedInputPerMTok,
      output: ({ outputPerMTok }) => outputPerMTok,
      written: ({ cacheWritePerMTok }) => cacheWritePerMTok,
      'long prompts': ({ longContext }) =>
        longContext
          .map(
            ({ aboveTokens, inputPerMTok, outputPerMTok }) =>
              `above ${tokens(aboveTokens)}: ${inputPerMTok} in, ${outputPerMTok} out`,
          )
          .join('; ') || null,
      'last seen': ({ lastSeen }) => lastSeenInShort(lastSeen),
    },
    indent,
  );

const sourcesOf = ({ prices }: ModelDetail): string[] =>
  prices
    .filter(({ state }) => state === 'current')
    .flatMap(({ sources }) => sources.map(({ url, name, on }) => `${on}  ${url ?? name}`));

const offerTable = ({ offers }: ModelDetail): string[] =>
  tableOf(
    offers,
    {
      host: ({ host }) => host,
      input: ({ inputPerMTok }) => inputPerMTok,
      cached: ({ cachedInputPerMTok }) => cachedInputPerMTok,
      output: ({ outputPerMTok }) => outputPerMTok,
      'last seen': ({ lastSeen }) => lastSeenInShort(lastSeen),
      'name there': ({ hostModelId }) => hostModelId,
    },
    indent,
  );

const factTable = (facts: readonly MeasuredFact[]): string[] =>
  tableOf<MeasuredFact>(
    facts,
    {
      board: ({ board }) => board,
      rank: ({ rank }) => rank,
      of: ({ of }) => of,
      effort: ({ effort }) => effort,
      ...solvedColumns,
    },
    indent,
  );

const notesOf = ({ notes, prices }: ModelDetail): string[] => [
  ...notes.map((note) => `- ${note}`),
  ...prices.flatMap(({ from, note }) =>
    note === null ? [] : [`- price ${from === null ? 'of release' : `from ${from}`}: ${note}`],
  ),
];
