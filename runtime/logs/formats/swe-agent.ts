/**
 * Trajectories of SWE-agent: `trajectories/<user>/<run>/<instance>/<instance>.traj`, a document for each instance.
 *
 * It has only sums: info.model_stats counts tokens_sent, tokens_received, api_calls and instance_cost. Cached tokens
 * are not reported, so the whole prompt is read as uncached. Whether the instance was resolved is recorded elsewhere.
 * https://github.com/SWE-agent/SWE-agent/blob/main/sweagent/agent/models.py (InstanceStats)
 */
import { callOf } from '../call-record.ts';
import { cachedInside } from '../fields/usage.ts';
import { countIn, firstText, isObject, objectIn, objectOrJsonIn, textIn, usdIn } from '../fields/values.ts';
import { type Format, instanceOf, noModel } from './format.ts';

export const sweAgent: Format = {
  name: 'swe-agent',
  marks: 'a document with trajectory, history and info.model_stats',
  recognise: (value) => Array.isArray(value.trajectory) && isObject(objectIn(value, 'info').model_stats),
  open: (file) => (value, take) => {
    const stats = objectIn(objectIn(value, 'info'), 'model_stats');
    const config = objectOrJsonIn(value, 'replay_config');
    const tokens = cachedInside({
      input: countIn(stats, 'tokens_sent'),
      output: countIn(stats, 'tokens_received'),
    });
    const instance =
      firstText(objectIn(config, 'problem_statement'), 'id', 'instance_id') ??
      textIn(value, 'instance_id') ??
      instanceOf(file);
    take({
      ...callOf(textIn(objectIn(objectIn(config, 'agent'), 'model'), 'name') ?? noModel, tokens),
      calls: Math.max(1, countIn(stats, 'api_calls') ?? 1),
      session: instance,
      task: instance,
      usd: usdIn(stats, 'instance_cost'),
    });
  },
};
