/** A choice among a few values that is no field of a form which is checked. */

export interface Option {
  value: string;
  name: string;
}

interface SelectProps {
  id: string;
  label: string;
  options: readonly Option[];
  chosen: string;
  /** What else its place needs. */
  class?: string;
  onChoose?: (value: string) => void;
}

export const Select = ({ id, label, options, chosen, class: own = '', onChoose }: SelectProps) => (
  <div class={`field ${own}`.trim()}>
    <label for={id}>{label}</label>
    <select id={id} onChange={onChoose && (({ currentTarget: { value } }) => onChoose(value))}>
      {options.map(({ value, name }) => (
        <option key={value} value={value} selected={value === chosen}>
          {name}
        </option>
      ))}
    </select>
  </div>
);
