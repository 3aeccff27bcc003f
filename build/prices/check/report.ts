/** The result of a check in numbers, and what needs review. The terminal, Markdown and JSON reports share it. */
import type { DataProblem } from '../../data/read-data.ts';
import type { Checked, Finding, Status } from './findings.ts';
import { undecided } from './unlisted.ts';
import type { Edit } from './update.ts';

export interface Report extends Omit<Checked, 'permits'> {
  summaries: ProviderSummary[];
  agreement: Agreement[];
  /** What `--write` wrote; null: the option was not given. */
  written: Edit[] | null;
  /** Why nothing was written. */
  problems: DataProblem[];
  exitCode: 0 | 1 | 2;
}

export interface ProviderSummary {
  provider: string;
  /** Number of our models. */
  models: number;
  /** Models by what the pages state about them; a model that is both changed and new counts as changed. */
  confirmed: number;
  changed: number;
  missing: number;
  disagreeing: number;
  /** Labels on the pages that match no model, and models with a price that the dataset lacks. */
  new: number;
  /** Models that no page mentions, or whose pages were not read. */
  unchecked: number;
}

/** How often a dataset states our number, by field. */
export interface Agreement {
  dataset: string;
  reseller: boolean;
  field: string;
  agree: number;
  /** Different for a known cause: a listed disagreement, an earlier or a scheduled price. */
  explained: number;
  unexplained: number;
  /** Only we state it. */
  silent: number;
}

export function report(checked: Checked, written: Edit[] | null = null, problems: DataProblem[] = []): Report {
  const { permits: _, ...rest } = checked;
  const needsPerson = checked.findings.some((finding) => finding.needsPerson) || toDecide(checked) > 0;
  const couldNot = checked.failures.length > 0 || problems.length > 0;
  return {
    ...rest,
    summaries: summariesOf(checked),
    agreement: agreementOf(checked),
    written,
    problems,
    exitCode: couldNot ? 2 : needsPerson ? 1 : 0,
  };
}

/** Findings with the same key, in the order of the first of each. */
function grouped(findings: readonly Finding[], key: (finding: Finding) => string): [Finding, ...Finding[]][] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const group = groups.get(key(finding));
    if (group) group.push(finding);
    else groups.set(key(finding), [finding]);
  }
  return [...groups.values()];
}

/** Worst first. */
const order: Status[] = ['disagreeing', 'changed', 'new', 'missing', 'confirmed'];

function summariesOf({ providers, pages, findings }: Checked): ProviderSummary[] {
  return providers.map(({ id, models }) => {
    const own = pages.filter(({ provider }) => provider === id).map(({ source }) => source);
    const onPages = findings.filter(
      ({ provider, source }) => provider === id && source.split(', ').some((name) => own.includes(name)),
    );
    const byModel = grouped(
      onPages.filter(({ model }) => model !== null),
      ({ model }) => String(model),
    );
    const counts: Record<string, number> = {};
    for (const of of byModel) {
      const status = order.find((one) => of.some((finding) => finding.status === one && isOfModel(finding)));
      if (status) counts[status] = (counts[status] ?? 0) + 1;
    }
    const labels = onPages.filter(({ model }) => model === null).length;
    const { confirmed = 0, changed = 0, missing = 0, disagreeing = 0, new: fresh = 0 } = counts;
    const unchecked = models - confirmed - changed - missing - disagreeing - fresh;
    return { provider: id, models, confirmed, changed, missing, disagreeing, new: fresh + labels, unchecked };
  });
}

/** A price missing from the row of a model does not make the model missing. */
const isOfModel = ({ status, field }: Finding): boolean => status !== 'missing' || field === 'model';

/** `cachedInput above 200000` counts under `cachedInput, long context`. */
function fieldClass(field: string): string {
  const [kind = field] = field.split(' ');
  if (kind === 'threshold') return 'threshold';
  return / (above|long)/.test(field) ? `${kind}, long context` : field;
}

function agreementOf({ datasets, findings }: Checked): Agreement[] {
  return datasets.flatMap(({ name, reseller }) => {
    const own = findings.filter(({ source, status }) => source === name && status !== 'obsolete');
    return grouped(own, ({ field }) => fieldClass(field)).map((of) => {
      const count = (test: (finding: Finding) => boolean) => of.filter(test).length;
      return {
        dataset: name,
        reseller,
        field: fieldClass(of[0].field),
        agree: count(({ status }) => status === 'agreeing'),
        explained: count(({ status, needsPerson }) => status === 'disagreeing' && !needsPerson),
        unexplained: count(({ status, needsPerson }) => status === 'disagreeing' && needsPerson),
        silent: count(({ status }) => status === 'silent'),
      };
    });
  });
}

/** Findings about the same row are merged into one line, and so are all models missing on a page. */
export interface Line {
  provider: string;
  what: string;
  status: Status;
  values: string;
  place: string;
  cause: string;
}

export function linesOf(findings: readonly Finding[]): Line[] {
  const isMissing = ({ status, field }: Finding) => status === 'missing' && field === 'model';
  const key = (one: Finding) => {
    const { provider, model, label, status, source, place, cause, alsoNew, stillOld } = one;
    return JSON.stringify([
      provider,
      status,
      source,
      place,
      cause,
      alsoNew,
      stillOld,
      isMissing(one) || [model, label],
    ]);
  };
  return grouped(findings, key).map((group) => {
    const [first] = group;
    const { provider, model, label, status, source, place, cause, alsoNew, stillOld } = first;
    const others = [
      ...(alsoNew?.length ? [`also in ${alsoNew.join(', ')}`] : []),
      ...(stillOld?.length ? [`the old number is still in ${stillOld.join(', ')}`] : []),
    ];
    return {
      provider,
      what: isMissing(first) ? group.map((one) => one.model).join(', ') : (model ?? `"${label}"`),
      status,
      values: isMissing(first) ? 'not on the page' : group.map(valuesOf).join(', '),
      place: `${source}, ${place}`,
      cause: [cause, ...others].filter(Boolean).join('; '),
    };
  });
}

function valuesOf({ field, old, new: now }: Finding): string {
  if (field === 'model') return 'new on the page';
  if (old === null && now === null) return field;
  return `${field} ${old ?? 'none'} -> ${now ?? 'none'}`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** How many names of other datasets nobody decided on. */
const toDecide = ({ unlisted }: Pick<Checked, 'unlisted'>): number => (unlisted === null ? 0 : undecided(unlisted));

/** The closing sentence of a report. */
export function verdict({ exitCode, findings, failures, problems, unlisted }: Report): string {
  const people = linesOf(findings.filter(({ needsPerson }) => needsPerson)).length;
  const names = toDecide({ unlisted });
  const asked = [
    ...(people > 0 ? [`${counted(people, 'finding')} to review`] : []),
    ...(names > 0 ? [`${counted(names, 'name')} to decide on`] : []),
  ];
  const open = asked.length > 0 ? asked.join(', ') : 'nothing to review';
  if (problems.length > 0) return `Nothing was written: the data would have ${counted(problems.length, 'problem')}.`;
  if (exitCode === 2) return `Not everything could be checked: ${counted(failures.length, 'source')} failed; ${open}.`;
  return exitCode === 1 ? `Checked: ${open}.` : 'Checked: everything agrees.';
}
