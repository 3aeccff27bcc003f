/** The rules for names that only plans have, in addition to their schema. */
import type { PlanNames } from '../../runtime/core/schemas/data-files/names-file.ts';
import type { ProviderFile } from '../../runtime/core/schemas/data-files/provider-file.ts';
import type { Days, Report } from './data-problem.ts';

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
