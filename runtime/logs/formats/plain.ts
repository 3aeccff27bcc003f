/**
 * A custom table: CSV with a header or JSON lines, a row for each call, columns named as in plain-columns.ts.
 *
 * The name of the cached count decides whether the prompt count includes it: `cached_tokens` and similar names are
 * OpenAI's, where they are part of input_tokens; `cachedInput` (as in this project) and `cache_read_input_tokens` (as
 * in Anthropic's API) are not, unless the prompt is called prompt_tokens, which always means the whole prompt.
 */

import { hostOf, serviceTierOf } from '../../core/dataset/logged-names.ts';
import { toolUnits } from '../../core/schemas/billable-units.ts';
import { callOf, whoOf } from '../call-record.ts';
import {
  type ColumnNames,
  columnNamesIn,
  looksCounted,
  looksTimed,
  type PlainColumn,
  rivalNamesIn,
} from '../fields/plain-columns.ts';
import { timeIn } from '../fields/times.ts';
import { cachedBeside, cachedInside } from '../fields/usage.ts';
import { countIn, type JsonObject, modelIn, tagsOf, textIn, usdIn, yesNoIn } from '../fields/values.ts';
import { type Format, keyIn } from './format.ts';

/**
 * Finds the names that a row uses for the columns; keeps those of the last row, since most rows are alike.
 * @param onUnread told of columns that would be lost
 */
function namesFinder(onUnread?: (column: string) => void): (row: JsonObject) => ColumnNames {
  let lastKeys: readonly string[] = [];
  let names: ColumnNames = {};
  return (row) => {
    const keys = Object.keys(row);
    if (keys.length === lastKeys.length && keys.every((key, index) => key === lastKeys[index])) return names;
    [lastKeys, names] = [keys, columnNamesIn(keys)];
    if (onUnread !== undefined) for (const column of unreadIn(row, names)) onUnread(column);
    return names;
  };
}

/** Columns that look like counts, money or, in a table without times, a time, but are not read. */
function unreadIn(row: JsonObject, names: ColumnNames): string[] {
  const keys = Object.keys(row);
  const rivals = rivalNamesIn(keys).flatMap((same) => same.slice(1));
  return keys.filter(
    (key) =>
      rivals.includes(key) ||
      looksCounted(key, isNumberText(row[key])) ||
      (names.at === undefined && looksTimed(key, row[key])),
  );
}

/** Whether a value is a number, or the text of one as in CSV. */
const isNumberText = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && /^\s*\$?[-+]?\d/.test(value) && !Number.isNaN(Number(value.replace('$', ''))));

export const plain: Format = {
  name: 'plain',
  marks: 'CSV or JSON lines with columns such as model, input_tokens, cached_tokens, output_tokens, timestamp',
  recognise(row) {
    // Rows of GitHub's usage report are sums of unknown many calls with credits: an invoice.
    if ('gross_amount' in row && 'net_amount' in row) return false;
    const names = namesFinder()(row);
    return names.model !== undefined && (names.input ?? names.prompt) !== undefined && names.output !== undefined;
  },
  open({ number, unread }) {
    const namesIn = namesFinder(unread);
    return (row, take) => {
      const names = namesIn(row);
      const count = (column: PlainColumn) => (names[column] === undefined ? undefined : countIn(row, names[column]));
      const text = (column: PlainColumn) => (names[column] === undefined ? null : textIn(row, names[column]));
      const isInside = names.cachedInside !== undefined || names.prompt !== undefined;
      const tokens = (isInside ? cachedInside : cachedBeside)({
        input: count('prompt') ?? count('input'),
        cachedInput: count('cachedInside') ?? count('cachedBeside'),
        cacheWrite: count('cacheWrite'),
        cacheWrite1h: count('cacheWrite1h'),
        output: count('output'),
        reasoning: count('reasoning'),
      });
      const call = callOf(modelIn(row, names.model ?? 'model'), tokens);
      if (names.at !== undefined) call.at = timeIn(row, names.at);
      call.host = hostOf(text('host'));
      call.calls = Math.max(1, count('calls') ?? 1);
      for (const { count: uses } of toolUnits) if (names[uses] !== undefined) call[uses] = count(uses) ?? 0;
      call.serviceTier = serviceTierOf(text('serviceTier'));
      call.region = text('region');
      call.session = text('session');
      call.task = text('task') ?? call.session;
      call.project = text('project');
      call.who = whoOf({ user: text('user'), key: text('key'), machine: text('machine'), team: text('team') });
      call.agent = text('agent');
      call.agentVersion = text('agentVersion');
      if (names.compacted !== undefined) call.compacted = yesNoIn(row, names.compacted) ?? false;
      if (names.tags !== undefined) call.tags = tagsOf(row[names.tags]);
      if (names.usd !== undefined) call.usd = usdIn(row, names.usd);
      if (names.solved !== undefined) call.solved = yesNoIn(row, names.solved);
      if (names.retried !== undefined) call.retried = yesNoIn(row, names.retried) ?? false;
      const id = text('id');
      // Ids are unique only within a table.
      take(call, keyIn(number, id));
    };
  },
};
