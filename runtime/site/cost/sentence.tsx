/** One sentence is the form: what runs, on which model, how often, for how much, and where. The rest is under "more". */
import type { ComponentType } from 'preact';
import { boundPlaceIds, placeInWords } from '../../core/schemas/places.ts';
import type { PresetId } from '../../core/schemas/request-fields.ts';
import { withField } from '../components/field.tsx';
import { ModelField } from '../components/model-field.tsx';
import { NumberBox } from '../components/number-box.tsx';
import type { Typed } from './link-state.ts';
import { behindMore, type Form, presetOf, saidOf, withWorkflow, workflows } from './workflow-fields.tsx';

/** Each kind of work in the words of those who do it. */
interface KindOfWork {
  /** After "I run". */
  runs: string;
  /** What is done a number of times a month. */
  one: string;
  many: string;
}

export const kindsOfWork: Readonly<Record<PresetId, KindOfWork>> = {
  session: { runs: 'Claude Code, Codex or the like', one: 'session', many: 'sessions' },
  coding: { runs: 'a coding agent', one: 'task', many: 'tasks' },
  support: { runs: 'a support agent', one: 'ticket', many: 'tickets' },
  research: { runs: 'a research agent', one: 'report', many: 'reports' },
  rag: { runs: 'answers from documents', one: 'question', many: 'questions' },
  voice: { runs: 'a voice agent', one: 'call', many: 'calls' },
};

/** Where work may be done: `global` is anywhere. */
const regions: readonly (readonly [id: string, name: string])[] = [
  ['global', 'any region'],
  ...boundPlaceIds.map((id) => [id, placeInWords(id)] as const),
];

/** `MoreInputs`, once the script that has it runs: the first view of the page is without them. */
export const moreInputs: { Inputs: ComponentType<Form> | null } = { Inputs: null };

export function Sentence(form: Form) {
  const { prefix, catalog, typed, wrong, onChange, list, onList } = form;
  const preset = catalog.preset(presetOf(typed));
  const kind = kindsOfWork[preset.id];
  const changed = behindMore.filter((name) => typed[name] !== undefined).length + (typed.host === undefined ? 0 : 1);
  const set = (field: keyof Typed) => (text: string | undefined) => onChange(withField(typed, field, text));
  const usualTasks = String(preset.workflow.tasksPerMonth);
  const errors = (['presetId', 'modelId', 'tasksPerMonth', 'region'] as const).flatMap(
    (field) => saidOf(wrong, field) ?? [],
  );
  const many = `${kind.many.charAt(0).toUpperCase()}${kind.many.slice(1)}`;
  return (
    <fieldset class="ask no-print">
      <legend class="visually-hidden">{prefix === 'a' ? 'Your agent' : 'The second scenario'}</legend>
      <p class="asked">
        I run{' '}
        <select
          id={`${prefix}-presetId`}
          aria-label="Kind of work"
          onChange={({ currentTarget: { value } }) =>
            onChange(withWorkflow(typed, value === 'coding' ? undefined : value))
          }
        >
          {workflows.map((id) => (
            <option key={id} value={id} selected={id === preset.id}>
              {kindsOfWork[id].runs}
            </option>
          ))}
        </select>{' '}
        on{' '}
        <ModelField
          id={`${prefix}-modelId`}
          label="Model"
          isInline
          typed={typed.modelId}
          usual={preset.defaultModel}
          catalog={catalog}
          wrong={saidOf(wrong, 'modelId')}
          onChange={set('modelId')}
        />
        ,{' '}
        <NumberBox
          id={`${prefix}-tasksPerMonth`}
          value={typed.tasksPerMonth ?? usualTasks}
          usual={usualTasks}
          onChange={set('tasksPerMonth')}
          box={{
            'aria-label': `${many} a month`,
            'aria-invalid': wrong?.fields.tasksPerMonth === undefined ? undefined : 'true',
          }}
        />{' '}
        {kind.many} a month
        {onList && (
          <>
            , under $
            <NumberBox
              id={`${prefix}-budget`}
              value={list?.budget ?? ''}
              usual=""
              onChange={(text) => onList(withField(list ?? {}, 'budget', text))}
              box={{ 'aria-label': 'Budget a month, in dollars', placeholder: 'any amount', size: 10 }}
            />
          </>
        )}
        , in{' '}
        <span class="day">
          <select
            id={`${prefix}-region`}
            aria-label="Region"
            onChange={({ currentTarget: { value } }) => set('region')(value === 'global' ? undefined : value)}
          >
            {[...regions, ...unknownRegion(typed.region)].map(([id, name]) => (
              <option key={id} value={id} selected={id === (typed.region ?? 'global')}>
                {name}
              </option>
            ))}
          </select>
          .
        </span>
      </p>
      {errors.map((error) => (
        <p key={error} class="error">
          {error}
        </p>
      ))}
      <details class="more">
        <summary>More{changed > 0 ? ` (${changed} changed)` : ''}</summary>
        {moreInputs.Inputs && <moreInputs.Inputs {...form} />}
        {Object.keys(typed).length > 0 && (
          <button type="button" class="button quiet" onClick={() => onChange({})}>
            Reset all
          </button>
        )}
      </details>
    </fieldset>
  );
}

/** A region of a link that is no place by itself, such as one of a cloud. */
const unknownRegion = (region: string | undefined): (readonly [string, string])[] =>
  region === undefined || regions.some(([id]) => id === region) ? [] : [[region, region]];
