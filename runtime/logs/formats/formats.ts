/** Every log format that can be read, the more specific ones first. A new format is a file and a line here. */

import { aider } from './aider.ts';
import { anthropicUsage } from './anthropic-usage.ts';
import { apiResponses } from './api-responses.ts';
import { azureGateway } from './azure-gateway.ts';
import { bedrockInvocations } from './bedrock-invocations.ts';
import { claudeCode } from './claude-code.ts';
import { claudeCodeTelemetry } from './claude-code-telemetry.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { converseAnswers } from './converse-answers.ts';
import { copilotCli } from './copilot-cli.ts';
import { cursor } from './cursor.ts';
import { expectedCalls } from './expected-calls.ts';
import type { Format } from './format.ts';
import { geminiAnswers } from './gemini-answers.ts';
import { geminiCli } from './gemini-cli.ts';
import { langfuse } from './langfuse.ts';
import { langSmith } from './langsmith.ts';
import { liteLlm } from './litellm.ts';
import { miniSweAgent } from './mini-swe-agent.ts';
import { openAiUsage } from './openai-usage.ts';
import { openCode } from './opencode.ts';
import { openInference } from './openinference.ts';
import { openRouter } from './openrouter.ts';
import { openTelemetry } from './opentelemetry.ts';
import { pi } from './pi.ts';
import { plain } from './plain.ts';
import { planLimits } from './plan-limits.ts';
import { qwenCode } from './qwen-code.ts';
import { sweAgent } from './swe-agent.ts';
import { tau2 } from './tau2.ts';
import { vercelAiSdk } from './vercel-ai-sdk.ts';

export const formats: readonly Format[] = [
  // Before Claude Code, whose lines its own look like.
  qwenCode,
  claudeCode,
  codex,
  openCode,
  geminiCli,
  copilotCli,
  cline,
  pi,
  aider,
  cursor,
  claudeCodeTelemetry,
  openTelemetry,
  openInference,
  langSmith,
  bedrockInvocations,
  azureGateway,
  liteLlm,
  langfuse,
  openRouter,
  openAiUsage,
  anthropicUsage,
  sweAgent,
  miniSweAgent,
  tau2,
  geminiAnswers,
  vercelAiSdk,
  converseAnswers,
  apiResponses,
  expectedCalls,
  planLimits,
  plain,
];
