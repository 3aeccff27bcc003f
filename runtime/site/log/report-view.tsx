/** The report on a log, as its page shows it: the answer, the tables that `agent-cost report --html` has, the files. */

import { monthName } from '../../core/values/day.ts';
import { planLines } from '../../logs/plan/plan-text.ts';
import { problemsIn } from '../../logs/read-report.ts';
import { reportSections } from '../../logs/report/report-html.ts';
import type { LogReport, ReportSums } from '../../logs/report/report-of.ts';
import { unrecordedText } from '../../logs/report/report-words.ts';
import { TimeZone } from '../../logs/report/time-zone.ts';
import { Select } from '../components/select.tsx';
import { numbers, Table } from '../components/table.tsx';
import { calls, grouped, percent, usd } from '../formatting.ts';
import type { Choice, LogRead } from './log-reader.ts';
import { type AskedModel, type Repriced, RepriceView } from './reprice-view.tsx';

/** At most this many rows in each table; the report as JSON has them all. */
const mostRows = 30;

interface ReportProps {
  read: LogRead;
  choice: Choice;
  asked: AskedModel;
  repriced: Repriced | null;
  onChoose: (choice: Choice) => void;
  onAsk: (asked: AskedModel) => void;
}

export function ReportView({ read, choice, asked, repriced, onChoose, onAsk }: ReportProps) {
  const { report, months, projects } = read;
  const { total } = report;
  const isChoice = months.length > 1 || projects.length > 1;
  return (
    <>
      {isChoice && <ChoiceView {...{ read, choice, onChoose }} />}
      {total.calls === 0 ? (
        <p class="notice">No model calls were found in {isChoice ? 'this choice' : 'these files'}.</p>
      ) : (
        <>
          <Answer read={read} />
          <PlanView {...{ read, choice, onChoose }} />
          <RepriceView {...{ asked, repriced, onAsk }} />
          <div dangerouslySetInnerHTML={{ __html: reportSections(worthShowing(report), mostRows).text }} />
        </>
      )}
      <Files {...read} />
    </>
  );
}

type Chosen = Pick<ReportProps, 'read' | 'choice' | 'onChoose'>;

/** Which calls of the log count: those of a month, of a project, or all. */
const ChoiceView = ({ read: { months, projects }, choice, onChoose }: Chosen) => (
  <div class="fields log-choice no-print">
    <Select
      id="log-month"
      label="Month"
      chosen={choice.month ?? ''}
      options={[
        { value: '', name: 'All months' },
        ...months.map(({ name, calls }) => ({ value: name, name: `${monthName(name)} (${grouped(calls)})` })),
      ]}
      onChoose={(month) => onChoose({ ...choice, month: month === '' ? null : month })}
    />
    <Select
      id="log-project"
      label="Project"
      chosen={String(choice.project ?? '')}
      options={[
        { value: '', name: 'All projects' },
        ...projects.map(({ name, calls }, index) => ({ value: String(index), name: `${name} (${grouped(calls)})` })),
      ]}
      onChoose={(project) => onChoose({ ...choice, project: project === '' ? null : Number(project) })}
    />
  </div>
);

/** What a plan is worth, by the calls of its agents and what they say of its quotas. */
function PlanView({ read: { plans, worth, timeZone }, choice, onChoose }: Chosen) {
  if (plans.length === 0) return null;
  return (
    <section id="log-worth" aria-labelledby="log-worth-name">
      <h2 id="log-worth-name">What a plan is worth</h2>
      <Select
        id="log-plan"
        label="Plan that you pay"
        class="log-plan no-print"
        chosen={choice.plan ?? ''}
        options={[{ value: '', name: 'None, or not listed' }, ...plans.map(({ id, name }) => ({ value: id, name }))]}
        onChoose={(plan) => onChoose({ ...choice, plan: plan === '' ? null : plan })}
      />
      <div id="log-plan-lines">
        {worth !== null && planLines(worth, new TimeZone(timeZone)).map((line) => <p key={line}>{line}</p>)}
      </div>
    </section>
  );
}

