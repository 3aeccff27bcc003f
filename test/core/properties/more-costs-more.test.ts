/**
 * More costs more for a model with one price, if it has no minimum cacheable prefix or the first prompt reaches it.
 * It cannot hold elsewhere:
 * - one more token can lift a prompt over the minimum cacheable prefix, and a discount begins;
 * - one more call, with as many tool calls as before, spreads their results over more calls, so that fewer prompts
 *   may cross a long-context threshold. So calls are tested on one price, tokens on several;
 * - where a transcript is compacted, one more token can make it be compacted a call earlier: it never is here.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Workflow,
  type WorkflowField,
  workflowFieldNames,
  workflowFields,
} from '../../../runtime/core/schemas/request-fields.ts';
import { type MadeUpModel, madeUpCatalog } from '../../support/core/made-up.ts';
import { estimate, ordinaryWorkflow, runs, upTo } from './any-request.ts';

describe('more costs more', () => {
  const dollars = fc.double({ min: 0, max: 60, noNaN: true });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const priced = fc
    .record({
      input: dollars,
      output: dollars,
      discount: fc.option(share),
      premium: fc.option(dollars),
      hitEfficiency: share,
    })
    .map(
      ({ input, output, discount, premium, hitEfficiency }): MadeUpModel => ({
        input,
        output,
        cachedInput: discount === null ? null : input * discount,
        cacheWrite: premium === null ? null : input + premium,
        hitEfficiency,
      }),
    );
  /** The first threshold doubles the price, the second triples it. */
  const tiered = priced.map((model): MadeUpModel => {
    const times = (factor: number, above: number) => ({
      above,
      input: (model.input ?? 0) * factor,
      output: (model.output ?? 0) * factor,
      cachedInput: model.cachedInput == null ? null : model.cachedInput * factor,
      cacheWrite: model.cacheWrite == null ? null : model.cacheWrite * factor,
    });
    return { ...model, longContext: [times(2, 60_000), times(3, 200_000)] };
  });

  const workflows = ordinaryWorkflow.map((workflow): Workflow => ({ ...workflow, compactAtTokens: null }));

  /** Allows for four parts of a task's cost, each rounded to half a nano-dollar, in both costs. */
  const notLess = (more: number, less: number) => expect(more - less).toBeGreaterThanOrEqual(-4.1e-9 - 1e-11 * less);

  /**
   * Fields that are not raised. A warm prefix costs less, with more dispersion a handoff has less to send again in
   * short tasks, and a compaction later is one summary fewer and longer prompts.
   */
  const notRaised = [
    'promptCaching',
    'cacheTtl',
    'warmPrefixPct',
    'callDispersion',
    'serviceTier',
    'region',
    'reasoningEffort',
    'interactive',
    'compactAtTokens',
    'compactedToTokens',
  ] as const satisfies WorkflowField[];
  type NotRaised = (typeof notRaised)[number];
  const numeric = workflowFieldNames.filter(
    (name): name is Exclude<typeof name, NotRaised> => !(notRaised as readonly string[]).includes(name),
  );
  const raised = (workflow: Workflow, name: (typeof numeric)[number], by: number): Workflow => ({
    ...workflow,
    [name]: Math.min(workflowFields[name].maximum, workflow[name] + by),
  });

  const cost = (model: MadeUpModel, workflow: Workflow) => {
    const made = madeUpCatalog([model]);
    return estimate(made, { ...workflow, modelId: 'model' });
  };

  test.each(numeric)('%s, on a model with one price', (name) => {
    const by = workflowFields[name].maximum <= 1000 ? upTo(20) : upTo(20_000);
    fc.assert(
      fc.property(priced, workflows, by, (model, workflow, more) => {
        const before = cost(model, workflow);
        const after = cost(model, raised(workflow, name, more));
        notLess(after.costPerTask, before.costPerTask);
        notLess(after.monthlySpend + 1e-6, before.monthlySpend);
        notLess(after.tokensPerTask.input + 1e-3, before.tokensPerTask.input);
        if (before.costPerSuccessfulTask !== null && after.costPerSuccessfulTask !== null) {
          // Dividing by the share of successes increases a rounding error.
          const grown = 100 / (100 - Math.min(99.9, after.workflow.taskFailureRatePct));
          expect(after.costPerSuccessfulTask - before.costPerSuccessfulTask).toBeGreaterThanOrEqual(
            -4e-9 * grown - 1e-11 * before.costPerSuccessfulTask,
          );
        }
      }),
      runs(100),
    );
  });

  test.each([
    'systemPromptTokens',
    'toolSchemaTokens',
    'retrievedContextTokens',
    'outputTokensPerCall',
    'toolResultTokens',
    'toolCallsPerTask',
    'retryRatePct',
  ] as const)('%s, on a model with long-context prices', (name) => {
    fc.assert(
      fc.property(tiered, workflows, upTo(name.endsWith('Tokens') ? 20_000 : 20), (model, workflow, more) => {
        notLess(cost(model, raised(workflow, name, more)).costPerTask, cost(model, workflow).costPerTask);
      }),
      runs(150),
    );
  });

  test.each(['retryRatePct', 'timeoutLoopsPerTask', 'hallucinatedToolPct', 'taskFailureRatePct'] as const)(
    'waste, by %s',
    (name) => {
      fc.assert(
        fc.property(priced, workflows, upTo(20), (model, workflow, more) => {
          const before = cost(model, workflow).waste.costPerTask;
          const after = cost(model, raised(workflow, name, more)).waste.costPerTask;
          expect(after - before).toBeGreaterThanOrEqual(-6e-9 - 1e-11 * before);
        }),
        runs(150),
      );
    },
  );

  test.each(['input', 'output', 'cachedInput', 'cacheWrite'] as const)('every price: %s', (name) => {
    fc.assert(
      fc.property(tiered, workflows, share, (model, workflow, more) => {
        const old = model[name];
        if (old == null) return;
        const dearer = {
          ...model,
          [name]: old * (1 + more),
          longContext: (model.longContext ?? []).map((band) => ({
            ...band,
            [name]: (band[name] as number) * (1 + more),
          })),
        };
        notLess(cost(dearer, workflow).costPerTask, cost(model, workflow).costPerTask);
      }),
      runs(200),
    );
  });

  test('also on models that cache no short prompts, if even the first prompt is long enough', () => {
    fc.assert(
      fc.property(priced, workflows, upTo(1000), fc.constantFrom(...numeric), (model, workflow, more, name) => {
        const long = { ...workflow, systemPromptTokens: workflow.systemPromptTokens + 4096 };
        const withMinimum = { ...model, minPrefixTokens: 4096 };
        notLess(cost(withMinimum, raised(long, name, more)).costPerTask, cost(withMinimum, long).costPerTask);
      }),
      runs(400),
    );
  });
});
