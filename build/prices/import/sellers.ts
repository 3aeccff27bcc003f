/** Who sells models, and what the packages call them. */
import type { Lineage } from './packages.ts';

/** The seller's list in each package; absent: the package has none. */
export type Feeds = Partial<Record<Lineage, string>>;

export interface Host {
  id: string;
  name: string;
  pricingUrl: string;
  /** The provider of data/providers whose models are sold here at their own list price; null: none. */
  provider: string | null;
  /** The resolver's name for the host, before a slash. */
  prefix: string;
  feeds: Feeds;
  /** Whether its names in the packages say where a call is processed: `us.`, `eu.`, `global.`. */
  namesHavePlaces?: true;
  /** Resells makers' APIs, mostly at their list prices: those models are listed by id, without a row each. */
  isGateway?: boolean;
}

/** Clouds, hosts of open weights, and the gateways that resell both. */
export const hosts: readonly Host[] = [
  {
    id: 'azure',
    name: 'Microsoft Azure',
    pricingUrl: 'https://azure.microsoft.com/pricing/details/azure-openai/',
    provider: null,
    prefix: 'azure',
    feeds: { 'models.dev': 'azure', 'genai-prices': 'azure' },
  },
  {
    id: 'baseten',
    name: 'Baseten',
    pricingUrl: 'https://www.baseten.co/pricing/',
    provider: 'baseten',
    prefix: 'baseten',
    feeds: { 'models.dev': 'baseten', 'genai-prices': 'baseten' },
  },
  {
    id: 'bedrock',
    name: 'Amazon Bedrock',
    pricingUrl: 'https://aws.amazon.com/bedrock/pricing/',
    provider: 'amazon',
    prefix: 'bedrock',
    feeds: { 'models.dev': 'amazon-bedrock', 'genai-prices': 'aws' },
    namesHavePlaces: true,
  },
  {
    id: 'cerebras',
    name: 'Cerebras',
    pricingUrl: 'https://www.cerebras.ai/pricing',
    provider: null,
    prefix: 'cerebras',
    feeds: { 'models.dev': 'cerebras', 'genai-prices': 'cerebras' },
  },
  {
    id: 'cloudflare',
    name: 'Cloudflare Workers AI',
    pricingUrl: 'https://developers.cloudflare.com/workers-ai/platform/pricing/',
    provider: 'cloudflare',
    prefix: 'cloudflare',
    feeds: { 'models.dev': 'cloudflare-workers-ai', 'genai-prices': 'cloudflare' },
  },
  {
    id: 'fireworks',
    name: 'Fireworks AI',
    pricingUrl: 'https://fireworks.ai/pricing',
    provider: 'fireworks',
    prefix: 'fireworks',
    feeds: { 'models.dev': 'fireworks', 'genai-prices': 'fireworks' },
  },
  {
    id: 'groq',
    name: 'Groq',
    pricingUrl: 'https://groq.com/pricing',
    provider: 'groq',
    prefix: 'groq',
    feeds: { 'models.dev': 'groq', 'genai-prices': 'groq', litellm: 'groq' },
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    pricingUrl: 'https://openrouter.ai/models',
    provider: null,
    prefix: 'openrouter',
    feeds: { 'models.dev': 'openrouter' },
    isGateway: true,
  },
  {
    id: 'together',
    name: 'Together AI',
    pricingUrl: 'https://www.together.ai/pricing',
    provider: 'together',
    prefix: 'together',
    feeds: { 'models.dev': 'together', 'genai-prices': 'together' },
  },
  {
    id: 'vercel',
    name: 'Vercel AI Gateway',
    pricingUrl: 'https://vercel.com/ai-gateway/models',
    provider: null,
    prefix: 'vercel_ai_gateway',
    feeds: { 'models.dev': 'vercel-ai-gateway' },
    isGateway: true,
  },
  {
    id: 'vertex',
    name: 'Google Vertex AI',
    pricingUrl: 'https://cloud.google.com/vertex-ai/generative-ai/pricing',
    provider: null,
    prefix: 'vertex_ai',
    feeds: { 'models.dev': 'google-vertex', 'genai-prices': 'google' },
  },
];

/** The lists of makers' own APIs, by our provider id. */
export const makers: Readonly<Record<string, Feeds>> = {
  anthropic: { 'models.dev': 'anthropic', 'genai-prices': 'anthropic', litellm: 'anthropic' },
  deepseek: { 'models.dev': 'deepseek', 'genai-prices': 'deepseek', litellm: 'deepseek' },
  google: { 'models.dev': 'google', 'genai-prices': 'google', litellm: 'gemini' },
  meta: { 'models.dev': 'meta' },
  minimax: { 'models.dev': 'minimax', 'genai-prices': 'minimax' },
  mistral: { 'models.dev': 'mistral', 'genai-prices': 'mistral', litellm: 'mistral' },
  moonshot: { 'models.dev': 'moonshotai', 'genai-prices': 'moonshotai', litellm: 'moonshot' },
  openai: { 'models.dev': 'openai', 'genai-prices': 'openai', litellm: 'openai' },
  xai: { 'models.dev': 'xai', 'genai-prices': 'x-ai', litellm: 'xai' },
  xiaomi: { 'models.dev': 'xiaomi' },
  zai: { 'models.dev': 'zai', 'genai-prices': 'zai' },
};
