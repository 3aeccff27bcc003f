/** What agent-cost.json says of its user: the plan that is paid, and own names of models. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import isBudgetFile from 'virtual:validator/budget-file';
import { planNamed } from '../core/answers/plans.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import { isResolved, resolve, unresolvedReason } from '../core/dataset/resolve.ts';
import type { BudgetFile } from '../core/schemas/data-files/budget-files.ts';
import type { PlanFacts } from '../core/schemas/data-files/plans-file.ts';
import { describeAll, type Validator } from '../core/schemas/problems.ts';
import { quote } from '../core/values/did-you-mean.ts';
import { repeatedName } from '../core/values/json-shape.ts';
import { lookUp } from '../core/values/look-up.ts';
import { whole } from '../core/values/rounded.ts';
import { WrongUse } from '../io/command-line.ts';
import type { CallRecord } from '../logs/call-record.ts';
import type { LimitReport } from '../logs/fields/limit-reports.ts';
import type { ReadReport } from '../logs/read-report.ts';
import { jsonIn, textOf } from './catalog-options.ts';
import { thisMachine } from './find-logs.ts';

export const defaultFile = 'agent-cost.json';

type Aliases = Readonly<Record<string, string>>;

type OwnSettings = ReturnType<typeof ownSettings>;

/** The settings in agent-cost.json of this folder, or else of the home folder; `file` null: there is none. @throws WrongUse */
export function ownSettings() {
  const file = [defaultFile, join(thisMachine().home, defaultFile)].find((path) => existsSync(path)) ?? null;
  if (file === null) return { file, plan: null, aliases: {} as Aliases };
  const problem = (why: string) => `It cannot be read (${why}).`;
  const { plan = null, aliases = {} } = checkedJson<BudgetFile>(file, problem, isBudgetFile);
  return { file, plan, aliases };
}

export type OwnNames = ReturnType<typeof ownNames>;

/**
 * @param place begins a message on one of the names
 * @throws WrongUse for a name that means a model already, and for one that is to mean none that is known
 */
export function ownNames(catalog: Catalog, aliases: Aliases, place: string) {
  const calls = new Map<string, number>();
  for (const [name, model] of Object.entries(aliases)) {
    const known = resolve(catalog, name);
    if (isResolved(known))
      throw new WrongUse(`${place}.${name} is a name of ${known.model.id} already; overlays change prices.`);
    const meant = resolve(catalog, model);
    if (!isResolved(meant)) throw new WrongUse(`${place}.${name}: ${unresolvedReason(catalog, model, meant)}`);
    calls.set(name, 0);
  }
  const isAny = calls.size > 0;
  const counted = () => [...calls].filter(([, count]) => count > 0);
  const own = (name: string) => `${quote(name)} is a name of your own (aliases in ${defaultFile})`;
  return {
    /** What a user's own name is taken for, and the sentence that says so; null: it is none. */
    meaning(name: string) {
      const model = lookUp(aliases, name);
      return model === undefined ? null : { model, note: `${own(name)}: it is priced as ${model}.` };
    },
    /** The calls with the names that they count under. */
    named: (records: readonly CallRecord[]): readonly CallRecord[] =>
      !isAny
        ? records
        : records.map((record) => {
            const model = lookUp(aliases, record.model);
            if (model === undefined) return record;
            calls.set(record.model, (calls.get(record.model) ?? 0) + record.calls);
            return { ...record, model };
          }),
    /** The names under which calls were counted, each with what it means. */
    used: () => Object.fromEntries(counted().map(([name]) => [name, lookUp(aliases, name) as string])),
    /** What was counted under another name, in sentences. */
    notes: () =>
      counted().map(([name, count]) => `${own(name)}: ${whole(count)} calls are priced as ${lookUp(aliases, name)}.`),
  };
}

/** The names of agent-cost.json of this folder, or else of the home folder. @throws WrongUse */
export const namesOfSettings = (catalog: Catalog, { file, aliases }: OwnSettings): OwnNames =>
  ownNames(catalog, aliases, `${file}: aliases`);

/** The content of a JSON file. @throws WrongUse that names the file and the field */
export function checkedJson<T>(file: string, problem: (why: string) => string, accepts: Validator): T {
  const value = jsonOnce(file, problem);
  if (accepts(value)) return value as T;
  throw new WrongUse(`${file}: ${describeAll(accepts.errors ?? [])}`);
}

/** The content of a JSON file in which no name appears twice in one object. @throws WrongUse */
export function jsonOnce(file: string, problem: (why: string) => string): unknown {
  const text = textOf(file, problem);
  const value = jsonIn(text, file);
  const twice = repeatedName(text);
  if (twice !== null) throw new WrongUse(`${file}: ${quote(twice)} appears twice in one object.`);
  return value;
}

/**
 * The plan of --plan, or else of agent-cost.json; null: none is named.
 * @param name of the option, for messages
 * @throws WrongUse if it is unknown
 */
export function planAsked(
  catalog: Catalog,
  option: string | undefined,
  settings: OwnSettings,
  name = '--plan',
): PlanFacts | null {
  const { file, plan } = option === undefined ? settings : { file: null, plan: option };
  if (plan === null) return null;
  const found = planNamed(catalog, plan);
  if (typeof found !== 'string') return catalog.plans.find(({ id }) => id === found.id) ?? null;
  const all = catalog.plans.map(({ id }) => id).join(', ');
  throw new WrongUse(`${file === null ? name : `${file}: plan`}: ${found} Known: ${all}.`);
}

/** A line where logs tell of quotas and no plan was named. */
export const planHint = (limits: readonly LimitReport[]): string[] =>
  limits.length === 0
    ? []
    : ['', `These logs say how much of a plan's quotas was used: agent-cost report --plan ID says what it is worth.`];

/** What was read of each file, as it is printed: quotas are told apart, by plan. */
export const withoutLimits = <Read extends { files: readonly ReadReport[] }>(read: Read) => ({
  ...read,
  files: read.files.map(({ limits: _, ...file }) => file),
});

export const limitsIn = (files: readonly ReadReport[]): LimitReport[] => files.flatMap(({ limits }) => limits);
