/** The page for your own log: files go to a worker, its report comes back. */
import { render } from 'preact';
import type { PresetId } from '../../core/schemas/request-fields.ts';
import { byId, save, say } from '../browser.ts';
import { grouped } from '../formatting.ts';
import { chosenFiles, droppedFiles, logsAmong, type NamedFile } from './dropped-files.ts';
import { exampleLog } from './example-log.ts';
import { type OpenLog, openLog } from './log-reader.ts';
import { ReportView } from './report-view.tsx';
import { WorkflowView } from './workflow-view.tsx';

const drop = byId('drop');
const progress = byId('log-progress');
const step = byId('log-step');
const bar = byId<HTMLProgressElement>('log-bar');
const place = byId('log-report');
const fitting = byId('log-fitted');
const goingOn = byId('log-workflow');
const kind = byId<HTMLSelectElement>('log-kind');

let log: OpenLog | null = null;
/** What can be saved, by the name on its button's `data-save`. */
const results = new Map<string, object>();

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function end(): void {
  log?.stop();
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
  progress.hidden = false;
  bar.value = 0;
  step.textContent = `Reading ${files.length === 1 ? files[0]?.name : `${grouped(files.length)} files`}`;
  say(step.textContent);
  log = openLog(files, {
    onProgress({ bytes, of, calls }) {
      bar.value = of === 0 ? 100 : (bytes / of) * 100;
      step.textContent = `${megabytes(bytes)} of ${megabytes(of)}, ${grouped(calls)} records`;
    },
    onRead(found) {
      progress.hidden = true;
      results.set('report', found.report);
      render(<ReportView read={found} />, place);
      say(`Read: ${grouped(found.report.total.calls)} calls.`);
      if (found.report.total.calls > 0) log?.fit(kind.value as PresetId);
    },
    onFitted(fitted, preset) {
      if (preset !== kind.value) return;
      if ('file' in fitted) results.set('workflow', fitted.file);
      goingOn.hidden = false;
      // Drawn anew, so that a screen reader reads all of it.
      render(null, fitting);
      render(<WorkflowView fitted={fitted} />, fitting);
    },
    onFailed: complain,
  });
}

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

kind.addEventListener('change', () => log?.fit(kind.value as PresetId));

byId('own-log').addEventListener('click', ({ target }) => {
  const name = (target as Element).closest('[data-save]')?.getAttribute('data-save') ?? '';
  const saved = results.get(name);
  if (saved !== undefined) {
    save(`agent-cost-${name}.json`, 'application/json', `${JSON.stringify(saved, null, 2)}\n`);
  }
});
