/** The workflow fitted to a log: its fields for the cost model, and a link to its estimate. */

import type { EstimateRequest } from '../../core/schemas/estimate-request-schema.ts';
import { type Markup, markup } from '../../core/values/markup.ts';
import type { FittedField } from '../../logs/calibrate/fit-workflow.ts';
import { grouped, percentSign } from '../figures.ts';
import { pageLink } from '../pieces/page.ts';
import { linkTo } from '../state/link-state.ts';
import type { Fitted } from './log-messages.ts';
import { calls } from './report-view.ts';

export function workflowView(fitted: Fitted): Markup {
  if ('reason' in fitted) return markup`<p class="notice">${fitted.reason}</p>`;
  const { request, calibration } = fitted.file;
  const { log, notes, left } = calibration;
  return markup`<p>${request.modelId ?? 'No known model'}: ${calls(log.calls)} in ${grouped(log.tasks)} ${log.tasks === 1 ? 'task' : 'tasks'}.</p>
<div class="row no-print"><a class="button" href="${pageLink('index.html')}${estimateLink(request)}">Estimate and change it</a><button type="button" class="button quiet" data-save="workflow">Download as a file</button></div>
${notes.length === 0 ? '' : markup`<ul class="small muted">${notes.map((note) => markup`<li>${note}</li>`)}</ul>`}
<section class="scroll" tabindex="0" aria-label="Fields of the workflow"><table>
<thead><tr><th scope="col">Field</th><th scope="col" class="num">Value</th><th scope="col" class="num">95${percentSign} interval</th><th scope="col">How</th></tr></thead>
<tbody>${Object.entries(calibration.fields).map(([field, fit]) => markup`<tr><th scope="row"><code>${field}</code></th><td class="num">${textOf(fit.value)}</td><td class="num">${intervalOf(fit)}</td><td>${fit.how}</td></tr>`)}
${Object.entries(left).map(([field, why]) => markup`<tr><th scope="row"><code>${field}</code></th><td class="num">as preset</td><td class="num">–</td><td>${why}</td></tr>`)}</tbody></table></section>`;
}

/** The state of the front page with every field of the request as text. */
const estimateLink = (request: EstimateRequest): string =>
  linkTo({
    first: Object.fromEntries(Object.entries(request).map(([field, value]) => [field, String(value)])),
    second: null,
  });

const textOf = (value: number | string | boolean): string =>
  typeof value === 'number' ? short(value) : value === true ? 'yes' : value === false ? 'no' : value;

const intervalOf = ({ interval }: Pick<FittedField, 'interval'>): string =>
  interval === null ? '–' : `${short(interval.low)} to ${short(interval.high)}`;

/** Whole from 100 on, three digits below that. */
const short = (value: number): string =>
  value >= 100 ? grouped(Math.round(value)) : String(Number(value.toPrecision(3)));
