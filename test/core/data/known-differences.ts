/**
 * Where our prices and those of `@pydantic/genai-prices` 0.1.8 differ, and why. This list may only get shorter: a
 * difference that no longer exists must be removed, and a new one needs a correction, not a line here.
 */
export interface KnownDifference {
  models: string[];
  kinds: ('input' | 'output' | 'cached input' | 'cache write' | 'all at once')[];
  /** The prompt length at which prices differ, in tokens. */
  prompt: number;
  /** First day, and first day after the last. If absent: no limit. */
  from?: string;
  until?: string;
  cause: string;
}

const every: KnownDifference['kinds'] = ['input', 'output', 'cached input', 'cache write', 'all at once'];

export const knownDifferences: KnownDifference[] = [
  {
    models: ['magistral-medium-2509'],
    kinds: ['cached input', 'all at once'],
    prompt: 1000,
    cause: "Mistral's own feed states a tenth of the input price for cached input; the package has no cached price.",
  },
  {
    models: [
      'gpt-6-astra',
      'gpt-5.6-sol',
      'gpt-5.6-terra',
      'gpt-5.6-luna',
      'gpt-5.5-pro',
      'gpt-5.5',
      'gpt-5.4-pro',
      'gpt-5.4',
    ],
    kinds: every,
    prompt: 272_000,
    cause:
      'OpenAI\'s pages head the lower price with "<272K", so the package starts the higher one at exactly 272,000 tokens; for GPT-6 Sol and Luna it reads the same sentence as we do, above 272,000. We read all of them the same way; the difference is one token.',
  },
  {
    models: ['claude-sonnet-4-5'],
    kinds: every,
    prompt: 200_001,
    cause:
      'The window of a million tokens was a trial that ended on 2026-04-30; longer prompts have been refused since. The package keeps its prices for old usage, we do not.',
  },
  {
    models: ['gemini-3.6-flash'],
    kinds: every,
    prompt: 1000,
    until: '2026-08-13',
    cause:
      'A price list of 2026-08-05 shows twice the introductory price, so ours changed on 2026-08-13. The package knows no earlier price.',
  },
  {
    models: ['deepseek-flash'],
    kinds: every,
    prompt: 1000,
    cause:
      'The name deepseek-v4-flash, which in the package is the earlier V4 Flash, has been served by V4.1 Flash since September 2026, at its own price. The package does not know that model.',
  },
  {
    models: ['glm-5.3-flash'],
    kinds: every,
    prompt: 1000,
    from: '2026-09-10',
    cause:
      'The package has the half price of the launch, which by its own description ended on 2026-09-09; ours is the list price since then.',
  },
  {
    models: ['o3'],
    kinds: ['cached input', 'all at once'],
    prompt: 1000,
    until: '2025-06-10',
    cause:
      'For the time before the price fell, the package has the later cached price; we could not establish the earlier one, so we state none.',
  },
];
