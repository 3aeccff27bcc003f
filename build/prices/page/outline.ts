import type { Block, Context, Grid, Outline } from './cell.ts';
import { modeOf } from './condition.ts';
import type { Provider, Section } from './description.ts';
import { fieldOf } from './words.ts';

function lineSection(provider: Provider, text: string): Section | undefined {
  return provider.sections?.find((section) => section.line !== undefined && section.match.test(text));
}

/** Consecutive modes with nothing in between are names of tabs and do not describe the table below. */
function isTabName(blocks: Block[], index: number): boolean {
  return [blocks[index - 1], blocks[index + 1]].some((near) => near?.kind === 'text' && modeOf(near.text) !== null);
}

function tableName(grid: Grid): string {
  if (grid.data) return 'component data';
  const priced = grid.rows.slice(0, 2).some((row) => row.some((cell) => fieldOf(cell.text).kind !== 'unknown'));
  return priced ? 'price table' : 'table';
}

/** Walks the blocks once and attaches the surrounding context to every table and card. */
export function outline(blocks: Block[], provider: Provider): Outline {
  const out: Outline = { grids: [], cards: [], texts: [], endsInGrid: blocks.at(-1)?.kind === 'grid' };
  let headings: Context['headings'] = [];
  let lead: string[] = [];
  let paneMode: Context['mode'] = null;
  let lineMode: Context['mode'] = null;
  let nth = 0;
  const enter = (level: number, text: string): void => {
    headings = [...headings.filter((heading) => heading.level < level), { level, text }];
    lead = [];
    lineMode = modeOf(text) ? { name: text, tab: false } : lineMode;
    if (!modeOf(text)) {
      lineMode = null;
      nth = 0;
    }
  };
  blocks.forEach((block, index) => {
    if (block.kind === 'heading') {
      out.texts.push(block.text);
      enter(block.level, block.text);
    } else if (block.kind === 'text') {
      out.texts.push(block.text);
      const section = lineSection(provider, block.text);
      if (section?.line !== undefined) enter(section.line, block.text);
      else if (modeOf(block.text)) lineMode = isTabName(blocks, index) ? null : { name: block.text, tab: false };
      else lead.push(block.text);
    } else if (block.kind === 'mode') {
      if (block.name === null) paneMode = null;
      else if (modeOf(block.name)) paneMode = { name: block.name, tab: block.tab };
      else lead.push(block.name);
    } else {
      const next = blocks.slice(index + 1).find((other) => other.kind === 'text' || other.kind === 'heading');
      const number = out.grids.length + out.cards.length + 1;
      const title = headings.at(-1)?.text;
      const what = block.kind === 'card' ? 'card' : tableName(block.grid);
      const context: Context = {
        headings,
        lead,
        after: next?.kind === 'text' ? next.text : '',
        mode: paneMode ?? lineMode,
        nth,
        place: `${what} ${number}${title ? ` under "${title}"` : ''}`,
      };
      if (block.kind === 'card') out.cards.push({ item: block.card, context });
      else {
        out.grids.push({ item: block.grid, context });
        nth += 1;
      }
    }
  });
  return out;
}

/** Headings of calculations with made-up amounts of tokens, on any provider's page. */
const example = /\b(worked |pricing |cost )?examples?\b/i;

/** Whether the table is in a section without standard text prices. */
export function isSkipped(provider: Provider, context: Context): boolean {
  return context.headings.some(
    ({ text }) => example.test(text) || provider.sections?.some((section) => section.skip && section.match.test(text)),
  );
}

/** What the sections around a table add to its tier; the innermost one that adds anything wins. */
export function sectionTier(provider: Provider, context: Context): string | null {
  for (const heading of [...context.headings].reverse()) {
    const section = provider.sections?.find((one) => one.tier !== undefined && one.match.test(heading.text));
    if (section) return section.tier === 'heading' ? heading.text : (section.tier ?? null);
  }
  return null;
}
