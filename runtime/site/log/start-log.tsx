/** The page for your own log: files go to a worker, its reports come back. */
import { render } from 'preact';
import type { PresetId } from '../../core/schemas/request-fields.ts';
import { byId, save, say } from '../browser.ts';
import { askable } from '../components/ask-chart.ts';
import { SaveButton } from '../components/save-button.tsx';
import { savesPictures } from '../components/save-picture.ts';
import { calls, grouped } from '../formatting.ts';
import { chosenFiles, droppedFiles, logsAmong, type NamedFile } from './dropped-files.ts';
import { type Choice, everything, type FromWorker, type LogRead, type OpenLog, openLog } from './log-reader.ts';
import { ReportView } from './report-view.tsx';
import type { AskedModel, Repriced } from './reprice-view.tsx';
import { WorkflowView } from './workflow-view.tsx';

/** A made-up log for people who have none at hand, three tasks of a coding agent as CSV: each call adds to the transcript, and most of it comes from the cache. */
function exampleLog(): string {
  const rows = ['at,model,session,task,solved,input,cachedInput,cacheWrite,output'];
  for (const { task, model, calls, solved } of tasks) {
    let sent = 0;
    for (let call = 0; call < calls; call++) {
      const added = call === 0 ? 12_000 : 1_400 + 250 * (call % 4);
      const output = 220 + 70 * (call % 5);
      // This call follows a pause: the cache has expired and everything is written again.
      const cached = call === 5 ? 0 : sent;
      const at = new Date(Date.UTC(2026, 9, 5, 9, 12 * call + (call >= 5 ? 9 : 0))).toISOString();
      rows.push([at, model, `session ${task}`, task, solved, 20, cached, sent + added - cached, output].join(','));
      sent += added + output;
    }
  }
  return `${rows.join('\n')}\n`;
}

const tasks = [
  { task: 'fix-login', model: 'claude-sonnet-4-6', calls: 14, solved: true },
  { task: 'add-export', model: 'claude-sonnet-4-6', calls: 22, solved: true },
  { task: 'flaky-test', model: 'claude-opus-4-6', calls: 18, solved: false },
];

const drop = byId('drop');
const progress = byId('log-progress');
const step = byId('log-step');
const bar = byId<HTMLProgressElement>('log-bar');
const place = byId('log-report');
const fitting = byId('log-fitted');
const goingOn = byId('log-workflow');
const kind = byId<HTMLSelectElement>('log-kind');

let log: OpenLog | null = null;
let found: LogRead | null = null;
let choice: Choice = everything;
/** null: the kind of work that the log shows. */
let chosenKind: PresetId | null = null;
let asked: AskedModel = { model: '', host: '' };
let repriced: Repriced | null = null;
/** What can be saved, by the name on its button's `data-save`. */
const results = new Map<string, object>();

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function end(): void {
  log?.stop();
  [log, found, choice, repriced, chosenKind] = [null, null, everything, null, null];
  progress.hidden = true;
  goingOn.hidden = true;
  render(null, place);
  results.clear();
}

function read(all: readonly NamedFile[]): void {
  const files = logsAmong(all);
  end();
  if (files.length === 0) {
    complain('None of these files is a log: logs end in .jsonl, .json, .csv, .log or .gz.');
    return;
  }
  step.textContent = `Reading ${files.length === 1 ? files[0]?.name : `${grouped(files.length)} files`}`;
  progress.hidden = false;
  bar.value = 0;
  say(step.textContent);
  log = openLog(files, receive);
}

