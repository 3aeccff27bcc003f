/** `agent-cost reprice`: the tokens of a log at the prices of other models, or two logs of the same tasks. */
import type { Command } from 'commander';
import { catalogAt, hostsSelling } from '../../core/dataset/host-catalog.ts';
import { csvOf } from '../../core/values/csv.ts';
import { WrongUse } from '../../io/command-line.ts';
import { billsAt } from '../../logs/calibrate/bill-of-call.ts';
import { pairTasks } from '../../logs/reprice/paired-tasks.ts';
import { Repricer } from '../../logs/reprice/reprice.ts';
import { type FormOptions, printAs, withJsonAndCsv } from '../answer-forms.ts';
import {
  type CatalogOptions,
  modelNamed,
  openPrices,
  overlayLines,
  type Prices,
  withCatalogOptions,
} from '../catalog-options.ts';
import { collectRuns } from '../collect-runs.ts';
import { collect, command, plainExitCodes } from '../program.ts';
import { readLogs } from '../read-logs.ts';
import { readingLines } from '../reading-lines.ts';
import { pairedText, repricedText } from '../reprice-text.ts';

const epilogue = `
Another model would not send the same tokens: it makes more or fewer calls, writes more or less, and fails at other
tasks. So --model shows what these tokens would cost, and what was measured on both models on the boards that they
share. Only a log of the same tasks on the other model shows what they cost there: --against pairs two logs task by
task.

Both sides use the prices of one day, that of the catalog or of --as-of. --model leaves web searches out.

Examples:
  agent-cost reprice ~/.claude/projects --model gpt-5.4 --model deepseek-v4-pro
  agent-cost reprice sonnet.jsonl --against gpt.jsonl
${plainExitCodes}`;

interface Options extends FormOptions, CatalogOptions {
  model?: string[];
  against?: string[];
  host?: string;
}

export const repriceCommand = (): Command =>
  withCatalogOptions(
    withJsonAndCsv(
      command('reprice')
        .summary('the tokens of your logs at the prices of other models')
        .description('The same tokens at the prices of other models, or two logs of the same tasks per solved task.')
        .argument('<logs...>', 'files, folders, or - for standard input')
        .option('--model <id>', 'model at whose prices the tokens are billed; repeatable', collect)
        .option('--host <id>', 'host whose prices are used; default the provider of the model')
        .option('--against <log>', 'a log of the same tasks on another model; repeatable', collect),
    ),
  )
    .addHelpText('after', epilogue)
    .action(async (logs: string[], options: Options) => {
      const { model: models, against } = options;
      if ((models === undefined) === (against === undefined)) {
        throw new WrongUse(
          'reprice needs either --model, for other prices, or --against, for a log of the same tasks.',
        );
      }
      const prices = openPrices(options);
      if (against === undefined) await reprice(prices, logs, options);
      else await pair(prices, logs, against, options);
    });

async function reprice({ catalog, overlay }: Prices, logs: readonly string[], options: Options): Promise<void> {
  const models = (options.model ?? []).map((name) => priced(catalog, name, options.host));
  const repricer = new Repricer(catalog, models, options.host ?? null, billsAt(catalog));
  const reading = await readLogs(logs, (calls) => {
    for (const call of calls) repricer.add(call);
  });
  const found = { ...repricer.end(), overlay, reading };
  printAs(options, {
    json: () => found,
    csv: () =>
      csvOf(
        ['repricedAs', 'logged', 'calls', 'usdAsLogged', 'usd', 'ratio'],
        found.models.flatMap(({ model, byModel }) =>
          byModel.map(({ model: logged, ...rest }) => ({ repricedAs: model, logged, ...rest })),
        ),
      ),
    text: () => [...repricedText(found), ...overlayLines(overlay), ...readingLines(reading)],
  });
}

/** The model as sold by its provider or by the host. @throws WrongUse */
function priced(catalog: Prices['catalog'], name: string, host: string | undefined) {
  const { id } = modelNamed(catalog, name, '--model');
  const sold = host === undefined ? catalog : catalogAt(catalog, host);
  const model = sold?.models.find((one) => one.id === id);
  if (model !== undefined) return model;
  if (host === undefined)
    throw new WrongUse(`--model: ${id} is no longer sold. "agent-cost model ${id}" has the details.`);
  const hosts = hostsSelling(catalog, id);
  throw new WrongUse(
    `--host: no price of ${id} at ${host} is known. ${hosts.length === 0 ? 'No host is known to offer it.' : `Hosts that offer it: ${hosts.join(', ')}.`}`,
  );
}

async function pair(
  { catalog, overlay }: Prices,
  logs: readonly string[],
  against: readonly string[],
  options: Options,
): Promise<void> {
  if (options.host !== undefined) throw new WrongUse('--host goes with --model: a log records its own hosts.');
  const a = await collectRuns(catalog, logs);
  const b = await collectRuns(catalog, against);
  const found = pairTasks(a, b);
  if (found === null) {
    throw new WrongUse('--against: no task with a price is in both logs; tasks are paired by name.');
  }
  const answer = { pricesOn: catalog.asOf, ...found, overlay, reading: [a.reading, b.reading] };
  printAs(options, {
    json: () => answer,
    csv: () =>
      csvOf(
        ['per', 'a', 'b', 'ratio', 'interval.low', 'interval.high'],
        [
          { per: 'task', ...found.perTask },
          ...(found.perSolvedTask === null ? [] : [{ per: 'solved task', ...found.perSolvedTask }]),
        ],
      ),
    text: () => [...pairedText(answer), ...overlayLines(overlay), ...answer.reading.flatMap(readingLines)],
  });
}
