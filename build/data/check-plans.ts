/** The rules for plans, in addition to their schema. */
import type { PlanFacts } from '../../runtime/core/schemas/data-files/plans-file.ts';
import type { Days, Report } from './data-problem.ts';

export function checkPlans(plans: readonly PlanFacts[], { today }: Days, report: Report): void {
  const ids = new Set<string>();
  plans.forEach(({ id, usdPerMonth, note, windows, sources }, index) => {
    const at = `/plans/${index}`;
    if (ids.has(id)) report(`${at}/id`, `"${id}" is the id of another plan`);
    ids.add(id);
    sources.forEach(({ on }, source) => {
      if (on > today) report(`${at}/sources/${source}/on`, `${on} is in the future`);
    });
    if (usdPerMonth === null && note === undefined) report(at, 'a plan without a price needs a note that explains why');
    windows.forEach(({ amount, unit }, window) => {
      if (amount !== null && unit === null) report(`${at}/windows/${window}/unit`, 'an amount needs its unit');
    });
  });
}
