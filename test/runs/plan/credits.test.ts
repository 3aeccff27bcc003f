/** The sentence that tells Copilot's AI credits beside the worth of a plan. */
import { expect, test } from 'vitest';
import { planLines } from '../../../runtime/logs/plan/plan-text.ts';
import type { PlanWorth } from '../../../runtime/logs/plan/plan-worth.ts';
import { utc } from '../../../runtime/logs/report/time-zone.ts';

const worth: PlanWorth = {
  plan: { id: 'made-up', name: 'Made-up', usdPerMonth: 10, perSeat: false },
  agents: ['Copilot CLI'],
  month: '2026-11',
  goesOn: true,
  ...{ calls: 3, unpricedCalls: 0, usd: 4, timesPrice: 0.4, overPriceUsd: -6, reachedOn: null },
  credits: null,
  quotas: [],
};
const lineWith = (credits: PlanWorth['credits']): string => planLines({ ...worth, credits }, utc).join('\n');

test('credits are told with those of the plan where it says how many, and not where the log has none', () => {
  expect(lineWith({ used: 390, ofPlan: 1500 })).toMatch(/\b390 of 1,500 AI credits\b/);
  const unknown = lineWith({ used: 390, ofPlan: null });
  expect(unknown).toMatch(/\b390 AI credits\b/);
  expect(unknown).not.toContain('null');
  // No count is not a count of 0.
  expect(lineWith({ used: 0, ofPlan: null })).toMatch(/\b0 AI credits\b/);
  expect(lineWith(null)).not.toContain('credits');
});
