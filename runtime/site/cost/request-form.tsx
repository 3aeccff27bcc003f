/** The inputs of an estimate: five visible, the others on request, all built from the list of request fields. */
import type { ComponentType } from 'preact';
import type { Catalog, CatalogModel } from '../../core/dataset/catalog.ts';
import { tiersSold } from '../../core/dataset/price-on-day.ts';
import { isResolved, resolve } from '../../core/dataset/resolve.ts';
import { regionsSold } from '../../core/dataset/terms.ts';
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
import { ModelField } from '../components/model-field.tsx';
import { grouped, percentSign } from '../formatting.ts';
import type { Wrong } from './evaluate-form.ts';
import { labelOf, sentenceOf } from './labels.ts';
import type { Field, Typed } from './link-state.ts';

export interface Form {
  /** Prefix of the ids of its inputs: a page has two of these forms. */
  prefix: string;
  catalog: Catalog;
  typed: Typed;
  wrong: Wrong | null;
  onChange: (typed: Typed) => void;
}

const inSight = ['tasksPerMonth', 'modelCallsPerTask', 'reasoningEffort'] as const satisfies WorkflowField[];
export const behindMore = workflowFieldNames.filter((name) => !inSight.some((one) => one === name));

/** `MoreInputs`, once the script that has it runs: the first view of the page is without them. */
export const moreInputs: { Inputs: ComponentType<Form> | null } = { Inputs: null };

/** What a user of Claude Code or Codex looks for comes first. */
const onThePage = ['session', ...presetIds.filter((id) => id !== 'session')] as const satisfies PresetId[];

export function RequestForm(form: Form) {
  const { prefix, catalog, typed, wrong, onChange } = form;
  const preset = catalog.preset(presetOf(typed));
  const model = modelNamed(catalog, typed.modelId ?? preset.defaultModel);
  const changed = behindMore.filter((name) => typed[name] !== undefined).length + (typed.host === undefined ? 0 : 1);
  return (
    <fieldset class="stack card no-print">
      <legend class="visually-hidden">{prefix === 'a' ? 'Your agent' : 'The second scenario'}</legend>
      <ChoiceField
        id={`${prefix}-presetId`}
        label="Workflow"
        typed={typed.presetId}
        usual="coding"
        choices={onThePage.map((id) => ({ value: id, name: catalog.preset(id).name }))}
        help={preset.description}
        wrong={saidOf(wrong, 'presetId')}
        onChange={(id) => onChange(withWorkflow(typed, id))}
      />
      <ModelField
        id={`${prefix}-modelId`}
        label="Model"
        typed={typed.modelId}
        usual={preset.defaultModel}
        catalog={catalog}
        wrong={saidOf(wrong, 'modelId')}
        onChange={(id) => onChange(withField(typed, 'modelId', id))}
      />
      <div class="pair">
        {inSight.map((name) => (
          <WorkflowInput key={name} {...form} name={name} usual={preset.workflow[name]} model={model} />
        ))}
      </div>
      <details class="more">
        <summary>More inputs{changed > 0 ? ` (${changed} changed)` : ''}</summary>
        {moreInputs.Inputs && <moreInputs.Inputs {...form} />}
      </details>
      {Object.keys(typed).length > 0 && (
        <p>
          <button type="button" class="button quiet" onClick={() => onChange({})}>
            Reset all
          </button>
        </p>
      )}
    </fieldset>
  );
}

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
    case 'region':
      return (model === undefined ? ['global'] : regionsSold(model)).map(named);
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

/** Another workflow brings its own values; the typed model and tasks a month stay. */
function withWorkflow({ modelId, tasksPerMonth }: Typed, presetId: string | undefined): Typed {
  return {
    ...(presetId !== undefined && { presetId }),
    ...(modelId !== undefined && { modelId }),
    ...(tasksPerMonth !== undefined && { tasksPerMonth }),
  };
}

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
