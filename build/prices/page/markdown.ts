import { parse } from 'node-html-parser';
import { PageError } from '../price-row.ts';
import { type Block, type Cell, emptyCell, fold, type Grid, markdownCell } from './cell.ts';
import { markupComponents } from './components.ts';
import { modeOf } from './condition.ts';
import { htmlBlocks } from './html.ts';
import { hasMoney } from './money.ts';

const separator = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

function cellsOf(line: string): Cell[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((part) => markdownCell(part.replaceAll('\\|', '|')));
}

/**
 * A header of groups above the real header, whose spans the export has lost: the first column is kept and the groups
 * share the rest evenly. Null if they cannot: then the table cannot be trusted.
 */
function stretch(groups: Cell[], width: number): Cell[] | null {
  const share = (width - 1) / (groups.length - 1);
  if (!Number.isInteger(share) || share < 2) return null;
  return [groups[0] ?? emptyCell, ...groups.slice(1).flatMap((group) => Array<Cell>(share).fill(group))];
}

/** Parses a pipe table. Rows that lost spanned cells on their left get them from the row above. */
function markdownTable(lines: string[]): Grid {
  const open = lines.filter((line) => line.trim().startsWith('|'));
  const unfinished = open.find((line) => !/\|\s*$/.test(line));
  if (open.length === lines.length && unfinished !== undefined && open.some((line) => /\|\s*$/.test(line))) {
    throw new PageError('the page is cut off inside a table row');
  }
  const header = cellsOf(lines[0] ?? '');
  const body = lines.slice(2).map(cellsOf);
  const width = Math.max(header.length, ...body.map((row) => row.length));
  let fault: string | null = null;
  let top: Cell[] | null = header;
  if (header.length < width) {
    top = body[0]?.length === width ? stretch(header, width) : null;
    if (!top) fault = `a header of ${header.length} cells over ${width} columns`;
  }
  const rows = [top ?? header];
  const carried: number[] = [0];
  for (const row of body) {
    const missing = width - row.length;
    const above = rows.at(-1) ?? [];
    if (missing > 0 && row.length < 2) fault = `a row of ${row.length} cells in a table of ${width} columns`;
    rows.push([...above.slice(0, missing), ...row]);
    carried.push(missing);
  }
  return { rows, fault, carried };
}

/** The lines of a Markdown page as blocks, without code blocks. */
export function markdownBlocks(source: string): Block[] {
  const components = markupComponents(source);
  const blocks: Block[] = [];
  let at = 0;
  for (const component of components) {
    blocks.push(...lineBlocks(source.slice(at, component.start)), ...component.blocks);
    at = component.end;
  }
  blocks.push(...lineBlocks(source.slice(at)));
  return blocks;
}

function lineBlocks(source: string): Block[] {
  const lines = source.split(/\r?\n/);
  const blocks: Block[] = [];
  let pending: number | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const fence = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (fence) {
      at += 1;
      while (at < lines.length && !(lines[at] ?? '').trim().startsWith(fence)) at += 1;
      if (at >= lines.length) throw new PageError('the page is cut off inside a code block');
      continue;
    }
    if (/^\s*<table\b/i.test(line)) {
      const from = at;
      while (at < lines.length && !/<\/table>/i.test(lines[at] ?? '')) at += 1;
      if (at >= lines.length) throw new PageError('the page is cut off inside a table');
      blocks.push(...htmlBlocks(parse(lines.slice(from, at + 1).join('\n'))));
      continue;
    }
    if (separator.test(lines[at + 1] ?? '') && line.includes('|') && (lines[at + 1] ?? '').includes('-')) {
      const from = at;
      while (at + 1 < lines.length && (lines[at + 1] ?? '').includes('|')) at += 1;
      blocks.push({ kind: 'grid', grid: markdownTable(lines.slice(from, at + 1)) });
      continue;
    }
    if (/^\s*\|.*\|/.test(line) && hasMoney(line)) throw new PageError('a table without its header row');
    const heading = /^\s{0,3}(#{1,6})\s+(.*)$/.exec(line);
    const pane = /<div\b[^>]*\bdata-content-switcher-pane\b[^>]*\bdata-value="([^"]+)"/i.exec(line)?.[1];
    if (pane) blocks.push({ kind: 'mode', name: pane, tab: false });
    // A tab named after a level of service; what other tabs hold has to be told apart by itself.
    const tab = /<Tab\b[^>]*\btitle="([^"*]+)\*?"/.exec(line)?.[1];
    if (tab !== undefined && modeOf(tab) !== null) blocks.push({ kind: 'mode', name: tab, tab: false });
    if (/^\s*<\/Tabs?>/.test(line)) blocks.push({ kind: 'mode', name: null, tab: false });
    const text = markdownCell(heading?.[2] ?? line).text;
    if (heading && fold(text) === '') pending = heading[1]?.length ?? null;
    else if (text !== '' && (heading || pending !== null)) {
      blocks.push({ kind: 'heading', level: heading?.[1]?.length ?? pending ?? 6, text });
      pending = null;
    } else if (text !== '') blocks.push({ kind: 'text', text });
  }
  return blocks;
}
