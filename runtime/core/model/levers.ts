/** What one change at a time would save: each lever is a change of the request, priced like any request. */

import type { CatalogModel } from '../dataset/catalog.ts';
import { tiersSold } from '../dataset/price-on-day.ts';
import { withPricingTerms } from '../dataset/terms.ts';
import { faults, type leverNames } from '../schemas/answer-words.ts';
import type { Share } from '../schemas/cost-schemas.ts';
import type { Preset } from '../schemas/data-files/presets-file.ts';
import { type Effort, efforts } from '../schemas/levels.ts';
import { firstPromptOf, takesEffort, type Workflow, type WorkflowField } from '../schemas/request-fields.ts';
import { roundHalfUp, roundUsd } from '../values/money.ts';
import { whole } from '../values/rounded.ts';
import { earlyGrowth, mostOfWindow } from './assumptions.ts';
import { type Bill, billFor, type ModelBill } from './bill.ts';
import { cachesByItself, usesCache } from './cost.ts';
import { compactAtOn, taskTools } from './shape.ts';
import { type Work, workOf } from './work.ts';

/** What a lever is about to change. */
interface Situation {
  workflow: Workflow;
  model: CatalogModel;
  preset: Preset;
  /** Model calls actually made. */
  calls: number;
  /** What is known of the next lower effort; null: it was not measured to be cheaper per solved task. */
  lowerEffort: Known | null;
}

/** What was measured of a change. */
export interface Known {
  /** Whether it was measured on this model. */
  isOwn: boolean;
  /** A sentence or two. */
  text: string;
}

interface Entry {
  name: (typeof leverNames)[number];
  /** What is done, in a sentence or two. */
  description: string | ((situation: Situation) => string);
  /** The fields that change; null: the lever does not apply. */
  change: (situation: Situation) => Partial<Workflow> | null;
}

/** Batch answers come within hours, and the calls of a task wait for each other: more of them take days. */
const mostBatchCalls = 5;

/** One step below the effort of a workflow; the presets stand for high. Undefined: it is the lowest. */
export const effortBelow = ({ reasoningEffort }: Workflow): Effort | undefined =>
  efforts[efforts.indexOf(reasoningEffort ?? 'high') - 1];

/** `value` times `factor`, rounded to a millionth so that it has few digits. */
const times = (value: number, factor: number): number => roundHalfUp(value * factor * 1e6) / 1e6;

const fewer = (workflow: Workflow, fields: readonly NumberField[], factor: number): Partial<Workflow> =>
  Object.fromEntries(fields.map((name) => [name, times(workflow[name], factor)]));

type NumberField = { [Name in WorkflowField]: Workflow[Name] extends number ? Name : never }[WorkflowField];

/** Compaction after `times` as much growth since the last one; null: there is none, or no room for another call. */
function compactedAfter(workflow: Workflow, model: CatalogModel, times: number): Partial<Workflow> | null {
  const at = compactAtOn(workflow, model.facts.contextWindow);
  const first = firstPromptOf(workflow);
  if (at === null || at <= first) return null;
  const to = Math.max(first, workflow.compactedToTokens ?? first);
  const compactAtTokens = roundHalfUp(to + times * (at - to));
  return to < at && compactAtTokens >= leastCompaction && compactAtTokens <= mostOfWindow * model.facts.contextWindow
    ? { compactAtTokens }
    : null;
}

/** No request asks for compactions at fewer tokens. */
const leastCompaction = 10_000;

const sellsBatch = ({ listPrice }: CatalogModel): boolean => tiersSold(listPrice).includes('batch');

const faultFields = [...faults.map(({ field }) => field), 'retryRatePct'] as const;