function Answer({ read: { report, timeZone } }: { read: LogRead }) {
  const { total, tasks } = report;
  return (
    <>
      <div class="answer">
        <p class="big">{amount(total.usd)}</p>
        <p class="sentence">
          {calls(total.calls)}
          {span(report)}
          {timeZone === 'UTC' ? '' : `, days of ${timeZone}`}. {cacheSentence(total)} {unpricedSentence(total)}
        </p>
        {report.unrecorded !== null && <p class="sentence">Missing: {unrecordedText(report.unrecorded)}.</p>}
      </div>
      {tasks.solved + tasks.failed > 0 && (
        <p>
          {grouped(tasks.solved)} solved, {grouped(tasks.failed)} not
          {tasks.unknown > 0 ? `, ${grouped(tasks.unknown)} unknown` : ''}:{' '}
          <strong>{amount(tasks.usdPerSolved)}</strong> per solved task.
        </p>
      )}
      <p class="row no-print">
        <button type="button" class="button quiet" data-save="report">
          Download JSON
        </button>
      </p>
    </>
  );
}

/** So many files are listed without a click. */
const fewFiles = 5;

/** A single group adds nothing to the total, unless it says which model it was. */
const worthShowing = (report: LogReport): LogReport => ({
  ...report,
  groups: report.groups.filter(({ by, rows }) => rows.length > (by === 'model' ? 0 : 1)),
});

const amount = (dollars: number | null): string => (dollars === null ? 'unknown' : usd(dollars));

const span = ({ from, until }: LogReport): string =>
  from === null || until === null ? '' : from === until ? ` on ${from}` : ` from ${from} to ${until}`;

const cacheSentence = ({ cachedPct }: ReportSums): string =>
  cachedPct === null ? '' : `${percent(cachedPct)} of the prompts came from the cache.`;

const unpricedSentence = ({ unpricedCalls }: ReportSums): string =>
  unpricedCalls === 0
    ? ''
    : `${calls(unpricedCalls)} ${unpricedCalls === 1 ? 'has' : 'have'} no price here and ${unpricedCalls === 1 ? 'is' : 'are'} not in the amount.`;

/** How each file was read, including everything that was not understood. */
function Files({ files, unread, seconds }: Pick<LogRead, 'files' | 'unread' | 'seconds'>) {
  const broken = files.flatMap((file) => file.brokenLines.map((line) => ({ file: file.name, ...line })));
  const all = files.reduce((sum, file) => sum + file.broken, 0);
  return (
    <>
      <h2>How it was read</h2>
      <p class="small muted">In this browser, in {seconds.toFixed(1)} seconds. Nothing was sent anywhere.</p>
      {unread.map(({ name, reason }) => (
        <div key={name} class="notice bad">
          <p>{name} was not read.</p>
          <pre>{reason}</pre>
        </div>
      ))}
      {problemsIn(files.map((file) => ({ ...file, broken: 0, brokenLines: [] }))).map((problem) => (
        <p key={problem} class="notice bad">
          {problem}
        </p>
      ))}
      <details open={files.length <= fewFiles}>
        <summary>
          {grouped(files.length)} {files.length === 1 ? 'file' : 'files'}
        </summary>
        <Table
          label="Files"
          cards={false}
          columns={['File', 'Format', ...numbers('Records', 'Logged twice', 'Not understood')]}
          rows={files.slice(0, mostRows).map((file, index) => ({
            key: index,
            cells: [
              file.name,
              file.format ?? 'empty',
              grouped(file.records),
              grouped(file.duplicates),
              grouped(file.broken),
            ],
          }))}
        />
        {files.length > mostRows && <p class="small muted">And {grouped(files.length - mostRows)} more files.</p>}
      </details>
      {all > 0 && (
        <details>
          <summary>
            {grouped(all)} {all === 1 ? 'place' : 'places'} not understood
          </summary>
          <ul>
            {broken.slice(0, mostRows).map(({ file, line, reason }, index) => (
              <li key={index}>
                {file}, line {grouped(line)}: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
