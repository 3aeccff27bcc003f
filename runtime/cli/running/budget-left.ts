/** Whether what was spent is within limits, and what to say about it. */
import { usd } from '../../core/values/rounded.ts';

/** Nano-dollars and less are noise; a limit is reached as soon as it is spent. */
export interface Limit {
  /** What it is a limit of. */
  of: 'day' | 'session';
  usd: number;
}

export interface Use {
  /** Dollars in the log. */
  usd: number;
  /** Dollars that the log leaves out, by an estimate. */
  missingUsd: number;
  unpricedCalls: number;
}

export interface Judged {
  verdict: 'ok' | 'warn' | 'stop';
  limit: Limit;
  use: Use;
}

/** The part of a limit from which on a warning is given. */
export const warnFrom = 0.8;

/** @param raised dollars that were added to every limit */
export function judge(limit: Limit, use: Use, raised: number): Judged {
  const most = limit.usd + raised;
  const spent = use.usd + use.missingUsd;
  return {
    verdict: spent >= most ? 'stop' : spent >= warnFrom * most ? 'warn' : 'ok',
    limit: { ...limit, usd: most },
    use,
  };
}

const names = { day: 'today', session: 'this session' } as const;

/** `$16.20 of $20.00 for today (81 %)`, with what is estimated or not priced. */
export function judgedText({ limit, use }: Judged): string {
  const spent = use.usd + use.missingUsd;
  const parts = [
    ...(use.missingUsd > 0 ? [`${usd(use.missingUsd)} of it estimated, since the log leaves it out`] : []),
    ...(use.unpricedCalls > 0 ? [`${use.unpricedCalls} calls have no price and are not in it`] : []),
  ];
  const share = limit.usd > 0 ? ` (${Math.floor((100 * spent) / limit.usd)} %)` : '';
  return `${usd(spent)} of ${usd(limit.usd)} for ${names[limit.of]}${share}${parts.length > 0 ? `; ${parts.join('; ')}` : ''}`;
}
