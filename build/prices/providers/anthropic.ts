import type { Provider } from './description.ts';

/** The documentation's table, and the cards of the marketing page, whose cache writes last five minutes. */
export const anthropic: Provider = {
  id: 'anthropic',
  hosts: /(^|\.)(anthropic|claude)\.com$/,
  brand: /\b(claude|opus|sonnet|haiku)\b/i,
  cards: true,
  expects: ['cachedInput', 'cacheWrite5m', 'cacheWrite1h'],
  sections: [
    { match: /batch|fast mode|long context|tool|data residency|bedrock|vertex|aws|foundry/i, skip: true },
    { match: /^latest models$/i, line: 2, tier: null },
    { match: /^legacy models$/i, line: 2, tier: 'legacy' },
  ],
  writeLifetime: { says: /prompt caching pricing reflects 5-minute ttl/i, field: 'cacheWrite5m' },
  deprecations: { url: 'https://platform.claude.com/docs/en/about-claude/model-deprecations' },
};
