/** What each field of a workflow means: a sentence or two for OpenAPI, the schemas and `--help`. */
export const fieldDescriptions = {
  tasksPerMonth: 'Tasks a month.',
  modelCallsPerTask: 'Model calls of a task when nothing goes wrong; a mean, so it need not be whole.',
  toolCallsPerTask: 'Tool calls of a task when nothing goes wrong.',
  handoffs: 'Handoffs to another agent in a task; each costs one call and one cold prompt cache.',
  systemPromptTokens: 'Tokens of the system prompt, re-sent with every call.',
  toolSchemaTokens: 'Tokens of the tool definitions, re-sent with every call.',
  retrievedContextTokens: 'Tokens of retrieved context in the first prompt.',
  outputTokensPerCall: 'Output tokens of a call, reasoning tokens included (they are billed as output).',
  toolResultTokens: 'Tokens one tool call appends to the transcript.',
  retryRatePct: 'Percent of billed model calls that are retried (at most twice).',
  timeoutLoopsPerTask: 'Fruitless loops in a task, 3 model and tool calls each.',
  hallucinatedToolPct: 'Percent of tool calls that are invalid; each costs one corrective call.',
  taskFailureRatePct: 'Percent of tasks whose result is worthless.',
  promptCaching: 'Whether prompt caching is used where the model offers it.',
  callDispersion: 'Squared coefficient of variation of the calls of a task; 0: every task makes the same number.',
  userTokensPerCall: 'Tokens a user adds per call.',
  warmPrefixPct:
    'Percent of tasks that find the system prompt and the tool definitions in the cache, from another task; 0 on a model that caches no prefix as short as these two.',
  cacheTtl: 'How long a cache write lasts; 1h is priced where the model offers it.',
  searchesPerTask:
    "Web searches of a task when nothing goes wrong, by the maker's own search tool and at its fee. They count as tool calls: faults that repeat tool calls repeat them, retries of model calls do not.",
  serviceTier:
    'Terms: standard; batch and flex are cheaper and slower, priority (also sold as fast mode) is faster and costs more. /models/{id} lists those of a model.',
  region:
    "Where calls are processed: global, a zone (us, eu, jp, au, in, ca, apac, us-gov, data-zone), regional (a single region), a cloud's region such as us-east-1, or a region that /models/{id} lists. Without a price of its own, that of another place is used, and the answer says so.",
  reasoningEffort:
    "Reasoning effort, for the presets coding and session only: multiplies calls, tool calls and output as measured; the preset's own values are those of high. null: the preset unchanged.",
  compactAtTokens:
    "Prompt tokens at which the agent compacts its transcript; at most 95 % of the model's context is used. null: it never does.",
  compactedToTokens:
    'Prompt tokens right after a compaction: system prompt, tools, the summary, and files read again. null: as many as the first prompt.',
  coldCallsPct:
    'Of the calls after the first that follow neither a compaction nor a handoff, the percentage that finds a cold cache, as after a break: all but a warm prefix is written again.',
  interactive:
    'Whether somebody waits for the answers. It changes no number of a bill, only which savings are named: batch processing, for one, is no help to somebody who waits.',
} as const;
