/** The recorded runs of this project, `data/evidence/recorded-*.csv`, from the rows of the two files. */
import type { PresetId } from '../../core/schemas/request-fields.ts';
import { type RecordedRun, type RunTerms, withTokens } from './recorded-run.ts';

/** A line of a file by column. */
export type Row = Readonly<Record<string, string>>;

export interface PublishedRows {
  groups: readonly Row[];
  runs: readonly Row[];
}

/** @throws Error if a number or the group of a run is missing */
export function publishedRuns({ groups, runs }: PublishedRows): RecordedRun[] {
  const byNumber = new Map(groups.map((row) => [row.group, row]));
  return runs.map((row) => {
    const group = byNumber.get(row.group);
    if (group === undefined) throw new Error(`no group ${row.group}`);
    const calls = numberIn(row, 'calls');
    const model = group.model ?? '';
    return withTokens({
      group: row.group ?? '',
      family: familyOf(model),
      model,
      kind: group.kind as PresetId,
      fold: numberIn(row, 'fold'),
      calls,
      toolCalls: numberOrNull(row, 'toolCalls') ?? calls,
      firstPrompt: numberIn(row, 'firstPrompt'),
      lastPrompt: numberIn(row, 'lastPrompt'),
      input: numberIn(row, 'input'),
      output: numberIn(row, 'output'),
      usd: numberOrNull(row, 'usd'),
      terms: group.inputPrice === '' ? null : termsOf(group, model),
    });
  });
}

const termsOf = (group: Row, model: string): RunTerms => ({
  prices: [
    {
      input: numberIn(group, 'inputPrice'),
      output: numberIn(group, 'outputPrice'),
      cachedInput: numberIn(group, 'cachedPrice'),
      cacheWrite: numberIn(group, 'writePrice'),
    },
  ],
  thresholds: [],
  minPrefix: 0,
  // Anthropic caches only on request, and these runs did not request it; the others cache automatically.
  cached: !model.includes('claude'),
});

/** The model of a run without its host and day. */
function familyOf(model: string): string {
  const families = ['deepseek', 'gpt-4.1', 'gpt-4o', 'gpt-5.4', 'grok-3', 'o3', 'claude'];
  return families.find((name) => model.includes(name)) ?? model;
}

/** The number in a column. */
export function numberIn(row: Row, column: string): number {
  const value = Number(row[column] || Number.NaN);
  if (Number.isNaN(value)) throw new Error(`no number in ${column}: ${JSON.stringify(row)}`);
  return value;
}

/** The number in a column, or null where it is empty. */
export const numberOrNull = (row: Row, column: string): number | null =>
  row[column] === '' ? null : numberIn(row, column);
