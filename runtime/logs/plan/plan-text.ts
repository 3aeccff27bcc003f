/** What a plan is worth: in sentences, and as rows of a table. */
import { decimal } from '../../core/values/money.ts';
import { mean, roughly, usd, whole } from '../../core/values/rounded.ts';
import type { TimeZone } from '../report/time-zone.ts';
import type { PlanWorth, QuotaWorth } from './plan-worth.ts';
import type { UsdPerPercent } from './quota-windows.ts';

/** What a percent is, and what it leaves out. */
const percentCaveat =
  'A percent is what the agent reported. What the same plan was used for elsewhere makes it look cheaper than it is.';

/** A line for the plan, one for each quota, and what to keep in mind. */
export const planLines = (worth: PlanWorth, zone: TimeZone): string[] => [
  ...(worth.plan === null ? [] : [worthSentence(worth, worth.plan)]),
  ...worth.quotas.map((quota) => quotaSentence(quota, zone)),
  ...(worth.quotas.length === 0 ? [] : [percentCaveat]),
];

function worthSentence(worth: PlanWorth, { name, usdPerMonth, perSeat }: NonNullable<PlanWorth['plan']>): string {
  const { month, goesOn, agents, usd: spent, unpricedCalls } = worth;
  const price =
    usdPerMonth === null
      ? `${name}, whose price is not known here`
      : `${name}, ${usd(usdPerMonth)} a month${perSeat ? ' and seat' : ''}`;
  if (month === null) return `${price}: no call of ${agents.join(', ')} in these logs.`;
  const left = unpricedCalls === 1 ? '1 call that has' : `${whole(unpricedCalls)} calls that have`;
  const missing = unpricedCalls > 0 ? `, without ${left} no price` : '';
  const carried = `the calls of ${agents.join(', ')} in ${month}${goesOn ? ' so far' : ''} are ${usd(spent)} at list price${missing}`;
  return `${price}: ${carried}${comparison(worth)}${creditsText(worth)}.`;
}

/** Copilot's credits are of the calls in these logs; chat in an editor is in none. */
function creditsText({ credits }: PlanWorth): string {
  if (credits === null) return '';
  const ofPlan = credits.ofPlan === null ? '' : ` of ${whole(credits.ofPlan)}`;
  return `; these logs tell of ${mean(credits.used)}${ofPlan} AI credits, a cent each`;
}

function comparison({ timesPrice, overPriceUsd, reachedOn }: PlanWorth): string {
  if (overPriceUsd === null) return '';
  if (overPriceUsd < 0) return `; the plan is ${usd(-overPriceUsd)} more`;
  const times = timesPrice === null ? '' : `, ${roughly(timesPrice)} times its price`;
  return `${times}; at list price it would be ${usd(overPriceUsd)} more, from ${reachedOn} on`;
}

const lengths: ReadonlyMap<number, string> = new Map([
  [300, 'five hours'],
  [1440, 'day'],
  [10_080, 'week'],
  [43_200, 'month'],
]);

/** `week`, `five hours`, `90 minutes`. */
const windowName = (minutes: number): string => lengths.get(minutes) ?? `${roughly(minutes)} minutes`;

function quotaSentence(
  { agent, minutes, usedPct, resetsAt, hasEnded, usdPerPct, usedUp }: QuotaWorth,
  zone: TimeZone,
): string {
  const used = hasEnded ? `was ${roughly(usedPct)} % used, and has begun anew` : `${roughly(usedPct)} % used`;
  const reset = resetsAt === null || hasEnded ? '' : `, begins anew ${timeText(resetsAt, zone)}`;
  return `${agent}, ${windowName(minutes)}: ${used}${reset}; ${perPercentText(usdPerPct)}${usedUpText(usedUp, zone)}.`;
}

function perPercentText(found: UsdPerPercent | null): string {
  if (found === null) return 'too little is known for dollars per percent';
  const { windows, model, middle, low, high, isInterval } = found;
  const seen = `${whole(windows)} ${windows === 1 ? 'window' : 'windows'}`;
  const range = `${usd(low)} to ${usd(high)}`;
  if (model === null) return `${range} a percent in ${seen} of several models, which weigh differently`;
  return isInterval
    ? `${usd(middle)} a percent at list price (90 % interval ${range}, ${seen} of ${model})`
    : `${range} a percent at list price in ${seen} of ${model}, too few for an interval`;
}

function usedUpText(found: QuotaWorth['usedUp'], zone: TimeZone): string {
  if (found === null) return '';
  const { p10, p50, p90 } = found;
  if (p10 === null) return '; at the pace so far it is not used up before';
  const at = (time: string | null) => (time === null ? 'not before it begins anew' : timeText(time, zone));
  return `; used up ${at(p50)} (one in ten before ${at(p10)}; nine in ten: ${at(p90)})`;
}

/** Thu 2026-11-26 14:00 */
function timeText(time: string, zone: TimeZone): string {
  const at = Date.parse(time);
  const hour = zone.hourOf(at) ?? '';
  const day = new Date(Date.parse(hour.slice(0, 10))).getUTCDay();
  return `${['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][day]} ${hour}`;
}

/** Columns that only these rows have. */
const columns = [
  ...['month', 'plan.usdPerMonth', 'timesPrice', 'overPriceUsd', 'reachedOn', 'credits.used', 'credits.ofPlan'],
  ...['minutes', 'usedPct', 'at', 'resetsAt', 'usedUp.p10', 'usedUp.p50', 'usedUp.p90'],
  ...['windows', 'model', 'low', 'middle', 'high', 'isInterval'].map((name) => `usdPerPct.${name}`),
];

/** With every digit: a row for the plan, one for each quota. */
export const planTable = (worth: PlanWorth) => ({
  columns,
  rows: [
    ...(worth.plan === null ? [] : [{ ...worth, by: 'plan', key: worth.plan.id, groups: 1, usd: decimal(worth.usd) }]),
    ...worth.quotas.map((quota) => ({ ...quota, by: 'quota', key: quota.agent, groups: 1 })),
  ],
});
