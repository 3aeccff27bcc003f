/** Tables, and the region in which content wider than a small screen scrolls, by keyboard too. */
import type { ComponentChildren } from 'preact';

interface Scrolling {
  /** Its name for screen readers. */
  label: string;
  /** Without the frame of a table. */
  plain?: boolean;
  children: ComponentChildren;
}

export const Scroll = ({ label, plain = false, children }: Scrolling) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it must be focusable to scroll by keyboard
  <section class={plain ? 'scroll plain' : 'scroll'} tabIndex={0} aria-label={label}>
    {children}
  </section>
);

/** A column by its head, '' for none; with the class of its cells if they are not plain text. */
export type Column = string | { head: string; kind: 'num' | 'day' | 'wide' };

const columnsOf =
  (kind: 'num' | 'day' | 'wide') =>
  (...heads: string[]): Column[] =>
    heads.map((head) => ({ head, kind }));

export const numbers = columnsOf('num');
export const days = columnsOf('day');
/** Columns of several lines of text: in a card their cells take the whole width and need no head. */
export const wide = columnsOf('wide');

export interface Row {
  key: string | number;
  /** A cell for each column; the first names the row. `null`: empty. */
  cells: readonly (ComponentChildren | Spanning)[];
}

/** A cell over several columns. */
interface Spanning {
  span: number;
  content: ComponentChildren;
  label?: string;
}

const isSpanning = (cell: ComponentChildren | Spanning): cell is Spanning =>
  typeof cell === 'object' && cell !== null && 'span' in cell;

interface Tabular {
  /** Its name for screen readers. */
  label: string;
  caption?: ComponentChildren;
  columns: readonly Column[];
  rows: readonly Row[];
  foot?: Row['cells'];
  id?: string;
  /** Whether its rows become cards on a small screen, with each column head next to its cell. */
  cards?: boolean;
}

const headOf = (column: Column | undefined): string => (typeof column === 'object' ? column.head : (column ?? ''));
const kindOf = (column: Column | undefined) => (typeof column === 'object' ? column.kind : undefined);

export const Table = ({ label, caption, columns, rows, foot, id, cards = true }: Tabular) => {
  const row = (cells: Row['cells']) => {
    let column = 0;
    return cells.map((cell, index) => {
      const { span, content, label } = isSpanning(cell) ? cell : { span: 1, content: cell, label: undefined };
      const at = columns[column];
      const kind = kindOf(at);
      const head = cards && cell !== null && kind !== 'wide' ? (label ?? headOf(at)) : undefined;
      const colSpan = span > 1 ? span : undefined;
      column += span;
      return index === 0 ? (
        <th key={index} scope="row" class={kind} colSpan={colSpan}>
          {content}
        </th>
      ) : (
        <td key={index} class={span > 1 ? undefined : kind} colSpan={colSpan} data-label={head}>
          {content}
        </td>
      );
    });
  };
  return (
    <Scroll label={label}>
      <table class={cards ? 'cards' : undefined} id={id}>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map((column) => {
              const [head, kind] = [headOf(column), kindOf(column)];
              const shown = kind === 'num' ? kind : undefined;
              return head === '' ? (
                <td key={head} />
              ) : (
                <th key={head} scope="col" class={shown}>
                  {head}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>{row(cells)}</tr>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr>{row(foot)}</tr>
          </tfoot>
        )}
      </table>
    </Scroll>
  );
};
