/** `agent-cost models`: the models of the catalog with their prices. */
import { type Command, Option } from 'commander';
import { textTable } from '../../common/text-table.ts';
import { modelOf, modelsWhere } from '../../core/api/models.ts';
import type { Model } from '../../core/api/schemas.ts';
import { type Tier, tiers } from '../../core/dataset/fields.ts';
import { command, plainExitCodes, unknown } from '../program.ts';
import { whole } from '../rounded.ts';
import { openCatalog } from '../workflow-options.ts';

interface Options {
  provider?: string;
  tier?: Tier;
  catalog?: string;
  json?: true;
}

export const modelsCommand = (): Command =>
  command('models')
    .summary('the models and their prices')
    .description('Lists the models with their list prices in dollars per 1,000,000 tokens. The ids are for --model.')
    .option('--provider <id>', 'only models of this provider')
    .addOption(new Option('--tier <tier>', 'only models of this tier').choices(tiers))
    .option('--catalog <file>', 'catalog.json to read; default the one beside this program')
    .option('--json', 'print JSON')
    .addHelpText('after', plainExitCodes)
    .action(models);

function models({ provider, tier, catalog: file, json }: Options): void {
  const catalog = openCatalog(file);
  const providers = catalog.providers.map(({ id }) => id);
  if (provider !== undefined && !providers.includes(provider)) throw unknown('provider', provider, providers);
  const found = modelsWhere(catalog, { provider, tier }).map(modelOf);
  console.log(json ? JSON.stringify(found) : modelTable(found));
}

function modelTable(found: readonly Model[]): string {
  const header = ['model', 'provider', 'tier', 'input', 'cached', 'output', 'context', 'verified'];
  const rows = found.map((model) => [
    model.id,
    model.provider,
    model.tier,
    model.inputPerMTok,
    model.cachedInputPerMTok,
    model.outputPerMTok,
    whole(model.contextWindow),
    model.verifiedOn,
  ]);
  return textTable(header, rows);
}
