/**
 * Raw answers of Bedrock's Converse API as lines of JSON. They do not name their model: a `modelId` beside them is read,
 * and a call without one is listed as unpriced.
 */

import { serviceTierOf } from '../../core/dataset/logged-names.ts';
import { callOf } from '../call-record.ts';
import { firstTime } from '../fields/times.ts';
import { converseTokens } from '../fields/usage.ts';
import { firstText, objectIn, textIn } from '../fields/values.ts';
import { type Format, noModel } from './format.ts';

export const converseAnswers: Format = {
  name: 'converse-answers',
  marks: 'JSON lines with usage (inputTokens, outputTokens), stopReason and metrics or output, and best a modelId',
  recognise(line) {
    const usage = objectIn(line, 'usage');
    return (
      'inputTokens' in usage &&
      'outputTokens' in usage &&
      ('stopReason' in line || 'latencyMs' in objectIn(line, 'metrics'))
    );
  },
  open: () => (line, take) => {
    const id = textIn(objectIn(line, 'ResponseMetadata'), 'RequestId');
    take(
      {
        ...callOf(firstText(line, 'modelId', 'model_id', 'model') ?? noModel, converseTokens(objectIn(line, 'usage'))),
        at: firstTime(line, 'timestamp', 'time'),
        host: 'bedrock',
        serviceTier: serviceTierOf(textIn(objectIn(line, 'serviceTier'), 'type')),
      },
      id ?? undefined,
    );
  },
};
