/**
 * The report for a terminal, one line per provider and then only what needs review; and for a pull request, what to look at
 * first, with everything else collapsed.
 */
import { textTable } from '../../../runtime/core/values/text-table.ts';
import { advice, type CheckedPage, type Finding, type Status } from './findings.ts';
import { type Line, linesOf, type Report, verdict } from './report.ts';
import { groupsOf, type Unlisted, undecided, unlistedText } from './unlisted.ts';

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

/** GitHub refuses longer texts of pull requests. */
const longest = 60_000;

const titles: [Status, string][] = [
  ['changed', 'Changed on the page'],
  ['new', 'New on the page'],
  ['missing', 'Missing on the page'],
  ['disagreeing', 'Disagreeing'],
  ['obsolete', 'Known disagreements that no longer exist'],
];

export function markdown(report: Report): string {
  const { on, pages, deprecationPages, datasets, failures, notes, findings, written, problems, unlisted } = report;
  const people = findings.filter(({ needsPerson }) => needsPerson);
  const explained = findings.filter(({ status, needsPerson }) => status === 'disagreeing' && !needsPerson);
  const text = [
    `## Prices on ${on}`,
    verdict(report),
    list('Could not check', [
      ...failures.map((one) => [one.provider ?? 'dataset', one.source, one.reason, ...[advice(one) ?? []].flat()]),
      ...problems.map(({ file, pointer, message }) => ['data', `${file}#${pointer}`, message]),
    ]),
    ...titles.map(([status, title]) =>
      findingsTable(
        title,
        people.filter((one) => one.status === status),
      ),
    ),
    unlisted === null ? '' : namesTable(unlisted),
    written === null
      ? ''
      : list(
          'Written',
          written.map(({ provider, model, what }) => [provider, model, what]),
        ),
    fold('Per provider', summaries(report)),
    fold('Agreement with other datasets', agreement(report)),
    fold('Disagreements with a known cause', findingsTable('', explained)),
    unlisted === null ? '' : fold('Names of public datasets that are left out on purpose', leftOutTable(unlisted)),
    fold(
      'Sources',
      [
        ...[...pages, ...deprecationPages].map(
          ({ source, day, basis, remark }) => `- ${source}: ${day} (${basis})${remark ? `; ${remark}` : ''}`,
        ),
        ...datasets.map(({ name, day }) => `- ${name}${day ? `: ${day}` : ''}`),
        ...notes.map((note) => `- ${note}`),
      ]
        .map(plain)
        .join('\n'),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  return text.length <= longest
    ? `${text}\n`
    : `${text.slice(0, longest)}\n\nThe rest was cut: run the check to see all of it.\n`;
}

/** Escapes text from pages, so that it cannot start a cell, a link, a tag or a mention. */
const plain = (text: string): string =>
  text.replace(/[|<[\]`@\\]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\s+/g, ' ');

function rows(header: readonly string[], cells: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...cells.map((row) => line(row.map(plain)))].join('\n');
}

function findingsTable(title: string, findings: readonly Finding[]): string {
  if (findings.length === 0) return '';
  const cells = linesOf(findings).map(({ provider, what, values, place, cause }: Line) => [
    provider,
    what,
    values,
    place,
    cause,
  ]);
  return `${title && `### ${title}\n\n`}${rows(['provider', 'model', 'old -> new', 'place', 'remark'], cells)}`;
}

/** The names that nobody decided on; empty if there are none. */
function namesTable(found: Unlisted): string {
  if (undecided(found) === 0) return '';
  const cells = groupsOf(found).flatMap(({ title, rows }) => rows.map((row) => [title, ...row]));
  return `### In public datasets, not here\n\nList each, or add it to \`data/left-out.json\` with the reason.\n\n${rows(['', 'seller', 'model', 'price'], cells)}`;
}

const leftOutTable = ({ leftOut }: Unlisted): string =>
  leftOut.length === 0
    ? ''
    : rows(
        ['seller', 'model', 'reason'],
        leftOut.map(({ seller, model, reason }) => [seller, model, reason]),
      );

const list = (title: string, items: readonly (readonly string[])[]): string =>
  items.length === 0 ? '' : `### ${title}\n\n${items.map((item) => `- ${item.map(plain).join(': ')}`).join('\n')}`;

const fold = (title: string, body: string): string =>
  body === '' ? '' : `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;

function summaries({ summaries }: Report): string {
  const columns = ['models', 'confirmed', 'changed', 'missing', 'new', 'disagreeing', 'unchecked'] as const;
  return rows(
    ['provider', ...columns],
    summaries.map((one) => [one.provider, ...columns.map((column) => String(one[column]))]),
  );
}

function agreement({ agreement }: Report): string {
  const cells = agreement.map((one) => [
    one.reseller ? `${one.dataset} (reseller, not comparable)` : one.dataset,
    one.field,
    ...[one.agree, one.explained, one.unexplained, one.silent].map(String),
  ]);
  return cells.length === 0
    ? ''
    : rows(['dataset', 'field', 'agree', 'differ, cause known', 'differ', 'only ours'], cells);
}
