/** The inputs behind the sentence, built from the list of request fields. */
import type { Catalog, CatalogModel } from '../../core/dataset/catalog.ts';
import { tiersSold } from '../../core/dataset/price-on-day.ts';
import { isResolved, resolve } from '../../core/dataset/resolve.ts';
import { efforts } from '../../core/schemas/levels.ts';
import {
  aboutField,
  type PresetId,
  presetIds,
  takesEffort,
  type Workflow,
  type WorkflowField,
  workflowFieldNames,
} from '../../core/schemas/request-fields.ts';
import { type Choice, ChoiceField, TextField, withField } from '../components/field.tsx';
import { grouped, percentSign } from '../formatting.ts';
import type { Wrong } from './evaluate-form.ts';
import { labelOf, sentenceOf } from './labels.ts';
import type { Field, ListTyped, Typed } from './link-state.ts';

export interface Form {
  /** Prefix of the ids of its inputs: a page has two of these forms. */
  prefix: string;
  catalog: Catalog;
  typed: Typed;
  wrong: Wrong | null;
  onChange: (typed: Typed) => void;
  /** The budget, for the first form only. */
  list?: ListTyped;
  onList?: (list: ListTyped) => void;
}

const inSentence: readonly WorkflowField[] = ['tasksPerMonth', 'region'];
export const behindMore = workflowFieldNames.filter((name) => !inSentence.includes(name));

/** What a user of Claude Code or Codex looks for comes first. */
export const workflows: readonly PresetId[] = ['session', ...presetIds.filter((id) => id !== 'session')];

interface Input extends Form {
  name: WorkflowField;
  usual: Workflow[WorkflowField];
  model: CatalogModel | undefined;
  /** With what it may be, if the label is not enough. */
  help?: string;
}

export function WorkflowInput({ prefix, typed, wrong, onChange, name, usual, model, help }: Input) {
  const { unit, schema } = aboutField[name];
  const choices = choicesFor(name, presetOf(typed), model);
  const field = {
    id: `${prefix}-${name}`,
    label: labelOf(name),
    typed: typed[name],
    usual: usual === null ? '' : String(usual),
    wrong: saidOf(wrong, name),
    onChange: (text: string | undefined) => onChange(withField(typed, name, text)),
  };
  if (choices !== null) {
    const unfit = name === 'reasoningEffort' && !takesEffort(presetOf(typed));
    const why = unfit ? 'The cost of effort was measured on coding tasks only.' : help;
    return <ChoiceField {...field} choices={choices} help={why} disabled={unfit && field.typed === undefined} />;
  }
  const { minimum = 0, maximum = 0 } = schema as { minimum?: number; maximum?: number };
  const bounds = `${grouped(minimum)} to ${grouped(maximum)}${unit === '%' ? percentSign : ''}.`;
  return <TextField {...field} {...(unit && { unit })} help={help && `${help} ${bounds}`} />;
}

/** The values of a field with few of them; null: it is a number. */
function choicesFor(name: WorkflowField, presetId: PresetId, model: CatalogModel | undefined): Choice[] | null {
  switch (name) {
    case 'promptCaching':
      return [
        { value: 'true', name: 'on' },
        { value: 'false', name: 'off' },
      ];
    case 'interactive':
      return [
        { value: 'true', name: 'yes' },
        { value: 'false', name: 'no' },
      ];
    case 'reasoningEffort':
      return [
        { value: '', name: takesEffort(presetId) ? 'usual (high)' : 'usual' },
        ...efforts.filter((effort) => model?.efforts[effort] !== undefined).map(named),
      ];
    case 'serviceTier':
      return (model === undefined ? ['standard'] : tiersSold(model.listPrice)).map(named);
    case 'cacheTtl':
      return [
        { value: '5m', name: 'five minutes' },
        { value: '1h', name: 'one hour' },
      ];
    default:
      return null;
  }
}

const named = (value: string): Choice => ({ value, name: value });

export function modelNamed(catalog: Catalog, name: string): CatalogModel | undefined {
  const found = resolve(catalog, name);
  return isResolved(found) ? catalog.billed(found.model) : undefined;
}

/** The chosen workflow; for an unknown name the first, whose values the form shows. */
export const presetOf = ({ presetId }: Typed): PresetId => presetIds.find((id) => id === presetId) ?? presetIds[0];

/** Another kind of work brings its own values; the typed model, number a month and region stay. */
export const withWorkflow = ({ modelId, tasksPerMonth, region }: Typed, presetId: string | undefined): Typed => ({
  ...(presetId !== undefined && { presetId }),
  ...(modelId !== undefined && { modelId }),
  ...(tasksPerMonth !== undefined && { tasksPerMonth }),
  ...(region !== undefined && { region }),
});

/** Why the API refuses a field, with the labels of the page in place of its names. */
export function saidOf(wrong: Wrong | null, name: Field): string | undefined {
  const message = wrong?.fields[name];
  return message === undefined ? undefined : sentenceOf(message);
}

/** Why the API refuses what was typed. */
export const Refused = ({ wrong: { fields, others } }: { wrong: Wrong }) => (
  <div class="notice bad">
    {[...others, ...Object.values(fields)].map((message) => (
      <p key={message}>{sentenceOf(message)}</p>
    ))}
    <p>The figures shown ignore it.</p>
  </div>
);
