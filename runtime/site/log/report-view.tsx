/** The report on a log, as its page shows it. */
import type { LogReport, ReportGroups, ReportSums } from '../../logs/report/log-report.ts';
import { Bar, Bars } from '../components/bars.tsx';
import { numbers, screenOnly, Table } from '../components/table.tsx';
import { calls, grouped, percent, usd } from '../formatting.ts';
import type { LogRead } from './log-reader.ts';

/** At most this many groups get a row; the report as JSON has them all. */
const mostRows = 30;

export function ReportView({ read }: { read: LogRead }) {
  const { report } = read;
  const { total } = report;
  if (total.calls === 0)
    return (
      <>
        <p class="notice">No model calls were found in these files.</p>
        <Files {...read} />
      </>
    );
  return (
    <>
      <div class="answer">
        <p class="big">{amount(total.usd)}</p>
        <p class="sentence">
          {calls(total.calls)}
          {span(report)}. {cacheSentence(total)} {unpricedSentence(total)}
        </p>
      </div>
      <div class="row no-print">
        <button type="button" class="button quiet" data-save="report">
          Download JSON
        </button>
      </div>
      <Waste {...report} />
      <Solved {...report} />
      {report.groups.map((groups) => (
        <Groups key={groups.by} {...groups} whole={total.usd ?? 0} />
      ))}
      <Unpriced {...report} />
      <Logged {...report} />
      {report.notes.length > 0 && (
        <>
          <h2>Notes</h2>
          <ul>
            {report.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
      <Files {...read} />
    </>
  );
}

const amount = (dollars: number | null): string => (dollars === null ? 'unknown' : usd(dollars));

const span = ({ from, until }: LogReport): string =>
  from === null || until === null ? '' : from === until ? ` on ${from}` : ` from ${from} to ${until}`;

const cacheSentence = ({ cachedPct }: ReportSums): string =>
  cachedPct === null ? '' : `${percent(cachedPct)} of the prompts came from the cache.`;

const unpricedSentence = ({ unpricedCalls }: ReportSums): string =>
  unpricedCalls === 0
    ? ''
    : `${calls(unpricedCalls)} ${unpricedCalls === 1 ? 'has' : 'have'} no price here and ${unpricedCalls === 1 ? 'is' : 'are'} not in the amount.`;

function Waste({ waste, total }: LogReport) {
  const seen = waste.causes.filter((one) => one.calls > 0);
  if (seen.length === 0) return null;
  return (
    <>
      <h2>Waste that the log shows</h2>
      <p>
        {usd(waste.usd)}
        {waste.pct === null ? '' : `, ${percent(waste.pct)} of the bill`}, each dollar under the first cause that
        applies.
      </p>
      <Bars
        most={total.usd ?? 0}
        rows={seen.map(({ cause, calls: count, usd: wasted }) => ({
          name: (
            <>
              {words(cause)} <span class="unit">{calls(count)}</span>
            </>
          ),
          amount: wasted,
          value: usd(wasted),
          hue: 'hue-1',
        }))}
      />
      <ul class="small muted">
        {seen.map(({ cause, meaning }) => (
          <li key={cause}>
            {words(cause)}: {meaning}
          </li>
        ))}
      </ul>
    </>
  );
}

/** retriedCalls: Retried calls. */
const words = (name: string): string =>
  name
    .replace(/^./, (first) => first.toUpperCase())
    .replace(/[A-Z]/g, (letter, at) => (at === 0 ? letter : ` ${letter.toLowerCase()}`));

function Solved({ tasks }: LogReport) {
  if (tasks.solved + tasks.failed === 0) return null;
  return (
    <>
      <h2>Solved tasks</h2>
      <p>
        {grouped(tasks.solved)} solved, {grouped(tasks.failed)} not
        {tasks.unknown > 0 ? `, ${grouped(tasks.unknown)} unknown` : ''}: <strong>{amount(tasks.usdPerSolved)}</strong>{' '}
        per solved task.
      </p>
    </>
  );
}

const headings: Partial<Record<ReportGroups['by'], string>> = {
  model: 'By model',
  day: 'By day',
  project: 'By project',
  session: 'By session',
};

function Groups({ by, rows, others, whole }: ReportGroups & { whole: number }) {
  const [only] = rows;
  // A single group adds nothing to the total.
  if (only === undefined || (by !== 'model' && rows.length === 1)) return null;
  const shown = by === 'day' ? rows.slice(-mostRows) : rows.slice(0, mostRows);
  const left = rows.length - shown.length + (others?.groups ?? 0);
  const heading = headings[by] ?? by;
  return (
    <>
      <h2>{heading}</h2>
      <Table
        label={heading}
        cards={false}
        columns={[
          words(by),
          ...numbers('Cost'),
          ...screenOnly('Share of the bill'),
          ...numbers('Calls', 'Input', 'Cached', 'Output'),
        ]}
        rows={shown.map((row, index) => ({
          key: index,
          cells: [
            row.key ?? 'not logged',
            amount(row.usd),
            <Bar key="bar" amount={row.usd ?? 0} most={whole} hue="hue-1" />,
            grouped(row.calls),
            grouped(row.input + row.cachedInput + row.cacheWrite + row.cacheWrite1h),
            row.cachedPct === null ? '–' : percent(row.cachedPct),
            grouped(row.output),
          ],
        }))}
      />
      {left > 0 && <p class="small muted">{grouped(left)} more in the JSON.</p>}
    </>
  );
}

function Unpriced({ unpriced }: LogReport) {
  if (unpriced.length === 0) return null;
  return (
    <>
      <h2>Without a price</h2>
      <Table
        label="Without a price"
        cards={false}
        columns={['Model as logged', ...numbers('Calls'), 'Why']}
        rows={unpriced.slice(0, mostRows).map((row, index) => ({
          key: index,
          cells: [row.model ?? 'others', grouped(row.calls), row.reason ?? '–'],
        }))}
      />
    </>
  );
}

function Logged({ logged }: LogReport) {
  if (logged === null) return null;
  return (
    <>
      <h2>What the log itself recorded</h2>
      <p>
        {usd(logged.usd)} for calls that cost {usd(logged.ourUsd)} at list prices: a difference of {usd(logged.gapUsd)}.
      </p>
      {logged.gaps.length > 0 && (
        <Table
          label="Differences"
          cards={false}
          columns={['Cause', 'Model', ...numbers('Calls', 'Logged', 'At list prices', 'Difference')]}
          rows={logged.gaps.slice(0, mostRows).map((gap, index) => ({
            key: index,
            cells: [
              gap.meaning,
              gap.model ?? '–',
              grouped(gap.calls),
              amount(gap.loggedUsd),
              amount(gap.ourUsd),
              amount(gap.gapUsd),
            ],
          }))}
        />
      )}
    </>
  );
}

/** How each file was read, including everything that was not understood. */
function Files({ files, unread, seconds }: LogRead) {
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