const leverEntries = [
  {
    name: 'effort',
    description: ({ lowerEffort }) =>
      `Reasoning effort one step lower. ${lowerEffort?.text} The saving here assumes that no more tasks fail.`,
    change: ({ workflow, model, preset, lowerEffort }) => {
      const lower = effortBelow(workflow);
      return !takesEffort(preset.id) ||
        lower === undefined ||
        model.facts.reasoning === false ||
        model.efforts[lower] === undefined ||
        lowerEffort === null
        ? null
        : { reasoningEffort: lower };
    },
  },
  {
    name: 'promptCaching',
    description: 'Prompt caching on.',
    change: ({ workflow, model }) => (workflow.promptCaching || cachesByItself(model) ? null : { promptCaching: true }),
  },
  {
    name: 'cacheablePrompt',
    description: ({ model }) =>
      `A longer system prompt, with more instructions or examples, so that the first prompt reaches the ${whole(model.minPrefixTokens)} tokens below which ${model.facts.name} caches nothing.`,
    change: ({ workflow, model }) => {
      const { systemPromptTokens, toolSchemaTokens, compactAtTokens, compactedToTokens } = workflow;
      const lacks = model.minPrefixTokens - firstPromptOf(workflow);
      // No compaction shortens what is added.
      const fits =
        compactAtTokens === null || systemPromptTokens + toolSchemaTokens + lacks <= (compactedToTokens ?? 0);
      const applies = lacks > 0 && usesCache(model, workflow) && (fits || compactedToTokens === null);
      return applies ? { systemPromptTokens: systemPromptTokens + lacks } : null;
    },
  },
  {
    name: 'turns',
    description:
      'A tenth fewer turns, but never less than one: model calls and tool calls, those of paid tools included.',
    change: ({ workflow }) => {
      const factor = Math.max(0.9, 1 / workflow.modelCallsPerTask);
      return factor >= 1
        ? null
        : fewer(
            workflow,
            ['modelCallsPerTask', 'toolCallsPerTask', ...taskTools.map(({ perTask }) => perTask)],
            factor,
          );
    },
  },
  {
    name: 'toolResults',
    description: 'Tool calls append half as many tokens to the transcript.',
    change: ({ workflow }) => fewer(workflow, ['toolResultTokens'], 0.5),
  },
  {
    name: 'output',
    description: 'A quarter less output per call.',
    change: ({ workflow }) => fewer(workflow, ['outputTokensPerCall'], 0.75),
  },
  {
    name: 'coldCalls',
    description: 'Half as many calls that find a cold cache: shorter pauses, or writes that live longer.',
    change: ({ workflow, model }) =>
      workflow.coldCallsPct > 0 && usesCache(model, workflow) ? fewer(workflow, ['coldCallsPct'], 0.5) : null,
  },
  {
    name: 'compactEarlier',
    description: ({ preset }) =>
      `The transcript is compacted halfway. ${
        preset.id === 'session'
          ? `The first ${earlyGrowth.first} calls after a compaction add ${earlyGrowth.afterCompaction} times as much as later ones, as recorded`
          : 'Calls after a compaction add as much as those before it: what they add was recorded in sessions only'
      }. What a summary leaves out is not priced.`,
    change: ({ workflow, model }) => compactedAfter(workflow, model, 0.5),
  },
  {
    name: 'compactLater',
    description: 'The transcript is compacted later, after half as much growth again.',
    change: ({ workflow, model }) => compactedAfter(workflow, model, 1.5),
  },
  {
    name: 'batch',
    description: ({ calls }) =>
      calls <= 1
        ? 'Batch processing, which answers within hours.'
        : 'Batch processing: each call is answered within hours, and the calls of a task wait for each other, so each after the first finds a cold cache.',
    change: ({ workflow, model, calls }) => {
      const { interactive, serviceTier } = workflow;
      if (interactive || calls > mostBatchCalls || serviceTier === 'batch' || !sellsBatch(model)) return null;
      return calls <= 1 ? { serviceTier: 'batch' } : { serviceTier: 'batch', coldCallsPct: 100 };
    },
  },
  {
    name: 'faults',
    description: 'Half as many retried calls, timeout loops and invalid tool calls.',
    change: ({ workflow }) => fewer(workflow, faultFields, 0.5),
  },
] as const satisfies Entry[];

/**
 * Every lever that saves something and suits the work: what was measured first, an effort that was not last, the others by
 * what they save.
 * @param lowerEffort what is known of the next lower effort; null: nothing that speaks for it
 */
export function leversOf({ preset, workflow }: Work, model: CatalogModel, bill: ModelBill, lowerEffort: Known | null) {
  const situation = { workflow, model, preset, calls: bill.run.shape.calls, lowerEffort };
  const levers = (leverEntries as readonly Entry[]).flatMap(({ name, description, change }) => {
    const changes = change(situation);
    if (changes === null) return [];
    const changed: Workflow = { ...workflow, ...changes };
    const { run: _, breakdown: __, ...after } = billFor(workOf(preset, changed), withPricingTerms(model, changed));
    const saving = savingOf(bill, after);
    if (saving === null) return [];
    const isMeasured = name === 'effort' && lowerEffort?.isOwn === true;
    const lever = {
      lever: name,
      basis: isMeasured ? ('measured' as const) : ('estimated' as const),
      description: typeof description === 'string' ? description : description(situation),
      changes: Object.fromEntries(
        Object.entries(changes).filter(([field, to]) => workflow[field as WorkflowField] !== to),
      ),
      ...after,
      saving,
    };
    return [{ lever, place: isMeasured ? 0 : name === 'effort' ? 2 : 1 }];
  });
  levers.sort((a, b) => a.place - b.place || b.lever.saving.costPerTask - a.lever.saving.costPerTask);
  return levers.map(({ lever }) => lever);
}

/** What a change saves of a bill; null: nothing. */
export function savingOf(bill: Bill, after: Pick<Bill, 'costPerTask' | 'monthlySpend'>): Share | null {
  const costPerTask = roundUsd(Math.max(0, bill.costPerTask - after.costPerTask), 1e9);
  if (costPerTask === 0) return null;
  const monthly = roundUsd(Math.max(0, bill.monthlySpend - after.monthlySpend), 1e6);
  return { costPerTask, monthly, pct: roundHalfUp((costPerTask / bill.costPerTask) * 1e6) / 1e4 };
}
