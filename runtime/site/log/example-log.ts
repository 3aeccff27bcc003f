/** A small made-up log, to show the report to people who have no log at hand. */

/** Three tasks of a coding agent as CSV: each call adds to the transcript, and most of it comes from the cache. */
export function exampleLog(): string {
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
