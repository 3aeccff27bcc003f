/**
 * Spans of OpenInference as Phoenix exports them: rows of CSV or JSON with flat names (`attributes.llm.token_count.prompt`)
 * or nested objects. In OTLP they are read with the spans of generative AI.
 *
 * llm.token_count.prompt includes what was read from the cache and written to it, completion includes reasoning.
 * https://github.com/Arize-ai/openinference/blob/main/spec/semantic_conventions.md
 */

import { hostOf } from '../../core/dataset/logged-names.ts';
import { callOf } from '../call-record.ts';
import { firstTime } from '../fields/times.ts';
import { cachedInside, toolsOfKept } from '../fields/usage.ts';
import {
  firstCount,
  firstText,
  isObject,
  type JsonObject,
  modelIn,
  objectIn,
  textIn,
  usdIn,
} from '../fields/values.ts';
import { type Format, keyIn } from './format.ts';

const kind = 'openinference.span.kind';

/** The counts that OpenInference names, of attributes with flat names. */
export const openInferenceTokens = (attributes: JsonObject) => ({
  input: firstCount(attributes, 'llm.token_count.prompt'),
  cachedInput: firstCount(attributes, 'llm.token_count.prompt_details.cache_read'),
  cacheWrite: firstCount(attributes, 'llm.token_count.prompt_details.cache_write'),
  output: firstCount(attributes, 'llm.token_count.completion'),
  reasoning: firstCount(attributes, 'llm.token_count.completion_details.reasoning'),
});

const isSpan = (row: JsonObject): boolean =>
  'attributes.llm.token_count.prompt' in row ||
  'attributes.openinference.span.kind' in row ||
  ('span_kind' in row && isObject(row.context) && 'span_id' in objectIn(row, 'context')) ||
  ('context.span_id' in row && 'span_kind' in row);

export const openInference: Format = {
  name: 'openinference',
  marks: 'spans of Phoenix with span_kind, context.span_id and attributes.llm.token_count.prompt',
  recognise: isSpan,
  open: () => (row, take) => {
    const attributes = flatAttributes(row);
    const tokens = openInferenceTokens(attributes);
    const spanKind = firstText(row, 'span_kind') ?? textIn(attributes, kind);
    // Agents and chains repeat the counts of the calls below them.
    if (spanKind?.toUpperCase() !== 'LLM' || (tokens.input === undefined && tokens.output === undefined)) return;
    const context = objectIn(row, 'context');
    const trace = textIn(row, 'context.trace_id') ?? textIn(context, 'trace_id');
    const id = textIn(row, 'context.span_id') ?? textIn(context, 'span_id');
    const model = modelIn(attributes, 'llm.model_name');
    take(
      {
        ...callOf(model, cachedInside(tokens), toolsOfKept(attributes['output.value'], model)),
        at: firstTime(row, 'start_time', 'startTime'),
        host: hostOf(firstText(attributes, 'llm.provider', 'llm.system')),
        session: textIn(attributes, 'session.id') ?? trace,
        task: trace,
        usd: usdIn(attributes, 'llm.cost.total'),
      },
      keyIn(trace ?? '', id),
    );
  },
};

/** Attributes with flat names, however the row nests them. */
function flatAttributes(row: JsonObject): JsonObject {
  const flat: [string, unknown][] = [];
  const add = (value: JsonObject, path: string): void => {
    for (const [name, inner] of Object.entries(value)) {
      if (isObject(inner)) add(inner, `${path}${name}.`);
      else flat.push([`${path}${name}`, inner]);
    }
  };
  add(objectIn(row, 'attributes'), '');
  for (const [name, value] of Object.entries(row)) {
    if (name.startsWith('attributes.') && !isObject(value)) flat.push([name.slice('attributes.'.length), value]);
  }
  return Object.fromEntries(flat);
}
