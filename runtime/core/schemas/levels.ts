/** The levels at which a call can be made: reasoning efforts, and levels of service. */

/** Levels of reasoning effort, lowest first. */
export const efforts = ['low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];

/** Levels of service other than standard. `priority` is what OpenAI and Anthropic sell as fast mode. */
export const serviceTierNames = ['batch', 'flex', 'priority'] as const;
export const serviceTiers = ['standard', ...serviceTierNames] as const;
export type ServiceTier = (typeof serviceTiers)[number];

/** What a sentence calls a level of service: `priority` by the name that both of its sellers use, too. */
export const tierInWords = (tier: ServiceTier): string => (tier === 'priority' ? 'priority (fast mode)' : tier);
