/** Every log format that can be read, the more specific ones first. A new format is a file and a line here. */
import { anthropicUsage } from './anthropic-usage.ts';
import { apiResponses } from './api-responses.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import type { Format } from './format.ts';
import { langfuse } from './langfuse.ts';
import { liteLlm } from './litellm.ts';
import { miniSweAgent } from './mini-swe-agent.ts';
import { openAiUsage } from './openai-usage.ts';
import { openRouter } from './openrouter.ts';
import { openTelemetry } from './opentelemetry.ts';
import { plain } from './plain.ts';
import { sweAgent } from './swe-agent.ts';
import { tau2 } from './tau2.ts';

export const formats: readonly Format[] = [
  claudeCode,
  codex,
  openTelemetry,
  liteLlm,
  langfuse,
  openRouter,
  openAiUsage,
  anthropicUsage,
  sweAgent,
  miniSweAgent,
  tau2,
  apiResponses,
  plain,
];
