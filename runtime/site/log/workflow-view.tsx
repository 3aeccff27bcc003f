/** The workflow fitted to a log: its fields for the cost model, and a link to its estimate. */
import type { EstimateRequest } from '../../core/schemas/estimate-request-schema.ts';
import type { WorkflowField } from '../../core/schemas/request-fields.ts';
import type { FittedField } from '../../logs/calibrate/fit-workflow.ts';
import { pageLink } from '../browser.ts';
import { numbers, Table } from '../components/table.tsx';
import { labelOf, sentenceOf } from '../cost/labels.ts';
import { fittedText, linkTo } from '../cost/link-state.ts';
import { calls, grouped, percentSign } from '../formatting.ts';
import type { Fitted } from './log-reader.ts';

export function WorkflowView({ fitted }: { fitted: Fitted }) {
  if ('reason' in fitted) return <p class="notice">{fitted.reason}</p>;
  const { request, calibration } = fitted.file;
  const { log, notes, fields, left } = calibration;
  return (
    <>
      <p>
        {request.modelId ?? 'No known model'}: {calls(log.calls)} in {grouped(log.tasks)}{' '}
        {log.tasks === 1 ? 'task' : 'tasks'}.
      </p>
      <div class="row no-print">
        <a class="button" href={pageLink('index.html') + estimateLink(request)}>
          Estimate and change it
        </a>
        <button type="button" class="button quiet" data-save="workflow">
          Download as a file
        </button>
      </div>
      {notes.length > 0 && (
        <ul class="small muted">
          {notes.map((note) => (
            <li key={note}>{sentenceOf(note)}</li>
          ))}
        </ul>
      )}
      <Table
        label="Fields of the workflow"
        cards={false}
        columns={['Field', ...numbers('Value', `95${percentSign} interval`), 'How']}
        rows={[
          ...Object.entries(fields).map(([field, fit]) => ({
            key: field,
            cells: [
              labelOf(field as WorkflowField),
              fit.value === null ? 'never' : textOf(fit.value),
              intervalOf(fit),
              sentenceOf(fit.how),
            ],
          })),
          ...Object.entries(left).map(([field, why]) => ({
            key: field,
            cells: [labelOf(field as WorkflowField), given(request, field), '–', sentenceOf(why)],
          })),
        ]}
      />
    </>
  );
}

/** The value of a field that the log does not show. */
const given = (request: EstimateRequest, field: string): string => {
  const value = request[field as WorkflowField];
  return value === undefined || value === null ? 'as preset' : textOf(value);
};

/** The state of the front page with every field of the request as text. */
export const estimateLink = ({ fittedTo, ...request }: EstimateRequest): string =>
  linkTo({
    first: {
      ...Object.fromEntries(Object.entries(request).map(([field, value]) => [field, String(value)])),
      ...(fittedTo && { fittedTo: fittedText(fittedTo) }),
    },
    second: null,
  });

const textOf = (value: number | string | boolean): string =>
  typeof value === 'number' ? short(value) : value === true ? 'yes' : value === false ? 'no' : value;

const intervalOf = ({ interval }: Pick<FittedField, 'interval'>): string =>
  interval === null ? '–' : `${short(interval.low)} to ${short(interval.high)}`;

/** Whole from 100 on, three digits below that. */
const short = (value: number): string =>
  value >= 100 ? grouped(Math.round(value)) : String(Number(value.toPrecision(3)));
