import { LiteralError, readLiteral } from '../literal.ts';
import { PageError } from '../price-row.ts';
import { type Block, type Cell, cell, emptyCell, fold, type Grid, markdownCell } from './cell.ts';

type Props = Record<string, unknown>;

/** Astro writes every property as [kind, value]: 0 is a value, 1 a list. */
function revive(value: unknown): unknown {
  if (Array.isArray(value) && value.length === 2 && typeof value[0] === 'number') {
    const [kind, content] = value;
    if (kind === 1 && Array.isArray(content)) return content.map(revive);
    if (kind === 0) return reviveRecord(content);
  }
  return reviveRecord(value);
}

function reviveRecord(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, content]) => [key, revive(content)]));
}

function toCell(value: unknown): Cell {
  if (value === null || value === undefined || value === '') return emptyCell;
  if (typeof value === 'number') return cell([String(value)]);
  if (typeof value === 'string') return markdownCell(value.replace(/<\/?(p|div)\b[^>]*>/gi, '\n'));
  if (typeof value === 'object' && !Array.isArray(value)) {
    const named = value as Props;
    return toCell(named.title ?? named.label ?? named.header ?? named.name ?? named.value);
  }
  throw new PageError('component data of an unknown shape');
}

function listOf(value: unknown): unknown[] | null {
  return Array.isArray(value) ? value : null;
}

function rowsOf(props: Props, width: number | null): Cell[][] | null {
  const groups = listOf(props.groups);
  if (!groups) {
    const rows = listOf(props.rows);
    return rows?.every(Array.isArray) ? rows.map((row) => (row as unknown[]).map(toCell)) : null;
  }
  return groups.flatMap((group) => {
    const named = (group ?? {}) as Props;
    const label = toCell(named.model ?? named.name ?? named.label ?? named.category);
    return (listOf(named.rows) ?? []).map((row) => {
      const cells = (listOf(row) ?? []).map(toCell);
      return width !== null && cells.length === width - 1 ? [label, ...cells] : cells;
    });
  });
}

/** A component's data as a grid: with named columns if it has headings, else headless. */
function gridOf(props: Props): Grid | null {
  const named = listOf(props.headings ?? props.headers ?? props.columns);
  const header = named ? named.map(toCell) : null;
  const rows = rowsOf(props, header?.length ?? null);
  if (!rows || rows.length === 0) return null;
  if (!header) return { rows, fault: null, headless: true, data: true };
  const odd = rows.find((row) => row.length !== header.length);
  const fault = odd ? `a row of ${odd.length} cells under ${header.length} headings` : null;
  return { rows: [header, ...rows], fault, data: true };
}

/** The blocks of one component: its table, between mode blocks if its data names a mode. */
function blocksOf(props: Props): Block[] {
  const grid = gridOf(props);
  if (!grid) return [];
  const mode = props.tier ?? props.mode;
  if (typeof mode !== 'string') return [{ kind: 'grid', grid }];
  return [
    { kind: 'mode', name: mode, tab: false },
    { kind: 'grid', grid },
    { kind: 'mode', name: null, tab: false },
  ];
}

/** The blocks in an island's HTML-escaped properties. Throws if they are not JSON. */
export function islandBlocks(props: string): Block[] {
  if (!/\b(rows|groups)\b/.test(props)) return [];
  let data: unknown;
  try {
    data = JSON.parse(props);
  } catch {
    throw new PageError('the properties of an island are not JSON: the page is cut off or its format has changed');
  }
  const revived = reviveRecord(data);
  return revived !== null && typeof revived === 'object' && !Array.isArray(revived) ? blocksOf(revived as Props) : [];
}

/** `<Name attribute="..." rows={[...]} />` as Markdown exports with components print it. */
export function markupComponents(source: string): { start: number; end: number; blocks: Block[] }[] {
  const found: { start: number; end: number; blocks: Block[] }[] = [];
  for (const open of source.matchAll(/<([A-Z]\w*)(?=[\s>/])/g)) {
    let at = open.index + open[0].length;
    const props: Props = Object.create(null);
    for (;;) {
      const next = /^\s*([\w:-]+)\s*(=\s*)?/.exec(source.slice(at, at + 200));
      if (!next?.[1]) break;
      at += next[0].length;
      if (!next[2]) props[next[1]] = true;
      else if (source[at] === '{') {
        if (!/^\{\s*[[{"'\d]/.test(source.slice(at, at + 40))) break;
        const read = literal(source, at + 1);
        props[next[1]] = read.value;
        at = source.indexOf('}', read.end) + 1 || source.length;
      } else {
        const read = literal(source, at);
        props[next[1]] = fold(String(read.value));
        at = read.end;
      }
    }
    const blocks = blocksOf(props);
    if (blocks.length === 0) continue;
    const end = /^\s*\/?>/.exec(source.slice(at));
    if (!end) throw new PageError('the page is cut off inside component data');
    found.push({ start: open.index, end: at + end[0].length, blocks });
  }
  return found;
}

/** A literal in an attribute. @throws PageError where it does not end */
function literal(source: string, start: number): ReturnType<typeof readLiteral> {
  try {
    return readLiteral(source, start, true);
  } catch (error) {
    if (error instanceof LiteralError) throw new PageError('the page is cut off inside component data');
    throw error;
  }
}
