/** `agent-cost estimate advise`: what would be cheaper than an estimate, and how that is known. */
import { adviceFor } from '../../core/answers/answer.ts';
import type { Advice } from '../../core/answers/schemas/advice-schema.ts';
import { percent, roughly, usd } from '../../core/values/rounded.ts';
import { openPrices } from '../catalog-options.ts';
import { printAs, tableOf } from '../output.ts';
import { command } from '../program.ts';
import { type RequestOptions, requestFrom, requestOptions, resolved } from '../workflow-options.ts';

const examples = `
A saving is "measured" where boards of measured runs say so, and "estimated" where only the estimate does. The dollars of a
change are those that "agent-cost estimate" prints with it, as --set or --model.

Examples:
  agent-cost estimate advise coding
  agent-cost estimate advise session --model claude-opus-4-6 --json`;

export const adviseCommand = () =>
  command('advise')
    .summary('what would be cheaper, and how that is known')
    .description('Changes to a workflow and other models that would cost less, each with its evidence.')
    .json()
    .with(requestOptions)
    .addHelpText('after', examples)
    .action((preset: string | undefined, options: RequestOptions) => {
      const { catalog } = openPrices(options);
      const advice = adviceFor(resolved(catalog, requestFrom(catalog, preset, options)));
      printAs(options, { json: () => advice, text: () => adviceLines(advice) });
    });

function adviceLines(advice: Advice): string[] {
  const { presetId, modelId, monthlySpend, costPerTask, levers, routes, nearMisses, rule } = advice;
  return [
    `${presetId} on ${modelId}: ${usd(costPerTask)} a task, ${usd(monthlySpend)} a month`,
    '',
    ...(levers.length === 0 ? ['No single change to the work saves anything.'] : leverLines(levers)),
    '',
    ...(routes.length === 0 ? ['No model is known that is cheaper.'] : routeLines(routes)),
    ...(nearMisses.length === 0 ? [] : ['', 'Measured to be cheaper, but not advised:']),
    ...nearMisses.map(
      ({ modelId, why, asMeasured }) => `  ${modelId}, ${ratioOf(asMeasured)} on ${asMeasured.board}: ${why.join(' ')}`,
    ),
    '',
    rule,
  ];
}

const leverLines = (levers: Advice['levers']): string[] => [
  ...tableOf(levers, {
    change: ({ changes }) =>
      Object.entries(changes)
        .map(([field, to]) => `${field}=${to}`)
        .join(' '),
    basis: ({ basis }) => basis,
    'a task': ({ costPerTask }) => usd(costPerTask),
    'a month': ({ monthlySpend }) => usd(monthlySpend),
    saves: ({ saving }) => percent(saving.pct),
  }),
  ...levers.map(({ description }) => `  ${description}`),
];

const routeLines = (routes: Advice['routes']): string[] => [
  ...tableOf(routes, {
    model: ({ modelId }) => modelId,
    basis: ({ basis }) => basis,
    'a month, same work': ({ monthlySpend }) => usd(monthlySpend),
    'per solved task': ({ asMeasured }) => asMeasured && usd(asMeasured.costPerSolvedTask),
    'of the cost': ({ asMeasured, saving }) =>
      asMeasured === null ? percent(100 - (saving?.pct ?? 0)) : ratioOf(asMeasured),
    range: ({ asMeasured: found }) =>
      found && `${roughly(found.solvedRatioRange.low)} to ${roughly(found.solvedRatioRange.high)}`,
    boards: ({ asMeasured }) => asMeasured?.boards.map(({ board }) => board).join(', ') ?? null,
  }),
  ...routes.map(({ modelId, note }) => `  ${modelId}: ${note}`),
];

const ratioOf = ({ solvedRatio }: Pick<NonNullable<Advice['routes'][number]['asMeasured']>, 'solvedRatio'>): string =>
  percent(100 * solvedRatio);
