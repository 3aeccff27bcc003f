/** The buttons of a figure that save its chart; `savesPictures` makes them work. */
import { Fragment } from 'preact';

/** @param name of the file, without its ending */
export const SaveButton = ({ name }: { name: string }) => (
  <span class="needs-script no-print small">
    Save as a picture:{' '}
    {(['svg', 'png'] as const).map((type) => (
      <Fragment key={type}>
        <button
          type="button"
          class="button link"
          data-save-picture={`${name}.${type}`}
          aria-label={`Save as a picture: ${type.toUpperCase()}`}
        >
          {type.toUpperCase()}
        </button>{' '}
      </Fragment>
    ))}
  </span>
);
