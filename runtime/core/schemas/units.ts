/** The quantities in answers, each with its unit and precision. */

export const string = { type: 'string' } as const;
export const strings = { type: 'array', items: string } as const;
export const boolean = { type: 'boolean' } as const;
export const count = { type: 'integer', minimum: 0 } as const;
export const day = { type: 'string', format: 'date', description: 'YYYY-MM-DD (UTC).' } as const;
export const dayOrNull = { type: ['string', 'null'], format: 'date' } as const;
export const tokens = { type: 'number', minimum: 0, description: 'Tokens; a mean, so it need not be whole.' } as const;
export const tokensOrNull = { type: ['integer', 'null'], minimum: 1 } as const;
export const usd = { type: 'number', minimum: 0, description: 'USD, to the nano-dollar.' } as const;
export const usdOrNull = { type: ['number', 'null'], minimum: 0 } as const;
export const monthly = { type: 'number', minimum: 0, description: 'USD a month, to the micro-dollar.' } as const;
export const pct = { type: 'number', minimum: 0, maximum: 100, description: 'Percent, to 4 decimals.' } as const;
export const textOrNull = { type: ['string', 'null'] } as const;

/** A part of a cost: per task, per month, and in percent of the whole. */
export const share = { costPerTask: usd, monthly, pct } as const;
