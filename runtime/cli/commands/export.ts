/** `agent-cost price export`: the list prices in the format of another tool. */
import { Argument } from 'commander';
import { type PriceMapName, priceMapNames } from '../../api/routes/documents.ts';
import { leftOutOf } from '../../exports/price-maps/left-out.ts';
import { leftOutText, priceMap, priceMapText } from '../../exports/price-maps/price-maps.ts';
import { checkOutputs, filesNamed } from '../../io/named-files.ts';
import { writeOutput } from '../../io/output-file.ts';
import { type CatalogOptions, catalogFiles, openPrices } from '../catalog-options.ts';
import { printError } from '../output.ts';
import { command, plainExitCodes } from '../program.ts';

const epilogue = `
litellm       LiteLLM's model_prices_and_context_window.json (LITELLM_MODEL_COST_MAP_URL, ccusage)
models.dev    models.dev's api.json (tokenlens and others)
genai-prices  the data of pydantic/genai-prices, version 2
llm-prices    llm-prices' current-v1.json
openrouter    OpenRouter's list of models, at the prices of their makers

Each is also published: /api/v1/exports/litellm.json, and beside it /api/v1/exports/litellm.left-out.json with what the
format cannot say of each model: --left-out prints it. docs/price-maps.md has a line for each tool.

Examples:
  agent-cost price export litellm --out prices.json
  agent-cost price export genai-prices --as-of 2026-12-01
  agent-cost price export openrouter --left-out
${plainExitCodes}`;

interface Options extends CatalogOptions {
  out?: string;
  leftOut?: true;
}

export const exportCommand = () =>
  command('export')
    .summary('the list prices in the format of another tool')
    .description(
      'Prints the list prices in force as a file that another tool can load, and says on standard error how many known facts its format cannot say.',
    )
    .addArgument(new Argument('<format>', 'whose format').choices(priceMapNames))
    .option('--out <file>', 'write to this file instead of standard output')
    .option('--left-out', 'instead of the prices, what the format cannot say of each model')
    .prices()
    .addHelpText('after', epilogue)
    .action(exportPrices);

function exportPrices(name: PriceMapName, { out, leftOut = undefined, ...prices }: Options): void {
  checkOutputs(filesNamed({ '--out': out }), catalogFiles(prices));
  const { catalog } = openPrices(prices);
  const text = leftOut ? leftOutText(catalog, name) : priceMapText(catalog, name);
  if (out === undefined) process.stdout.write(text);
  else writeOutput(out, text, { option: '--out' });
  if (leftOut) return;
  const { models } = leftOutOf(catalog, priceMap(name));
  const entries = models.reduce((sum, row) => sum + row.entries.length, 0);
  const facts = models.reduce((sum, row) => sum + row.leftOut.length, 0);
  printError([
    `${entries} entries at the prices of ${catalog.asOf}. ${facts} facts have no place in this format; to see them: agent-cost price export ${name} --left-out`,
  ]);
}
