/** The rules for plans and for names that only plans have, in addition to their schemas. */
import type { PlanNames } from '../../runtime/core/schemas/data-files/names-file.ts';
import type { PlanFacts } from '../../runtime/core/schemas/data-files/plans-file.ts';
import type { ProviderFile } from '../../runtime/core/schemas/data-files/provider-file.ts';
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

export function checkNames(
  all: readonly PlanNames[],
  providers: readonly ProviderFile[],
  { today }: Days,
  report: Report,
): void {
  const models = providers.flatMap((provider) => provider.models);
  const ids = new Set(models.map(({ id }) => id));
  const taken = new Set(models.flatMap(({ id, aliases }) => [id, ...aliases]));
  all.forEach(({ names, meant, sources }, index) => {
    const at = `/planNames/${index}`;
    names.forEach((name, i) => {
      if (taken.has(name)) report(`${at}/names/${i}`, `"${name}" is the name of a model, or is here twice`);
      taken.add(name);
    });
    meant.forEach((id, i) => {
      if (!ids.has(id)) report(`${at}/meant/${i}`, `no model has the id "${id}"`);
    });
    sources.forEach(({ on }, i) => {
      if (on > today) report(`${at}/sources/${i}/on`, `${on} is in the future`);
    });
  });
}
