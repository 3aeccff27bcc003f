/** The page's names for the fields of the API, on their own and within the API's sentences. */
import { aboutField, type WorkflowField, workflowFieldNames } from '../../core/schemas/request-fields.ts';
import { grouped, unbroken } from '../formatting.ts';

const shortLabels: Partial<Record<WorkflowField, string>> = {
  modelCallsPerTask: 'Calls per task',
  reasoningEffort: 'Reasoning effort',
  taskFailureRatePct: 'Failed tasks',
  callDispersion: 'How much tasks differ in calls',
  serviceTier: 'Terms',
};

/** The label of an input. */
export function labelOf(name: WorkflowField): string {
  const label = shortLabels[name] ?? aboutField[name].label;
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** A sentence of an answer, with fields under the names that the page shows. */
export const sentenceOf = (sentence: string): string =>
  unbroken(withoutDecimals(sentence)).replace(/\b[a-z]+[A-Z]\w*/g, (word) => {
    const field = workflowFieldNames.find((name) => name === word);
    return field === undefined ? word : `“${labelOf(field)}”`;
  });

/** Tokens are whole for people, and grouped: 424,696 tokens, not 424696.181 tokens. */
const withoutDecimals = (sentence: string): string =>
  sentence.replace(/(?<=context of )\d+|\b\d+(\.\d+)?(?= tokens)/g, (number) => grouped(Math.round(Number(number))));
