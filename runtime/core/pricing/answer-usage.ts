/** Reads the answer of a provider's API or SDK: the counts of each call in it, its model and its terms. */
import { hostOf } from '../dataset/logged-names.ts';
import type { Call } from '../schemas/priced-call-schemas.ts';
import { searchesIn, tokensNotText } from './answer-tools.ts';
import {
  acceptedShapes,
  type Fields,
  isFields,
  objectsOf,
  shapeOf,
  snakeCase,
  UnknownUsage,
  within,
} from './usage-shapes.ts';

/** The counts of a call, and the model if the text names it. */
export interface Usage extends Omit<Call, 'model'> {
  /** Name of the API or SDK with this shape, for people. */
  shape: string;
  model: string | null;
}

/**
 * The counts of an answer: a usage object, or a whole response with one in it. Of a result of the AI SDK it is the first
 * step; `besideUsage` has the others.
 *
 *     usageIn({ prompt_tokens: 1200, completion_tokens: 80, prompt_tokens_details: { cached_tokens: 1000 } })
 *     // { shape: 'OpenAI Chat Completions', model: null, input: 200, cachedInput: 1000, output: 80 }
 *
 * @throws UnknownUsage
 */
export function usageIn(value: unknown): Usage {
  if (!isFields(value)) throw new UnknownUsage(`This is not a JSON object. ${accepted}`);
  refuseUnseen(value);
  const answer = stepsIn(value)[0] ?? value;
  const usage = usageObject(answer);
  const shape = shapeOf(usage);
  if (shape === undefined) {
    const names = Object.keys(value).slice(0, 6).join(', ');
    throw new UnknownUsage(`None of its fields is a known token count (${names || 'none'}). ${accepted}`);
  }
  const counts = shape.read(usage);
  const wrong = Object.entries(counts).find(([, tokens]) => typeof tokens === 'number' && tokens < 0);
  if (wrong !== undefined) {
    throw new UnknownUsage(`More cached tokens than prompt tokens: ${shape.name} counts them within the prompt.`);
  }
  const model = modelIn(answer) ?? modelIn(value);
  const searches = searchesIn(responseIn(answer), usage, model);
  return { shape: shape.name, model, ...counts, ...(searches > 0 && { searches }) };
}

/** Counts that were billed beside those of an answer, with the model if it is another one. */
export interface Beside extends Usage {
  /** What they are for: `compaction` or `advisor_message`, as the API names it, or a `step` of the AI SDK. */
  type: string;
}

/**
 * The further calls of an answer: the other steps of a result of the AI SDK, and what Anthropic's API bills beside the
 * usage at the top: compactions, and advisors on their own model (`usage.iterations`). Runs of type `message` are in the
 * usage at the top.
 * @throws UnknownUsage
 */
export function besideUsage(value: unknown): Beside[] {
  if (!isFields(value)) return [];
  const [, ...steps] = stepsIn(value);
  return [
    ...runsBeside(stepsIn(value)[0] ?? value),
    ...steps.flatMap((step) => [{ ...usageIn(step), ...termsIn(step), type: 'step' }, ...runsBeside(step)]),
  ];
}

const runsBeside = (answer: Fields): Beside[] =>
  objectsOf(usageObject(answer).iterations)
    .filter(({ type }) => typeof type === 'string' && type !== 'message')
    .map((run) => ({ ...usageIn(run), type: run.type as string }));

/** The steps of a result of the AI SDK: each is a call. */
const stepsIn = ({ steps }: Fields): Fields[] =>
  objectsOf(steps).filter((step) => shapeOf(within(step, 'usage')) !== undefined);

/** A result of the AI SDK from which not every call can be seen is not priced as if it were one. @throws UnknownUsage */
function refuseUnseen(value: Fields): void {
  const waiting = ['steps', 'totalUsage', 'usage'].find((name) => typeof within(value, name).then === 'function');
  if (waiting !== undefined) {
    throw new UnknownUsage(
      `${waiting} is still a promise, as streamText returns it: give priceResponse({ steps: await result.steps }).`,
    );
  }
  const [usage, total] = [within(value, 'usage'), within(value, 'totalUsage')];
  if (shapeOf(usage) === undefined || shapeOf(total) === undefined || stepsIn(value).length > 0) return;
  const [own, whole] = [usage, total].map((one) => JSON.stringify(shapeOf(one)?.read(one)));
  if (own === whole) return;
  throw new UnknownUsage(
    'usage is the last of several steps and totalUsage their sum: give the whole result, with its steps, whose prompts decide their price.',
  );
}

/** Counts that shapes read, or that repeat what they read, in snake case. */
const knownCounts =
  /^(total|reasoning|thoughts|candidates|tool_use_prompt|cached_content)_|^(input|output|prompt|completion|prompt_cache_hit|prompt_cache_miss|cached_input|cache_(read|write|creation)(_input)?)_tokens?(_count)?$/;

