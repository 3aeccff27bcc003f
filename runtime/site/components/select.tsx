/** A choice among a few values that is no field of a form which is checked. */

export interface Option {
  value: string;
  name: string;
}

interface SelectProps {
  id: string;
  label: string;
  /** In a form that is read by names. */
  name?: string;
  options: readonly Option[];
  /** undefined: the first. */
  chosen?: string;
  /** What else its place needs. */
  class?: string;
  onChoose?: (value: string) => void;
}

export const Select = ({ id, label, name, options, chosen, class: own = '', onChoose }: SelectProps) => (
  <div class={`field ${own}`.trim()}>
    <label for={id}>{label}</label>
    <select id={id} name={name} onChange={onChoose && (({ currentTarget: { value } }) => onChoose(value))}>
      {options.map(({ value, name: shown }) => (
        <option key={value} value={value} selected={value === chosen}>
          {shown}
        </option>
      ))}
    </select>
  </div>
);
