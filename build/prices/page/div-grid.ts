import type { HTMLElement } from 'node-html-parser';
import { fieldOf } from '../meaning/header-meaning.ts';
import type { Card, Cell, Grid } from '../types.ts';
import { elements, htmlCell, tagOf } from './html-cell.ts';
import { fold } from './page-text.ts';

/**
 * A table built from `div` elements: the rows are the children of one element, the cells are the children of each row,
 * and the first row names the columns. Null if the first row is not a price header.
 */
export function divGrid(element: HTMLElement): Grid | null {
  if (tagOf(element) !== 'div') return null;
  const rows = elements(element);
  const header = rows[0] ? elements(rows[0]) : [];
  if (rows.length < 2 || header.length < 3) return null;
  if (header.some((cell) => cell.textContent.length > 80)) return null;
  const meanings = header.map((cell) => fieldOf(fold(htmlCell(cell).text)).kind);
  if (!meanings.includes('model') || !meanings.includes('input')) return null;
  const cells = rows.map((row) => elements(row).map(htmlCell));
  const width = header.length;
  const ragged = cells.find((row) => row.length !== width);
  return {
    rows: cells,
    fault: ragged ? `a row of ${ragged.length} cells in a table of ${width} columns` : null,
  };
}

const inline = new Set([
  'span',
  'b',
  'strong',
  'em',
  'i',
  'a',
  'sup',
  'sub',
  'br',
  'del',
  's',
  'strike',
  'small',
  'code',
]);

/** The smallest pieces of a card that are read as one: elements that hold only inline text. */
function pieces(element: HTMLElement): Cell[] {
  const children = elements(element);
  if (children.every((child) => inline.has(tagOf(child)))) {
    const piece = htmlCell(element);
    return piece.text === '' && piece.struck.length === 0 ? [] : [piece];
  }
  return children.flatMap(pieces);
}

function headingsIn(element: HTMLElement): HTMLElement[] {
  return element.querySelectorAll('h2,h3,h4').filter((heading) => fold(heading.textContent) !== '');
}

/** Reads the card around a heading: everything up to the element that holds a second heading. */
export function card(heading: HTMLElement): Card | null {
  let box = heading;
  while (box.parentNode && headingsIn(box.parentNode).length <= 1) box = box.parentNode;
  if (box === heading) return null;
  const pairs: Card['pairs'] = [];
  const all = pieces(box);
  all.forEach((piece, index) => {
    const header = all[index - 1];
    if (!header || !/[$¥￥€£]\s*\d|^free$/i.test(piece.text + piece.struck.join(' '))) return;
    pairs.push({ header: header.text, cell: piece });
  });
  const kinds = pairs.map((pair) => fieldOf(pair.header).kind);
  return kinds.includes('input') || kinds.includes('output') ? { label: htmlCell(heading), pairs } : null;
}
