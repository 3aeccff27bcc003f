import { type PageFacts, peakHours } from '../page/page-facts.ts';
import type { Provider } from '../providers/description.ts';
import type { Reading } from '../reading/reading.ts';
import type { Field } from '../types.ts';
import { modeName, modeOf, sectionTier } from './context.ts';
import type { Label } from './label.ts';

/** A label within one group of columns. */
export interface GroupLabel extends Label {
  group: string | null;
}

/** What the cells of a row add to its tier. */
interface CellParts {
  prompts: string | null;
  free: boolean;
  notes: string[];
  refs: string[];
}

/** A context length after a name is for the short columns; within a column group it adds nothing. */
function labelLimits(name: GroupLabel): string[] {
  const grouped = name.group !== null && /context/.test(name.group);
  return name.limits.filter((limit) => !(grouped && /context length$/i.test(limit)));
}

/** The parts of a tier in the order `ExtractedRow` describes. */
export function tierParts(
  reading: Reading,
  name: GroupLabel,
  cells: CellParts,
  provider: Provider,
  facts: PageFacts,
): string[] {
  const limits = reading.limits.map((limit) => {
    const hours = /^peak$/i.test(limit) ? peakHours(cells.refs, facts) : null;
    return hours ? `${limit} (${hours})` : limit;
  });
  const parts = [
    ...modePart(reading, provider),
    sectionTier(provider, reading.context),
    ...limits,
    ...labelLimits(name),
    name.group,
    cells.prompts,
    cells.free ? 'Free' : null,
    ...new Set(cells.notes),
  ];
  return parts.filter((part): part is string => part !== null && part !== '');
}

/** The field of a cache write whose lifetime is stated only for the page as a whole. */
export function writeField(field: Field, provider: Provider, facts: PageFacts): Field {
  const lifetime = provider.writeLifetime;
  if (field !== 'cacheWrite' || !lifetime) return field;
  return facts.texts.some((text) => lifetime.says.test(text)) ? lifetime.field : field;
}

/** The processing mode as the page prints it; a selected tab may mean something else. */
function modePart(reading: Reading, provider: Provider): string[] {
  const tab = reading.context.mode?.tab === true && !reading.mode;
  const printed = reading.mode ?? reading.context.mode?.name;
  if (printed === undefined) return provider.defaultMode ? [provider.defaultMode] : [];
  const kind = modeOf(printed);
  const named = tab && kind ? provider.tabTier?.[kind] : undefined;
  return [named ?? modeName(printed)];
}
