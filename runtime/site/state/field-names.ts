/**
 * The names of request fields in a link. Links are kept for years: a name is never changed, removed or given another
 * meaning. If one must be, add the next version to `links`, which links state as `v`, and keep the earlier ones.
 */
import { type WorkflowField, workflowFieldNames } from '../../core/schemas/request-fields.ts';

/** The fields that a person fills in on the page. */
export type Field = 'presetId' | 'modelId' | 'host' | WorkflowField;

/** Any other field keeps its own name. */
const shortNames = {
  presetId: 'workflow',
  modelId: 'model',
  host: 'host',
  tasksPerMonth: 'tasks',
  modelCallsPerTask: 'calls',
  reasoningEffort: 'effort',
  toolCallsPerTask: 'toolcalls',
  handoffs: 'handoffs',
  systemPromptTokens: 'system',
  toolSchemaTokens: 'tools',
  retrievedContextTokens: 'context',
  outputTokensPerCall: 'output',
  toolResultTokens: 'result',
  retryRatePct: 'retries',
  timeoutLoopsPerTask: 'loops',
  hallucinatedToolPct: 'invalid',
  taskFailureRatePct: 'failed',
  promptCaching: 'caching',
  callDispersion: 'spread',
  userTokensPerCall: 'user',
  warmPrefixPct: 'warm',
  cacheTtl: 'ttl',
  searchesPerTask: 'searches',
  serviceTier: 'tier',
  region: 'region',
} as const satisfies Partial<Record<Field, string>>;

export const fieldNames = [...new Set<Field>([...(Object.keys(shortNames) as Field[]), ...workflowFieldNames])];

type Names = Readonly<Record<Field, string>>;

const version1 = Object.fromEntries(
  fieldNames.map((name) => [name, (shortNames as Partial<Names>)[name] ?? name]),
) as Names;

/** The names in every version; the first is that of links without `v`. */
export const links: readonly Names[] = [version1];

export const newestLink = links.length;
