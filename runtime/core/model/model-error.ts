/**
 * How far an estimate may be off, by what was recorded: the one place that knows which evidence applies to a request.
 * There are three questions: how good the formula is once the shape of a task is given (`formula`), how good a workflow
 * is that was fitted to one's own runs (`fitted`: what `calibrate` found of them), and how near a preset as it
 * stands is to what was measured (`preset`).
 */
import type { CatalogModel } from '../dataset/catalog.ts';
import type { errorBases, errorQuestions } from '../schemas/answer-words.ts';
import type { EvidenceFile } from '../schemas/data-files/evidence-file.ts';
import type { FittedTo } from '../schemas/estimate-request-schema.ts';
import type { WorkflowField } from '../schemas/request-fields.ts';
import type { Work } from './work.ts';

export interface ModelError {
  /** Mean absolute error in percent; null: not known as a percentage. */
  dollarsPct: number | null;
  inputTokensPct: number | null;
  basis: (typeof errorBases)[number] | null;
  question: (typeof errorQuestions)[number];
  /** Recorded runs, or measured rows, behind it. */
  runs: number;
  /** Whose runs they are: owners of repositories, agents or boards; null: not counted. */
  owners: number | null;
  /** The estimate was this many times too high or too low, in the middle; null: it is told in percent. */
  factor: number | null;
  /** The caller's own runs, where the question is `fitted`. */
  fittedTo?: FittedTo;
}

/** The shape of a task, without which nothing is known of its prompts: one field of each of these must be the caller's. */
const shape: readonly (readonly WorkflowField[])[] = [
  ['modelCallsPerTask'],
  ['systemPromptTokens', 'toolSchemaTokens', 'retrievedContextTokens'],
  ['outputTokensPerCall'],
  ['toolResultTokens', 'userTokensPerCall'],
];

/** Whether the caller states the shape of the task instead of taking the preset's. */
const statesShape = ({ given }: Work): boolean => shape.every((fields) => fields.some((name) => given.has(name)));

/** null: nothing was recorded that bears on it. */
export function modelErrorOf(evidence: EvidenceFile | null, work: Work, model: CatalogModel): ModelError | null {
  const kindOfWork = work.preset.id;
  const { fittedTo } = work;
  if (fittedTo !== null) {
    return {
      ...{ dollarsPct: null, inputTokensPct: null, basis: 'ownRuns', question: 'fitted', kindOfWork },
      ...{ runs: fittedTo.sessions, owners: 1, factor: null, fittedTo },
    };
  }
  if (statesShape(work)) {
    const found = evidence?.formula?.find((one) => one.kindOfWork === kindOfWork);
    if (found === undefined) return null;
    const seen = found.models.includes(model.id);
    const { runs, owners, inputTokensPct, dollarsPct, unseenDollarsPct } = found;
    return {
      dollarsPct: seen ? dollarsPct : unseenDollarsPct,
      inputTokensPct,
      basis: kindOfWork === 'session' ? 'otherOwners' : seen ? 'measured' : 'unseen',
      question: 'formula',
      ...{ runs, owners, factor: null },
    };
  }
  const found = evidence?.presetFactors?.find((one) => one.kindOfWork === kindOfWork);
  if (found === undefined) return null;
  const { runs, owners, factor } = found;
  const basis = kindOfWork === 'session' ? 'otherOwners' : 'boards';
  return { dollarsPct: null, inputTokensPct: null, basis, question: 'preset', runs, owners, factor };
}

export type OwnersRange = NonNullable<EvidenceFile['ranges']>[number];

/**
 * How much owners differ from each other, besides the calls of their tasks; null: the spread of calls is the caller's own,
 * so that nothing of it is taken from other owners, or they were not seen to differ.
 */
export function ownersRangeOf(evidence: EvidenceFile | null, { preset, given }: Work): OwnersRange | null {
  if (given.has('callDispersion')) return null;
  return evidence?.ranges?.find(({ kindOfWork }) => kindOfWork === preset.id) ?? null;
}
