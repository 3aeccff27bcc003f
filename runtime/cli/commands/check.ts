/** `agent-cost check`: compares workflows with their budgets. */
import { baselineOf, datasetOf, repricing } from '../../core/budgets/baseline.ts';
import { checkBudgets } from '../../core/budgets/check-budgets.ts';
import type { Baseline } from '../../core/schemas/data-files/budget-files.ts';
import { writeOutput } from '../../io/output-file.ts';
import { type BudgetOptions, budgetOptions, budgetsAsked, pricedOf } from '../budget-file.ts';
import { checkMarkdown } from '../budget-markdown.ts';
import { printAs } from '../output.ts';
import { command } from '../program.ts';

const epilogue = `
An agent-cost.json:
  {
    "workflows": {
      "triage": { "preset": "support", "budget": { "perTask": 0.05 } },
      "review": {
        "request": { "presetId": "coding", "modelId": "claude-sonnet-4-6", "tasksPerMonth": 4000 },
        "budget": { "perMonth": 9000, "perTaskGrowthPct": 10 }
      }
    },
    "budget": { "perMonth": 12000 }
  }
Its JSON Schema is agent-cost.schema.json in the package, and /api/v1/schemas/agent-cost.json on a server.

A difference from the baseline is split into causes that add up to it: the old request is priced with the dataset of this
program, then at today's list prices, then at your own; then its model is changed, then the rest of the workflow.
--update accepts the growth; other budgets still apply.

Examples:
  agent-cost check
  agent-cost check --update --json
  agent-cost check --as-of 2027-01-02

Exit codes: 0 within budget; 1 over budget; 2 usage error, or an invalid file; 74 the output could not be written.`;

interface Options extends BudgetOptions {
  update?: true;
}

export const checkCommand = () =>
  command('check')
    .summary('compare your workflows with their budgets, for CI')
    .description(
      'Compares what your workflows cost with their budgets and a baseline. Prints Markdown for a pull request.',
    )
    .option('--update', 'write the current costs to the baseline, for later checks')
    .with(budgetOptions('baseline to compare with'))
    .addHelpText('after', epilogue)
    .action(check);

function check(file: string, options: Options): void {
  const { budgets, prices, baseline } = budgetsAsked(file, options, options.update);
  const { catalog, list, own } = prices;
  const at = baseline && repricing(list, catalog, baseline);
  const found = pricedOf(file, checkBudgets(catalog, budgets.works, budgets.total, at));
  const overlay = own?.name ?? null;
  const origin = { pricesAsOf: list.asOf, datasetVersion: datasetOf(list), overlay, baseline };
  if (options.update) {
    const next: Baseline = baselineOf(list, own, budgets.works, found.workflows);
    writeOutput(budgets.baseline, `${JSON.stringify(next, null, 2)}\n`, { option: 'baseline' });
  }
  if (found.over) process.exitCode = 1;
  printAs(options, {
    json: () => ({ ...found, ...origin, baseline: baseline && baselineFacts(baseline) }),
    text: () => checkMarkdown(found, origin),
  });
}

const baselineFacts = ({ pricesAsOf, datasetVersion, costModelVersion }: Baseline) => ({
  pricesAsOf,
  datasetVersion,
  costModelVersion,
});
