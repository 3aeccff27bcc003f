/** Hosts and service tiers of calls, under this project's names for them. */

import type { ServiceTier } from '../schemas/levels.ts';
import { lookUp } from '../values/look-up.ts';

/** Names used by libraries and OpenTelemetry (`gen_ai.provider.name`, formerly `gen_ai.system`), in lower case. */
export const loggedHosts: Readonly<Record<string, string>> = {
  'aws.bedrock': 'bedrock',
  'amazon-bedrock': 'bedrock',
  'amazon bedrock': 'bedrock',
  aws_bedrock: 'bedrock',
  'azure.ai.openai': 'azure',
  'azure.ai.inference': 'azure',
  'az.ai.openai': 'azure',
  'az.ai.inference': 'azure',
  azure_openai: 'azure',
  azure_ai: 'azure',
  'gcp.vertex_ai': 'vertex',
  vertex_ai: 'vertex',
  'google vertex': 'vertex',
  'gcp.gemini': 'google',
  'gcp.gen_ai': 'google',
  gemini: 'google',
  'google ai studio': 'google',
  x_ai: 'xai',
  mistral_ai: 'mistral',
};

/** The host under our name, or as logged if we have none; null: not logged. */
export function hostOf(name: string | null): string | null {
  if (name === null) return null;
  const lower = name.toLowerCase();
  return lookUp(loggedHosts, lower) ?? lower;
}

/** In lower case. */
export const loggedTiers: Readonly<Record<string, ServiceTier>> = {
  batch: 'batch',
  flex: 'flex',
  priority: 'priority',
  fast: 'priority',
};

/** `standard` for OpenAI's `default` and `auto`, an unknown name, and null. */
export const serviceTierOf = (name: string | null): ServiceTier =>
  (name === null ? undefined : lookUp(loggedTiers, name.toLowerCase())) ?? 'standard';
