/**
 * Results of tau2-bench: `data/simulations/<run>.json`, a document with all simulations, or a folder with one each.
 *
 * The agent and the simulated user each have a model, and each message has the usage of its call; the usage in a kept
 * API response (raw_data) has more detail. Usage is as LiteLLM gives it: cached tokens are part of prompt_tokens. A
 * task is solved if the reward is 1. Times have no offset and are read as UTC.
 * https://github.com/sierra-research/tau2-bench/blob/main/src/tau2/data_model/simulation.py
 */
import { lookUp } from '../../core/values/look-up.ts';
import { callOf } from '../call-record.ts';
import { timeIn } from '../fields/times.ts';
import { toolCountsIn, usageTokens } from '../fields/usage.ts';
import { isObject, type JsonObject, Misread, objectIn, objectsIn, textIn, usdIn } from '../fields/values.ts';
import { type Attempt, type Format, noModel, type Take } from './format.ts';

const isSimulation = (value: JsonObject): boolean => 'task_id' in value && 'termination_reason' in value;

export const tau2: Format = {
  name: 'tau2',
  marks: 'a document with simulations, tasks and info, or one simulation with task_id, termination_reason and messages',
  recognise: (value) => isSimulation(value) || (Array.isArray(value.simulations) && isObject(value.info)),
  open: () => (value, take, attempt) => {
    const info = objectIn(value, 'info');
    const simulations = isSimulation(value) ? [value] : objectsIn(value, 'simulations');
    for (const simulation of simulations) attempt(() => readSimulation(simulation, info, take, attempt));
  },
};

/** Roles that use a model, and the field with its settings. */
const speakers: Readonly<Record<string, string>> = { assistant: 'agent_info', user: 'user_info' };

function readSimulation(simulation: JsonObject, info: JsonObject, take: Take, attempt: Attempt): void {
  if (!Array.isArray(simulation.messages)) throw new Misread('a simulation without messages: voice is not read');
  const reward = objectIn(simulation, 'reward_info').reward;
  for (const message of objectsIn(simulation, 'messages')) {
    const role = textIn(message, 'role') ?? '';
    const speaker = lookUp(speakers, role);
    const raw = objectIn(message, 'raw_data');
    const usage = objectIn('usage' in raw ? raw : message, 'usage');
    if (speaker === undefined || Object.keys(usage).length === 0) continue;
    attempt(() =>
      take({
        ...callOf(
          textIn(raw, 'model') ?? textIn(objectIn(info, speaker), 'llm') ?? noModel,
          usageTokens(usage),
          toolCountsIn(usage),
        ),
        at: timeIn(message, 'timestamp'),
        session: textIn(simulation, 'id'),
        task: textIn(simulation, 'task_id'),
        tags: [role],
        usd: usdIn(message, 'cost'),
        solved: typeof reward === 'number' ? reward >= 1 : null,
      }),
    );
  }
}
