/** `agent-cost price models`: the models of the catalog with their prices. */
import { columns } from '../../api/feeds.ts';
import { modelOf, modelsWhere } from '../../core/answers/models.ts';
import type { Model } from '../../core/answers/schemas/model-schemas.ts';
import { lastSeenInShort } from '../../core/dataset/sources.ts';
import { type Tier, tiers } from '../../core/schemas/request-fields.ts';
import { csvOf } from '../../core/values/csv.ts';
import { tokens } from '../../core/values/rounded.ts';
import { type CatalogOptions, openPrices, overlayLines } from '../catalog-options.ts';
import { type FormOptions, printAs, tableOf } from '../output.ts';
import { command, plainExitCodes, unknown } from '../program.ts';

interface Options extends CatalogOptions, FormOptions {
  provider?: string;
  tier?: Tier;
}

const examples = `
Examples:
  agent-cost price models --tier fast
  agent-cost price models --provider google --as-of 2026-12-01
  agent-cost price models --csv
${plainExitCodes}`;

export const modelsCommand = () =>
  command('models')
    .summary('the models and their prices')
    .description('Lists the models with their list prices in dollars per 1,000,000 tokens. The ids are for --model.')
    .option('--provider <id>', 'only models of this maker')
    .choice('--tier <tier>', 'only models of this tier', tiers)
    .jsonAndCsv()
    .prices()
    .addHelpText('after', examples)
    .action(models);

function models({ provider, tier, ...options }: Options): void {
  const { catalog, overlay } = openPrices(options);
  const providers = catalog.providers.map(({ id }) => id);
  if (provider !== undefined && !providers.includes(provider)) throw unknown('provider', provider, providers);
  const found = modelsWhere(catalog, { provider, tier }).map(modelOf);
  printAs(options, {
    json: () => found,
    csv: () => csvOf(columns, found),
    text: () => [...modelTable(found), ...overlayLines(overlay)],
  });
}

const modelTable = (found: readonly Model[]): string[] =>
  tableOf(found, {
    model: ({ id }) => id,
    provider: ({ provider }) => provider,
    tier: ({ tier }) => tier,
    input: ({ inputPerMTok }) => inputPerMTok,
    cached: ({ cachedInputPerMTok }) => cachedInputPerMTok,
    output: ({ outputPerMTok }) => outputPerMTok,
    context: ({ contextWindow }) => tokens(contextWindow),
    'last seen': ({ lastSeen }) => lastSeenInShort(lastSeen),
    confidence: ({ confidence }) => confidence,
  });
