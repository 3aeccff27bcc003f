/**
 * The calls behind an estimate, as `agent-cost estimate --calls` writes them: one document, or CSV with a row for each.
 * No log but this one has decimals: its counts are means, and a weight says how often a task makes a call.
 */
import { expectedCallsFormat } from '../../core/answers/schemas/expected-calls-schema.ts';
import { hostOf, serviceTierOf } from '../../core/dataset/logged-names.ts';
import { billableUnits, byUnit } from '../../core/schemas/billable-units.ts';
import { type CallRecord, callOf } from '../call-record.ts';
import { timeIn } from '../fields/times.ts';
import { decimalIn, type JsonObject, Misread, modelIn, objectsIn, textIn, yesNoIn } from '../fields/values.ts';
import type { Format } from './format.ts';

export const expectedCalls: Format = {
  name: 'agent-cost-calls',
  marks: `CSV or JSON whose format is ${expectedCallsFormat}, as agent-cost estimate --calls writes it`,
  recognise: ({ format }) => format === expectedCallsFormat,
  open() {
    return (value, take, attempt) => {
      if (value.format !== expectedCallsFormat) throw new Misread(`format is not ${expectedCallsFormat}`);
      if (value.calls === undefined) takeOne(value, take);
      else for (const call of objectsIn(value, 'calls')) attempt(() => takeOne({ ...value, ...call }, take));
    };
  },
};

function takeOne(row: JsonObject, take: (call: CallRecord) => void): void {
  const weight = decimalIn(row, 'weight');
  const counts = byUnit(billableUnits, 'count', ({ count }) => weight * decimalIn(row, count));
  const call = callOf(modelIn(row, 'model'), { ...counts, reasoning: null }, counts);
  call.isMean = true;
  call.calls = weight;
  call.at = timeIn(row, 'day');
  call.host = hostOf(textIn(row, 'host'));
  call.serviceTier = serviceTierOf(textIn(row, 'serviceTier'));
  call.region = textIn(row, 'region');
  call.task = textIn(row, 'presetId');
  call.session = `${call.task ?? 'work'} on ${call.model}`;
  call.retried = yesNoIn(row, 'retried') ?? false;
  if (weight > 0) take(call);
}
