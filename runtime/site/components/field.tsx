/** One input with its label, unit, meaning, bounds, error and reset button. */
import type { ComponentChildren } from 'preact';
import { NumberBox } from './number-box.tsx';

export interface Common {
  id: string;
  label: string;
  /** What was typed; undefined: nothing, and `usual` applies. */
  typed: string | undefined;
  /** The value without an entry. */
  usual: string;
  help?: ComponentChildren;
  wrong: string | undefined;
  /** undefined: reset to the usual value. */
  onChange: (text: string | undefined) => void;
}

interface Frame extends Common {
  children: ComponentChildren;
  /** The usual value as text for people. */
  usualText: string;
}

export const Field = ({ id, label, typed, usualText, help, wrong, onChange, children }: Frame) => (
  <div class="field">
    <label for={id}>{label}</label>
    {children}
    <p class="error" id={`${id}-error`} hidden={wrong === undefined}>
      {wrong}
    </p>
    <p class="help" id={`${id}-help`}>
      {help}
      {typed !== undefined && usualText !== '' && (
        <>
          {' '}
          <button
            type="button"
            class="button link"
            aria-label={`Reset to ${usualText}: ${label}`}
            onClick={() => onChange(undefined)}
          >
            Reset to {usualText}
          </button>
        </>
      )}
    </p>
  </div>
);

/** What a field says about its input to screen readers. */
export const described = (id: string, wrong: string | undefined) => ({
  'aria-describedby': wrong === undefined ? `${id}-help` : `${id}-error ${id}-help`,
  'aria-invalid': wrong === undefined ? undefined : ('true' as const),
});

interface Box extends Common {
  unit?: string;
  /** Whether it takes words; for numbers a phone shows a numeric keyboard. */
  isText?: boolean;
}

/** A box for a number or a name. Empty, or with the usual value, it counts as not typed in. */
export const TextField = ({ unit, isText = false, ...field }: Box) => {
  const { id, typed, usual, wrong, onChange } = field;
  return (
    <Field {...field} usualText={usual}>
      <div class="box">
        {isText ? (
          <input
            id={id}
            type="text"
            autoComplete="off"
            spellcheck={false}
            value={typed ?? usual}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
            onBlur={({ currentTarget }) => {
              const text = currentTarget.value.trim();
              if (typed !== undefined && (text === '' || text === usual)) onChange(undefined);
            }}
            {...described(id, wrong)}
          />
        ) : (
          <NumberBox {...{ id, usual, onChange }} value={typed ?? usual} box={described(id, wrong)} />
        )}
        {unit ? <span class="unit">{unit}</span> : null}
      </div>
    </Field>
  );
};

export interface Choice {
  value: string;
  name: string;
  /** Heading under which it is listed. */
  group?: string;
}

/** A choice among values; an invalid value from a link is listed too, so that its error makes sense. */
export const ChoiceField = ({
  choices,
  disabled = false,
  ...field
}: Common & { choices: readonly Choice[]; disabled?: boolean }) => {
  const { id, typed, usual, wrong, onChange } = field;
  const value = typed ?? usual;
  const known = choices.some((choice) => choice.value === value);
  const groups = [...new Set(choices.map(({ group }) => group))];
  const usualText = choices.find((choice) => choice.value === usual)?.name ?? usual;
  const optionsOf = (group: string | undefined) =>
    choices
      .filter((choice) => choice.group === group)
      .map(({ value: one, name }) => (
        <option key={one} value={one} selected={one === value}>
          {name}
        </option>
      ));
  return (
    <Field {...field} usualText={usualText}>
      <select
        id={id}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.value === usual ? undefined : currentTarget.value)}
        {...described(id, wrong)}
      >
        {known ? null : (
          <option value={value} selected>
            {value}
          </option>
        )}
        {groups.map((group) =>
          group === undefined ? (
            optionsOf(group)
          ) : (
            <optgroup key={group} label={group}>
              {optionsOf(group)}
            </optgroup>
          ),
        )}
      </select>
    </Field>
  );
};

/** What was typed, with `text` in one of its fields; undefined: without that field. */
export function withField<Typed extends object>(typed: Typed, field: keyof Typed, text: string | undefined): Typed {
  const { [field]: _, ...others } = typed;
  return (text === undefined ? others : { ...others, [field]: text }) as Typed;
}

/** What changed from `before` to `after`, done to `now`: a view may have been drawn before the latest change. */
export function changed<Typed extends object>(before: Typed, after: Typed, now: Typed): Typed {
  const names = new Set([...Object.keys(before), ...Object.keys(after)] as (keyof Typed)[]);
  let result = now;
  for (const name of names) {
    if (before[name] !== after[name]) result = withField(result, name, after[name] as string | undefined);
  }
  return result;
}
