/** The report for a terminal: one line per provider, then only what needs review. */
import { textTable } from '../../../runtime/core/values/text-table.ts';
import { advice } from './failures.ts';
import type { CheckedPage } from './findings.ts';
import { linesOf, type Report, verdict } from './report.ts';
import { unlistedText } from './unlisted.ts';

export function spoken(report: Report): string {
  const { on, pages, deprecationPages, datasets, failures, notes, findings, written, problems, unlisted } = report;
  const people = linesOf(findings.filter(({ needsPerson }) => needsPerson));
  const sections = [
    `Prices on ${on}, in USD per 1,000,000 tokens.`,
    table(report),
    block('Pages', pages.map(pageLine)),
    block('Deprecation pages', deprecationPages.map(pageLine)),
    block(
      'Datasets',
      datasets.map(
        (one) => `${one.name}${one.day ? ` of ${one.day}` : ''}: ${one.models} models${agreed(report, one.name)}`,
      ),
    ),
    block('Not compared', notes),
    block('Could not check', [
      ...failures.map(
        (one) =>
          `${one.provider ? `${one.provider}, ` : ''}${one.source}: ${one.reason}${advice(one) ? `\n    ${advice(one)}` : ''}`,
      ),
      ...problems.map(({ file, pointer, message }) => `${file}${pointer && `#${pointer}`}: ${message}`),
    ]),
    block(
      'Needs review',
      people.map(({ provider, what, status, values, place, cause }) =>
        [`${provider}  ${what}  ${status}: ${values}`, `    ${place}`, ...(cause ? [`    ${cause}`] : [])].join('\n  '),
      ),
    ),
    block('Names in public datasets', unlisted === null ? [] : unlistedText(unlisted, false).split('\n')),
    ...(written === null
      ? []
      : [
          block(
            'Written',
            written.map(({ provider, model, what }) => `${provider}  ${model}  ${what}`),
          ) || 'Nothing was written.\n',
        ]),
    verdict(report),
  ];
  return sections.filter((text) => text !== '').join('\n');
}

const pageLine = ({ source, day, basis, models, remark }: CheckedPage): string =>
  `${source}: ${models} models, ${day} (${basis})${remark ? `; ${remark}` : ''}`;

const block = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `${title}\n${lines.map((line) => `  ${line}`).join('\n')}\n`;

function agreed({ agreement }: Report, dataset: string): string {
  const own = agreement.filter((one) => one.dataset === dataset);
  const sum = (key: 'agree' | 'explained' | 'unexplained') => own.reduce((total, one) => total + one[key], 0);
  if (own.some(({ reseller }) => reseller)) return ', a reseller: not comparable';
  return `, ${sum('agree')} prices agree, ${sum('explained')} differ for a known cause, ${sum('unexplained')} differ otherwise`;
}

/** Findings per provider, for providers whose page was read. */
function table({ summaries, pages }: Report): string {
  const read = summaries.filter(({ provider }) => pages.some((page) => page.provider === provider));
  if (read.length === 0) return 'No price page was read: datasets only.\n';
  const columns = ['models', 'confirmed', 'changed', 'missing', 'new', 'disagreeing', 'unchecked'] as const;
  const rows = read.map((one) => [one.provider, ...columns.map((column) => one[column])]);
  return `${textTable(['provider', ...columns], rows)}\n`;
}
