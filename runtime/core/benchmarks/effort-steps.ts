/** Whether a lower reasoning effort was measured to be cheaper per solved task. */
import type { Catalog } from '../dataset/catalog.ts';
import type { Known } from '../model/levers.ts';
import type { MeasuredRow } from '../schemas/board-schemas.ts';
import type { Preset } from '../schemas/data-files/presets-file.ts';
import type { Effort } from '../schemas/levels.ts';
import type { PresetId } from '../schemas/request-fields.ts';
import { memoize, valueAt } from '../values/memoize.ts';
import { boardsOf } from './facts.ts';
import { isComparable } from './pairs.ts';
import { kindMeasured } from './proven.ts';

/** One model at two efforts on one board. */
interface Step {
  modelId: string;
  benchmark: string;
  before: MeasuredRow;
  after: MeasuredRow;
}

const stepsIn = memoize((_: Catalog) => new Map<string, Step[]>());

/** Every model that one board of a kind of work has at both efforts. */
function stepsBetween(catalog: Catalog, kind: PresetId, from: Effort, to: Effort): Step[] {
  return valueAt(stepsIn(catalog), `${kind} ${from} ${to}`, () =>
    boardsOf(catalog).flatMap(({ domain, benchmark, rows }) => {
      if (domain !== kind) return [];
      const at = (effort: Effort) => rows.filter((row) => row.effort === effort && isComparable(row));
      return at(from).flatMap((before) => {
        const after = at(to).find(({ modelId }) => modelId === before.modelId);
        return after === undefined ? [] : [{ modelId: before.modelId as string, benchmark, before, after }];
      });
    }),
  );
}

/**
 * What was measured of a lower effort; null if it was not cheaper per solved task: for this model on every board that has
 * both efforts or, if none has, for most models.
 */
export function effortEvidence(
  catalog: Catalog,
  modelId: string,
  preset: Preset,
  from: Effort,
  to: Effort,
): Known | null {
  // What a lower effort does is no matter of who sells the model.
  const whole = catalog.partOf ?? catalog;
  const steps = stepsBetween(whole, kindMeasured(whole, preset), from, to);
  const isCheaper = ({ before, after }: Step): boolean =>
    (after.usdPerSolvedTask as number) < (before.usdPerSolvedTask as number);
  const own = steps.filter((step) => step.modelId === modelId);
  if (own.length > 0) return own.every(isCheaper) ? { isOwn: true, text: own.map(measuredStep).join(' ') } : null;
  const cheaper = steps.filter(isCheaper).length;
  if (2 * cheaper <= steps.length) return null;
  const text = `Not measured on this model; from ${from} to ${to} dollars per solved task fell for ${cheaper} of ${steps.length} others.`;
  return { isOwn: false, text };
}

function measuredStep({ benchmark, before, after }: Step): string {
  const ratio = Math.round(((after.usdPerSolvedTask as number) / (before.usdPerSolvedTask as number)) * 100) / 100;
  return `On ${benchmark} it solved ${percent(after)} instead of ${percent(before)}, at ${ratio} times the dollars per solved task.`;
}

const percent = ({ successRate }: MeasuredRow): string => `${Math.round(successRate * 1000) / 10} %`;
