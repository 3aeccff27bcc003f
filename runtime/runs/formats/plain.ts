/**
 * A table of one's own: CSV with a header or lines of JSON, a row for each call, columns named as below.
 *
 * Whether the count of the whole prompt includes cached tokens is told by their name: `cached_tokens` and the like are
 * OpenAI's, where they are part of input_tokens; `cachedInput` (as in this project) and `cache_read_input_tokens` (as
 * in Anthropic's API) are beside it, unless the prompt is called prompt_tokens, which is always the whole of it.
 */
import { callOf } from '../call-record.ts';
import { cachedBeside, cachedInside } from '../fields/cache-convention.ts';
import { hostOf } from '../fields/hosts.ts';
import { serviceTierOf } from '../fields/service-tiers.ts';
import { tagsOf } from '../fields/tags.ts';
import { timeIn } from '../fields/times.ts';
import { countIn, type JsonObject, modelIn, textIn, usdIn, yesNoIn } from '../fields/values.ts';
import type { Format } from './format.ts';

/** Names of columns, without case, spaces, underscores and dots. */
const columns = {
  at: ['at', 'time', 'timestamp', 'date', 'datetime', 'createdat', 'starttime', 'startedat', 'ts', 'day'],
  model: ['model', 'modelname', 'modelid', 'modelslug'],
  host: ['host', 'provider', 'providername', 'gateway', 'vendor'],
  calls: ['calls', 'requests', 'numrequests', 'requestcount'],
  input: ['input', 'inputtokens', 'tokensin', 'uncachedinputtokens', 'intokens'],
  prompt: ['prompttokens', 'totalinputtokens', 'tokensprompt'],
  cachedBeside: ['cachedinput', 'cacheread', 'cachereadinputtokens', 'cachereadtokens'],
  cachedInside: ['cachedtokens', 'cachedinputtokens', 'inputcachedtokens', 'promptcachedtokens', 'tokenscached'],
  cacheWrite: ['cachewrite', 'cachewritetokens', 'cachewrite5m', 'cachecreationinputtokens', 'cachecreationtokens'],
  cacheWrite1h: ['cachewrite1h', 'cachewrite1htokens', 'ephemeral1hinputtokens'],
  output: ['output', 'outputtokens', 'completiontokens', 'tokensout', 'tokenscompletion', 'outtokens'],
  reasoning: ['reasoning', 'reasoningtokens', 'reasoningoutputtokens', 'tokensreasoning', 'thinkingtokens'],
  searches: ['searches', 'websearches', 'websearchrequests'],
  serviceTier: ['servicetier'],
  region: ['region', 'inferencegeo'],
  session: ['session', 'sessionid', 'conversation', 'conversationid', 'run', 'runid', 'traceid'],
  task: ['task', 'taskid', 'instance', 'instanceid'],
  project: ['project', 'projectid', 'projectname', 'repo', 'team'],
  tags: ['tags', 'tag', 'labels'],
  usd: ['usd', 'cost', 'costusd', 'totalcost', 'spend', 'dollars'],
  solved: ['solved', 'success', 'resolved', 'passed'],
  retried: ['retried', 'isretry', 'retry'],
  id: ['requestid', 'callid', 'generationid'],
} as const;

type Column = keyof typeof columns;

const meanings = new Map<string, Column>(
  Object.entries(columns).flatMap(([column, names]) => names.map((name) => [name, column as Column] as const)),
);

const meaningOf = (name: string): Column | undefined => meanings.get(name.toLowerCase().replace(/[^a-z0-9]/g, ''));

type Names = { [column in Column]?: string };

/** Finds the names that a row uses for the columns, of two names of one column the first. Rows mostly have the same. */
function namesFinder(): (row: JsonObject) => Names {
  let lastKeys: readonly string[] = [];
  let names: Names = {};
  return (row) => {
    const keys = Object.keys(row);
    if (keys.length === lastKeys.length && keys.every((key, index) => key === lastKeys[index])) return names;
    [lastKeys, names] = [keys, {}];
    for (const key of keys) {
      const column = meaningOf(key);
      if (column !== undefined) names[column] ??= key;
    }
    return names;
  };
}

export const plain: Format = {
  name: 'plain',
  marks: 'CSV or JSON lines with columns such as model, input_tokens, cached_tokens, output_tokens, timestamp',
  recognise(row) {
    const names = namesFinder()(row);
    return names.model !== undefined && (names.input ?? names.prompt) !== undefined && names.output !== undefined;
  },
  open({ number }) {
    const namesIn = namesFinder();
    return (row, take) => {
      const names = namesIn(row);
      const count = (column: Column) => (names[column] === undefined ? undefined : countIn(row, names[column]));
      const text = (column: Column) => (names[column] === undefined ? null : textIn(row, names[column]));
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
      call.searches = count('searches') ?? 0;
      call.serviceTier = serviceTierOf(text('serviceTier'));
      call.region = text('region');
      call.session = text('session');
      call.task = text('task') ?? call.session;
      call.project = text('project');
      if (names.tags !== undefined) call.tags = tagsOf(row[names.tags]);
      if (names.usd !== undefined) call.usd = usdIn(row, names.usd);
      if (names.solved !== undefined) call.solved = yesNoIn(row, names.solved);
      if (names.retried !== undefined) call.retried = yesNoIn(row, names.retried) ?? false;
      const id = text('id');
      // Another table may count its requests from 1 too.
      take(call, id === null ? undefined : `${number} ${id}`);
    };
  },
};
