/** The kind of work that a log shows, where nobody names it. */
import type { PresetId } from '../../core/schemas/request-fields.ts';
import { sumOf } from '../statistics.ts';
import type { LoggedRun } from './logged-runs.ts';

/** Programs in which somebody works with a model, by the names of `CallRecord.agent`. */
export const interactiveAgents: ReadonlySet<string> = new Set([
  'Aider',
  'Claude Code',
  'Cline',
  'Codex',
  'Copilot CLI',
  'Cursor',
  'Gemini CLI',
  'Kilo Code',
  'Qwen Code',
  'Roo Code',
  'opencode',
  'pi',
]);

/** `session` where most input tokens were sent by such a program, else `coding`. */
export function kindOfWork(runs: readonly Pick<LoggedRun, 'agent' | 'input'>[]): PresetId {
  const ofSessions = runs.filter(({ agent }) => agent !== null && interactiveAgents.has(agent));
  const inputOf = (some: typeof runs): number => sumOf(some.map(({ input }) => input));
  return ofSessions.length > 0 && 2 * inputOf(ofSessions) >= inputOf(runs) ? 'session' : 'coding';
}
