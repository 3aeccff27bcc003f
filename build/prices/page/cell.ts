/** The text of a page, one cell of a table, and a page as a list of blocks in reading order. */
import { lookUp } from '../../../runtime/core/values/look-up.ts';

export interface Link {
  text: string;
  href: string;
}

/** What one cell shows. Struck-out text and footnote marks are removed from `text` and kept separately. */
export interface Cell {
  text: string;
  lines: string[];
  struck: string[];
  refs: string[];
  links: Link[];
}

const invisible = /[\u200b-\u200f\u2060\ufeff\u00ad]/g;

/** Folds whitespace and removes invisible characters: the form in which page texts are compared and printed. */
export function fold(text: string): string {
  return text.replace(invisible, '').replace(/\s+/g, ' ').trim();
}

/** Whether a raised text is only a footnote mark. */
export function isFootnoteMark(text: string): boolean {
  return /^[\s()[\]*†‡§\d,a-z]{1,9}$/i.test(text) && !/[a-z]{3}/i.test(text);
}

export function footnoteMarks(text: string): string[] {
  return text.match(/\d+|[*†‡§]+/g) ?? [];
}

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const raisedMarks = new RegExp(`[${raised}]+`, 'g');

/** Footnote marks printed as raised digits (`MTok¹`), as ordinary digits. */
function raisedDigits(text: string): string[] {
  return (text.match(raisedMarks) ?? []).map((mark) => [...mark].map((one) => raised.indexOf(one)).join(''));
}

/** Creates a cell from its visible lines. */
export function cell(lines: string[], more: Partial<Omit<Cell, 'text' | 'lines'>> = {}): Cell {
  const folded = lines.map((line) => fold(line.replace(raisedMarks, ''))).filter((line) => line !== '');
  return {
    text: folded.join(' '),
    lines: folded,
    struck: more.struck ?? [],
    refs: [...(more.refs ?? []), ...lines.flatMap(raisedDigits)],
    links: more.links ?? [],
  };
}

export const emptyCell: Cell = cell([]);

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };
Object.assign(entities, { le: '≤', ge: '≥', euro: '€', yen: '¥' });

/** Decodes entities that Markdown exports and component data retain from HTML. */
function unescapeEntities(text: string): string {
  return text.replace(/&(#x[\da-f]+|#\d+|[a-z]+);/gi, (whole, body: string) => {
    if (body.startsWith('#x')) return String.fromCodePoint(Number.parseInt(body.slice(2), 16));
    if (body.startsWith('#')) return String.fromCodePoint(Number(body.slice(1)));
    return lookUp(entities, body.toLowerCase()) ?? whole;
  });
}

/** Reads one Markdown cell: links, images, struck-out text, raised marks, line breaks, escapes. */
export function markdownCell(source: string): Cell {
  const struck: string[] = [];
  const refs: string[] = [];
  const links: Link[] = [];
  const text = source
    .replace(/<!--.*?-->/g, '')
    .replace(/~~(.*?)~~|<(del|s|strike)\b[^>]*>(.*?)<\/\2>/gi, (_, a?: string, _tag?: string, b?: string) => {
      struck.push(fold(a ?? b ?? ''));
      return ' ';
    })
    .replace(/<sup\b[^>]*>(.*?)<\/sup>/gi, (_, mark: string) => {
      if (!isFootnoteMark(mark)) return ` ${mark} `;
      refs.push(...footnoteMarks(mark));
      return '';
    })
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\(([^)\s]*)[^)]*\)/g, (_, label: string, href: string) => {
      links.push({ text: fold(label), href });
      return label;
    })
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/(\*\*|__|`)/g, '')
    .replace(/(^|\s)_([^_\s][^_]*)_(?=\s|$)/g, '$1$2')
    .replace(/\\(?=[^\sA-Za-z0-9])/g, '');
  return cell(unescapeEntities(text).split('\n'), { struck, refs, links });
}

/** Any table, from any source, as a rectangle of cells. `fault` says why it cannot be trusted. */
export interface Grid {
  rows: Cell[][];
  fault: string | null;
  /** Set if the page splits header and body into two tables: which of the two this one can be. */
  part?: 'head' | 'body';
  /** Set if the columns have no printed header and their meaning comes from the component that renders them. */
  headless?: boolean;
  /** Set if the cells are component data, in which prices are bare numbers. */
  data?: boolean;
  /** Per row, the number of cells on its left carried down because the export has lost a row span. */
  carried?: number[];
}

/** A model's card: a heading with labelled prices below it. */
export interface Card {
  label: Cell;
  pairs: { header: string; cell: Cell }[];
}

/** A page as a flat list in reading order; the same list for HTML and Markdown. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'mode'; name: string | null; tab: boolean }
  | { kind: 'grid'; grid: Grid }
  | { kind: 'card'; card: Card };

/** The headings and lines around a table, which determine how it is read. */
export interface Context {
  headings: { level: number; text: string }[];
  lead: string[];
  after: string;
  mode: { name: string; tab: boolean } | null;
  /** Which grid under the innermost heading this is, from 0. */
  nth: number;
  place: string;
}

export interface Placed<T> {
  item: T;
  context: Context;
}

/** The tables and cards of a page with what is around them. */
export interface Outline {
  grids: Placed<Grid>[];
  cards: Placed<Card>[];
  /** Every text of the page, for statements that apply to all of it. */
  texts: string[];
  /** Whether nothing follows the last grid. */
  endsInGrid: boolean;
}
