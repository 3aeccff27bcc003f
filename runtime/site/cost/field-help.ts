/** What the inputs of an estimate mean, for people; the API has its own descriptions. */
import type { WorkflowField } from '../../core/schemas/request-fields.ts';

/** '': its label says it. */
export const fieldHelp: Readonly<Record<WorkflowField, string>> = {
  tasksPerMonth: '',
  modelCallsPerTask: '',
  reasoningEffort: '',
  toolCallsPerTask: 'Searches, file reads, commands and the like.',
  handoffs: 'The next agent makes one more call, and nothing of its prompt is cached.',
  systemPromptTokens: 'Sent with every call.',
  toolSchemaTokens: 'Sent with every call.',
  retrievedContextTokens: 'Documents, files or search results in the first prompt.',
  outputTokensPerCall: 'With its reasoning, which is billed as output.',
  toolResultTokens: 'On average; it stays in every later prompt.',
  retryRatePct: 'Billed, then sent again: at most twice.',
  timeoutLoopsPerTask: 'Three calls each that lead nowhere.',
  hallucinatedToolPct: 'Each costs one more call.',
  taskFailureRatePct: 'Paid for, and of no use.',
  promptCaching: 'Where the model offers it.',
  callDispersion: '0: all make the same number of calls; 1: some make several times as many as others.',
  userTokensPerCall: 'Messages of a person.',
  warmPrefixPct: 'They find system prompt and tools in the cache, left by an earlier task.',
  cacheTtl: 'An hour costs more, where the model offers it.',
  searchesPerTask: "With the maker's own search, at its fee; they count as tool calls too.",
  serviceTier: 'Batch and flex are cheaper and slower; priority, or fast mode, is faster and costs more.',
  region: 'Some regions cost more.',
  compactAtTokens: 'A longer prompt is replaced by a summary. Empty: never.',
  compactedToTokens: 'The summary, system prompt, tools and files read again. Empty: as long as the first prompt.',
  coldCallsPct: 'After a break, say: almost the whole prompt is sent anew.',
  interactive: 'Changes no bill, only what is suggested: batch is no help to somebody who waits.',
};
