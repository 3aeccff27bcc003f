/** The page's names for the fields of the API, on their own and within the API's sentences. */
import { aboutField, type WorkflowField, workflowFieldNames } from '../../core/schemas/request-fields.ts';
import { unbroken } from '../formatting.ts';

const shortLabels: Partial<Record<WorkflowField, string>> = {
  modelCallsPerTask: 'Calls per task',
  reasoningEffort: 'Reasoning effort',
};

/** The label of an input. */
export function labelOf(name: WorkflowField): string {
  const label = shortLabels[name] ?? aboutField[name].label;
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** A sentence of an answer, with fields under the names that the page shows. */
export const sentenceOf = (sentence: string): string =>
  unbroken(sentence).replace(/\b[a-z]+[A-Z]\w*/g, (word) => {
    const field = workflowFieldNames.find((name) => name === word);
    return field === undefined ? word : `“${labelOf(field)}”`;
  });
