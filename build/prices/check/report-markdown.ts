/** The report for a pull request: what to look at first, with everything else collapsed. */
import { advice } from './failures.ts';
import type { Finding, Status } from './findings.ts';
import { type Line, linesOf, type Report, verdict } from './report.ts';
import { groupsOf, type Unlisted, undecided } from './unlisted.ts';

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
