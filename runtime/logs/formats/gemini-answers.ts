/** Raw answers of Gemini's API, on Google AI and Vertex, as lines of JSON, and the results of its batches. */
import { callOf } from '../call-record.ts';
import { timeIn } from '../fields/times.ts';
import { geminiTokens, toolsOfAnswer } from '../fields/usage.ts';
import { firstText, isObject, type JsonObject, objectIn, textIn } from '../fields/values.ts';
import { type Format, noModel, noteNotText } from './format.ts';

/** The answer itself, or the one in a line of a batch. */
function answerIn(line: JsonObject): { answer: JsonObject; isBatch: boolean } {
  const response = objectIn(line, 'response');
  return isObject(response.usageMetadata) ? { answer: response, isBatch: true } : { answer: line, isBatch: false };
}

export const geminiAnswers: Format = {
  name: 'gemini-answers',
  marks: 'JSON lines with usageMetadata (promptTokenCount, candidatesTokenCount) and modelVersion',
  recognise(line) {
    const { usageMetadata: usage } = answerIn(line).answer;
    return isObject(usage) && 'promptTokenCount' in usage;
  },
  differs: (line) =>
    'usageMetadata' in line || 'usage_metadata' in line ? 'it has no usageMetadata.promptTokenCount' : null,
  open: (file) => (line, take) => {
    const { answer, isBatch } = answerIn(line);
    const usage = objectIn(answer, 'usageMetadata');
    // A request of a batch that failed.
    if (Object.keys(usage).length === 0) return;
    noteNotText(usage, file);
    const model = firstText(answer, 'modelVersion', 'model') ?? noModel;
    const task = firstText(line, 'key', 'custom_id');
    take(
      {
        ...callOf(model, geminiTokens(usage), toolsOfAnswer(answer, usage, model)),
        at: timeIn(answer, 'createTime') ?? timeIn(line, 'timestamp'),
        serviceTier: isBatch ? 'batch' : 'standard',
        session: task,
        task,
      },
      textIn(answer, 'responseId') ?? undefined,
    );
  },
};
