/** A field for a model: a list with the one that is chosen, until a script brings the box that finds any of them. */
import type { ComponentType } from 'preact';
import type { Catalog } from '../../core/dataset/catalog.ts';
import { type Common, described, Field } from './field.tsx';

export interface ModelFieldProps extends Common {
  catalog: Catalog;
  /** Whether any text is a value, as soon as it is typed; otherwise only a choice from the list is. */
  isText?: boolean;
  /** Whether it stands in a sentence, which says what is wrong. */
  isInline?: boolean;
}

/** `ModelBox`, once the script that has it runs: the first view of the front page is without it. */
export const modelBox: { Box: ComponentType<ModelFieldProps> | null } = { Box: null };

export const ModelField = ({ isInline = false, ...props }: ModelFieldProps) => {
  const { id, label, catalog, typed, usual, wrong } = props;
  const { Box } = modelBox;
  const box =
    Box === null ? (
      // Its one option is no choice: the box comes in its place, and takes the focus.
      <select
        id={id}
        aria-label={isInline ? label : undefined}
        onMouseDown={(event) => {
          event.preventDefault();
          event.currentTarget.focus();
        }}
        {...described(id, wrong)}
      >
        <option>{modelName(catalog, typed ?? usual)}</option>
      </select>
    ) : (
      <Box {...props} isInline={isInline} />
    );
  if (isInline) return box;
  return (
    <Field {...props} usualText={modelName(catalog, usual)}>
      {box}
    </Field>
  );
};

/** @param id of a model, or what was typed for one */
const modelName = (catalog: Catalog, id: string): string => catalog.find(id)?.facts.name ?? id;