/**
 * What a price does not say of an answer, in sentences: counts of tokens that no shape knows, sound and pictures priced
 * as text, and several requests in one sum.
 */
export function answerNotes(value: unknown): string[] {
  if (!isFields(value)) return [];
  const steps = stepsIn(value);
  const usages = (steps.length > 0 ? steps : [value]).map(usageObject);
  const unknown = [...new Set(usages.flatMap(unknownCountsIn))];
  const notText = [...new Set(usages.flatMap(tokensNotText))];
  const requests = usages[0]?.requests;
  return [
    ...(unknown.length === 0
      ? []
      : [`Not in the price, since no maker's answers are known to have it: ${unknown.join(', ')}.`]),
    ...(notText.length === 0 ? [] : [`Priced as text, though they have a price of their own: ${notText.join(', ')}.`]),
    ...(typeof requests === 'number' && requests > 1
      ? [
          `The usage adds up ${requests} requests and is priced as one call: the length of each prompt decides its price.`,
        ]
      : []),
  ];
}

/** Counts of tokens in a usage object that no shape knows, and so no price includes: `cache_hit_tokens (900)`. */
const unknownCountsIn = (usage: Fields): string[] =>
  Object.entries(usage)
    .filter(([name, count]) => typeof count === 'number' && count > 0 && /tokens?(_count)?$/.test(snakeCase(name)))
    .filter(([name]) => !knownCounts.test(snakeCase(name)))
    .map(([name, count]) => `${name} (${count})`);

/** When a response was made, in seconds since 1970 (UTC); null: it does not say. */
export function secondsIn(value: unknown): number | null {
  if (!isFields(value)) return null;
  const created = [value.created, value.created_at].find(
    (time) => typeof time === 'number' && time > 1e9 && time < 1e11,
  );
  return (created as number | undefined) ?? null;
}

/**
 * The terms that a response states: the level of service, the region it was bound to, who served it (OpenRouter), and
 * the day of the timestamp of the AI SDK.
 */
export function termsIn(value: unknown): Pick<Call, 'serviceTier' | 'region' | 'host' | 'on'> {
  if (!isFields(value)) return {};
  const answer = stepsIn(value)[0] ?? value;
  const usage = usageObject(answer);
  const tier = [answer.service_tier, usage.service_tier].find(
    (name) => name === 'flex' || name === 'batch' || name === 'priority',
  );
  // Anthropic's tier `priority` is capacity paid for in advance; its fast mode is billed as `priority`.
  const isAnthropic = answer.type === 'message' || Object.hasOwn(usage, 'cache_creation_input_tokens');
  const serviceTier = usage.speed === 'fast' ? 'priority' : isAnthropic && tier === 'priority' ? undefined : tier;
  const day = dayOf(within(answer, 'response').timestamp);
  return {
    ...(serviceTier !== undefined && { serviceTier: serviceTier as NonNullable<Call['serviceTier']> }),
    ...(usage.inference_geo === 'us' && { region: 'us' }),
    ...(typeof answer.provider === 'string' && answer.provider !== '' && { host: hostOf(answer.provider) as string }),
    ...(day !== null && { on: day }),
  };
}

/** The day (UTC) of a time as JSON or JavaScript has it; null: it is none. */
function dayOf(time: unknown): string | null {
  const { toISOString } = (time ?? {}) as { toISOString?: () => string };
  const text = typeof toISOString === 'function' ? toISOString.call(time) : time;
  return typeof text === 'string' && /^20\d\d-\d\d-\d\dT.*Z$/.test(text) ? text.slice(0, 10) : null;
}

const accepted = `Accepted: the usage object of ${acceptedShapes.slice(0, -1).join(', ')} or ${acceptedShapes.at(-1)}, or a response that contains one.`;

/** The usage object of an answer, or of its wrapper; the answer itself if it has none. */
const usageObject = (value: Fields): Fields =>
  [value, ...usagesIn(value)].find((fields) => shapeOf(fields) !== undefined) ?? value;

/** The response, or what wraps it. */
const wrapped = (response: Fields): Fields[] => [
  response,
  within(response, 'response'),
  within(response, 'message'),
  within(response, 'body'),
];

/** Objects called usage, in the response or in its wrapper. */
const usagesIn = (response: Fields): Fields[] =>
  wrapped(response).flatMap((fields) =>
    ['usage', 'usageMetadata', 'usage_metadata', 'totalUsage'].map((name) => within(fields, name)),
  );

/** The object that holds the usage, and with it what the model did. */
const responseIn = (answer: Fields): Fields =>
  wrapped(answer).find((fields) => usagesIn(fields).includes(usageObject(answer))) ?? answer;

function modelIn(response: Fields): string | null {
  const places = ['response', 'message', 'body', 'response_metadata'].map((name) => within(response, name));
  for (const fields of [response, ...places]) {
    for (const name of ['model', 'modelVersion', 'model_version', 'modelId', 'model_name']) {
      const value = fields[name];
      if (typeof value === 'string' && value !== '') return value;
    }
  }
  return null;
}
