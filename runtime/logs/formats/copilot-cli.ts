/**
 * Sessions of GitHub's Copilot CLI: `~/.copilot/session-state/<session>/events.jsonl`, or `<session>.jsonl` before 2026.
 *
 * Single calls are not kept. `session.shutdown` has sums by model in data.modelMetrics: inputTokens is the whole prompt,
 * what was read from the cache and written to it included, and outputTokens includes reasoning. A session that was
 * resumed ends several times; its sums go on, or begin again: sums that are nowhere smaller than those before are read
 * as going on. A session that is still open, or was killed, has none. Where the program that started it kept the events
 * `assistant.usage`, those are read instead.
 *
 * Newer ones tell what they cost in AI credits: `totalNanoAiu`, billionths of a credit, which since 2026-06-01 is a cent
 * (https://docs.github.com/en/copilot/concepts/billing/usage-based-billing-for-individuals).
 * https://docs.github.com/en/copilot/how-tos/copilot-sdk (events)
 */
import { callOf } from '../call-record.ts';
import { timeIn } from '../fields/times.ts';
import { cachedInside } from '../fields/usage.ts';
import { countIn, isObject, type JsonObject, Misread, modelIn, objectIn, textIn } from '../fields/values.ts';
import { type Format, keyIn } from './format.ts';

const counts = ['inputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'outputTokens', 'reasoningTokens'] as const;

type Sums = Record<(typeof counts)[number] | 'calls', number>;

const known = /^(session|user|assistant|tool|subagent|hook|system|skill|abort|permission)(\.|$)/;

export const copilotCli: Format = {
  name: 'copilot-cli',
  marks: 'JSON lines with type (session.start, session.shutdown), data, id and parentId',
  recognise: ({ type, data, ...line }) =>
    typeof type === 'string' && known.test(type) && isObject(data) && 'id' in line && 'parentId' in line,
  isIdle: (line) =>
    line.endsWith('}') &&
    !['"session.start"', '"session.resume"', '"session.shutdown"', '"assistant.usage"'].some((type) =>
      line.includes(type),
    ),
  open() {
    let session: string | null = null;
    let project: string | null = null;
    let branch: string | null = null;
    let hasCalls = false;
    const before = new Map<string, Sums>();
    const credits = new Map<string, number>();
    return (line, take, attempt) => {
      const data = objectIn(line, 'data');
      const context = objectIn(data, 'context');
      const whose = () => ({
        ...{ at: timeIn(line, 'timestamp'), session, task: session, project, branch },
        agent: 'Copilot CLI',
      });
      if (line.type === 'session.start' || line.type === 'session.resume') {
        session = textIn(data, 'sessionId') ?? session;
        project = textIn(context, 'cwd') ?? project;
        branch = textIn(context, 'branch') ?? branch;
      } else if (line.type === 'assistant.usage') {
        hasCalls = true;
        const id = textIn(line, 'id');
        take(
          {
            ...callOf(modelIn(data, 'model'), tokensOf(sumsIn(data, 1))),
            ...whose(),
            usd: usdOfCredits(countIn(objectIn(data, 'copilotUsage'), 'totalNanoAiu'), timeIn(line, 'timestamp')),
          },
          keyIn('copilot', id),
        );
      } else if (line.type === 'session.shutdown' && !hasCalls) {
        for (const [model, metrics] of Object.entries(objectIn(data, 'modelMetrics'))) {
          attempt(() => {
            if (!isObject(metrics)) throw new Misread('modelMetrics is not an object of objects');
            const requests = countIn(objectIn(metrics, 'requests'), 'count') ?? 1;
            const sums = sumsIn(objectIn(metrics, 'usage'), requests);
            const nanoCredits = countIn(metrics, 'totalNanoAiu');
            const added = since(before.get(model), sums);
            const earlier = added === sums ? 0 : (credits.get(model) ?? 0);
            before.set(model, sums);
            if (nanoCredits !== undefined) credits.set(model, nanoCredits);
            if (added.inputTokens + added.outputTokens === 0) return;
            const usd = usdOfCredits(
              nanoCredits === undefined ? undefined : nanoCredits - earlier,
              timeIn(line, 'timestamp'),
            );
            take({ ...callOf(model, tokensOf(added)), ...whose(), calls: Math.max(1, added.calls), usd });
          });
        }
      }
    };
  },
};

/** From this time on a credit is a cent. */
const creditsFrom = Date.UTC(2026, 5, 1);

/** Dollars of billionths of a credit; null: none are told, or a credit had no price yet. */
const usdOfCredits = (nanoCredits: number | undefined, at: number | null): number | null =>
  nanoCredits === undefined || nanoCredits < 0 || at === null || at < creditsFrom ? null : nanoCredits / 1e11;

function sumsIn(usage: JsonObject, calls: number): Sums {
  if (countIn(usage, 'inputTokens') === undefined) throw new Misread('usage has no inputTokens');
  const sums = Object.fromEntries(counts.map((name) => [name, countIn(usage, name) ?? 0]));
  return { ...sums, calls } as Sums;
}

/** What was added to earlier sums; all of them if any is smaller than it was. */
function since(earlier: Sums | undefined, sums: Sums): Sums {
  const names = Object.keys(sums) as (keyof Sums)[];
  if (earlier === undefined || names.some((name) => sums[name] < earlier[name])) return sums;
  return Object.fromEntries(names.map((name) => [name, sums[name] - earlier[name]])) as Sums;
}

const tokensOf = (sums: Sums) =>
  cachedInside({
    input: sums.inputTokens,
    cachedInput: sums.cacheReadTokens,
    cacheWrite: sums.cacheWriteTokens,
    output: sums.outputTokens,
    reasoning: sums.reasoningTokens,
  });
