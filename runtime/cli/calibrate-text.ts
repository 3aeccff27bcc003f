/** What `agent-cost calibrate` prints for people. */

import { mean, percent, signedPercent, usd, whole } from '../core/values/rounded.ts';
import type { WorkflowFile } from '../logs/calibrate/calibrate.ts';
import type { HeldOutErrors } from '../logs/calibrate/holdout.ts';
import { table } from './answer-forms.ts';

/** `out`: path of the file written; undefined: none. */
export function calibratedText({ request, calibration }: WorkflowFile, out: string | undefined): string[] {
  const { log, fields, left, hitEfficiency, notes, holdout } = calibration;
  const days = log.from === null ? '' : `, ${log.from} to ${log.until}`;
  const all = Object.entries(fields);
  const unseparated = all.filter(([, { value, interval }]) => value === 0 && interval === null);
  const separate = all.filter((entry) => !unseparated.includes(entry));
  const rows = separate.map(([name, { value, interval, n, how }]) => [
    name,
    typeof value === 'number' ? number(value) : String(value),
    interval === null ? '' : `${number(interval.low)} to ${number(interval.high)}`,
    n,
    how,
  ]);
  return [
    `${request.presetId} on ${request.modelId ?? 'an unknown model'}: ${whole(log.calls)} calls, ${whole(log.runs)} runs of ${whole(log.tasks)} tasks${days}`,
    '',
    ...table(['field', 'value', '95 % interval', 'n', 'how'], rows),
    '',
    `0, because a log of calls does not separate them: ${unseparated.map(([name, { how }]) => `${name} (${how})`).join(', ')}.`,
    ...Object.entries(left).map(([name, why]) => `${name} is taken from the preset: ${why}.`),
    ...(hitEfficiency.recorded === null
      ? []
      : [
          `Of what was sent before in a task ${percent(100 * hitEfficiency.recorded)} was read from the cache${hitEfficiency.assumed === null ? '' : `; estimates of this model assume ${percent(100 * hitEfficiency.assumed)}`}.`,
        ]),
    ...(holdout === null ? [] : ['', ...holdoutText(holdout)]),
    ...notes.map((note) => `  - ${note}`),
    ...(out === undefined ? [] : ['', `Written to ${out}: agent-cost estimate --file ${out}`]),
  ];
}

function holdoutText(holdout: NonNullable<WorkflowFile['calibration']['holdout']>): string[] {
  const { share, seed, fittedTo, heldOut, inputTokens, dollars } = holdout;
  const header = [
    'per task',
    'predicted',
    'recorded',
    '95 % interval',
    'bias',
    'mean error',
    'median',
    'calls known',
    'usual: bias',
    'mean error',
  ];
  const row = (name: string, errors: HeldOutErrors, text: (value: number) => string) => [
    name,
    text(errors.perTask),
    text(errors.recordedPerTask),
    errors.recordedInterval &&
      `${text(Math.max(0, errors.recordedInterval.low))} to ${text(errors.recordedInterval.high)}`,
    signedPercent(errors.biasPct),
    percent(errors.meanAbsPctError),
    percent(errors.medianAbsPctError),
    percent(errors.knowingCalls.meanAbsPctError),
    signedPercent(errors.naive.biasPct),
    percent(errors.naive.meanAbsPctError),
  ];
  return [
    `Fitted to ${fittedTo} tasks, tested on ${heldOut} others (--holdout ${share} --seed ${seed}; the file is fitted to all):`,
    ...table(header, [
      row('input tokens', inputTokens, whole),
      ...(dollars === null ? [] : [row('dollars', dollars, usd)]),
    ]),
    'One number is predicted for every task, so the errors of single tasks reflect their spread; "calls known" is the error that remains when the number of calls of each task is known.',
    ...(dollars === null
      ? ['None of them has a price.']
      : [
          `${percent(dollars.withinOneInTenPct)} of the tasks cost no more than ${usd(dollars.oneInTen)}, which one task in ten should exceed (95 % interval ${percent(dollars.withinInterval.low)} to ${percent(dollars.withinInterval.high)}).`,
        ]),
  ];
}

/** About four digits; whole numbers from 1,000 on. */
const number = (value: number): string =>
  value >= 1000 ? whole(value) : value >= 10 ? mean(value) : String(Math.round(value * 1000) / 1000);