function receive(message: FromWorker): void {
  switch (message.step) {
    case 'reading': {
      const { bytes, of, calls: records } = message;
      progress.hidden = false;
      bar.value = of === 0 ? 100 : (bytes / of) * 100;
      step.textContent = `${megabytes(bytes)} of ${megabytes(of)}, ${grouped(records)} records`;
      return;
    }
    case 'read':
      showReport(message);
      return;
    case 'repriced':
      if (!isCurrent(message.asked.choice)) return;
      if (message.asked.model !== asked.model || (message.asked.host ?? '') !== asked.host) return;
      repriced = message.found;
      if (!('reason' in message.found)) results.set('repriced', message.found);
      draw();
      return;
    case 'fitted':
      if (message.preset !== chosenKind || !isCurrent(message.choice)) return;
      if ('file' in message.fitted) {
        results.set('workflow', message.fitted.file);
        kind.value = message.fitted.file.request.presetId ?? kind.value;
      }
      goingOn.hidden = false;
      // Drawn anew, so that a screen reader reads all of it.
      render(null, fitting);
      render(<WorkflowView fitted={message.fitted} />, fitting);
      return;
    case 'failed':
      complain(message.reason);
  }
}

/** The answer to an older question is not shown. */
const isCurrent = ({ month, project, plan }: Choice): boolean =>
  month === choice.month && project === choice.project && plan === choice.plan;

function showReport(message: LogRead): void {
  if (!isCurrent(message.choice)) return;
  progress.hidden = true;
  found = message;
  results.set('report', message.report);
  draw();
  say(`Read: ${calls(message.report.total.calls)}.`);
  if (message.report.total.calls > 0) askWorkflow();
}

function draw(): void {
  if (found === null) return;
  render(<ReportView {...{ read: found, choice, asked, repriced, onChoose, onAsk }} />, place);
  for (const chart of place.querySelectorAll<SVGSVGElement>('.days:not(.askable)')) {
    askable(chart, chart.getAttribute('aria-label') ?? '');
    const buttons = document.createElement('p');
    render(<SaveButton name="agent-cost-days" />, buttons);
    chart.parentElement?.querySelector('.ends')?.after(buttons);
  }
}

function onChoose(next: Choice): void {
  [choice, repriced] = [next, null];
  results.delete('repriced');
  log?.ask({ step: 'choose', choice });
  reprice();
  draw();
}

function onAsk(next: AskedModel): void {
  [asked, repriced] = [next, null];
  reprice();
  draw();
}

function reprice(): void {
  const { model, host } = asked;
  if (model.trim() !== '') log?.ask({ step: 'reprice', choice, model, host: host === '' ? null : host });
}

const askWorkflow = (): void => log?.ask({ step: 'fit', choice, preset: chosenKind });

function complain(reason: string): void {
  end();
  render(<p class="notice bad">{reason}</p>, place);
  say(reason);
}

for (const id of ['log-files', 'log-folder']) {
  const input = byId<HTMLInputElement>(id);
  input.addEventListener('change', () => {
    const files = chosenFiles(input.files);
    // Otherwise choosing the same file again would change nothing.
    input.value = '';
    if (files.length > 0) read(files);
  });
}

// A file dropped elsewhere on the page would replace the page.
addEventListener('dragover', (event) => {
  event.preventDefault();
  drop.classList.add('over');
});
addEventListener('dragleave', ({ relatedTarget }) => {
  if (relatedTarget === null) drop.classList.remove('over');
});
addEventListener('drop', (event) => {
  event.preventDefault();
  drop.classList.remove('over');
  if (event.dataTransfer === null) return;
  droppedFiles(event.dataTransfer).then(read, () => complain('The browser could not read what was dropped.'));
});

byId('log-stop').addEventListener('click', () => {
  end();
  say('Stopped.');
});

byId('log-example').addEventListener('click', () => {
  read([{ name: 'example.csv', file: new File([exampleLog()], 'example.csv') }]);
});

kind.addEventListener('change', () => {
  chosenKind = kind.value as PresetId;
  askWorkflow();
});
savesPictures();

byId('own-log').addEventListener('click', ({ target }) => {
  const name = (target as Element).closest('[data-save]')?.getAttribute('data-save') ?? '';
  const saved = results.get(name);
  if (saved !== undefined) {
    save(`agent-cost-${name}.json`, 'application/json', `${JSON.stringify(saved, null, 2)}\n`);
  }
});
