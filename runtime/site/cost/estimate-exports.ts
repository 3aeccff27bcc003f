/** An estimate to take elsewhere: code that gives the same number, and files with every figure. */
import type { Estimate } from '../../core/answers/schemas/estimate-schema.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import type { EstimateRequest } from '../../core/schemas/estimate-request-schema.ts';
import { workflowFieldNames } from '../../core/schemas/request-fields.ts';
import { csv, csvField } from '../../core/values/csv.ts';

/** A POST that gives the same estimate. @param base address of the API, such as http://127.0.0.1:8787/api/v1 */
export const curlFor = (request: EstimateRequest, base: string): string =>
  `curl -s ${quoted(`${base}/estimate`)} -H 'Content-Type: application/json' \\\n  -d ${quoted(JSON.stringify(request))}`;

/** The command that gives the same dollars; what a workflow was fitted to is in its file alone. */
export function commandFor({
  presetId = 'coding',
  modelId,
  host,
  compare: _,
  sort: _1,
  top: _2,
  fittedTo: _3,
  ...workflow
}: EstimateRequest): string {
  const options = [
    ...(modelId === undefined ? [] : [`--model ${quoted(modelId)}`]),
    ...(host === undefined || host === null ? [] : [`--host ${quoted(host)}`]),
    ...Object.entries(workflow).map(([field, value]) => `--set ${quoted(`${field}=${value}`)}`),
  ];
  return [`agent-cost estimate ${presetId}`, ...options].join(' \\\n  ');
}

/** A program that prints the same estimate. */
export const programFor = (request: EstimateRequest): string =>
  [
    "import { estimate } from 'agent-cost';",
    '',
    `const { costPerTask, monthlySpend, summary } = estimate(${literal(request)});`,
    'console.log(summary, { costPerTask, monthlySpend });',
  ].join('\n');

/** In single quotes if a shell would interpret any of it. */
const quoted = (text: string): string => (/^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

const literal = (request: EstimateRequest): string =>
  Object.keys(request).length === 0
    ? '{}'
    : `{\n${Object.entries(request)
        .map(([name, value]) => `  ${name}: ${JSON.stringify(value)},\n`)
        .join('')}}`;

/** The request and its answer, with the version of the prices used. */
export const jsonFor = (catalog: Catalog, request: EstimateRequest, estimate: Estimate): string =>
  `${JSON.stringify({ datasetVersion: catalog.version, pricesInForce: catalog.inForce, request, estimate }, null, 2)}\n`;

type Row = [group: string, name: string, value: number | string | boolean | null, unit: string];

/** Every figure with its group and unit, unrounded. */
export function csvFor(catalog: Catalog, estimate: Estimate): string {
  const { range, waste, costBreakdown, pricing } = estimate;
  const perTask = 'USD per task';
  const rows: Row[] = [
    ['estimate', 'workflow', estimate.presetId, ''],
    ['estimate', 'model', estimate.modelId, ''],
    ['estimate', 'host', estimate.host, ''],
    ['estimate', 'datasetVersion', catalog.version, ''],
    ['cost', 'costPerTask', estimate.costPerTask, perTask],
    ['cost', 'typicalTask', range.typicalTask, perTask],
    ['cost', 'oneInTen', range.oneInTen, perTask],
    ['cost', 'costPerSuccessfulTask', estimate.costPerSuccessfulTask, perTask],
    ['cost', 'monthlySpend', estimate.monthlySpend, 'USD a month'],
    ['cost', 'modelError', range.modelError?.dollarsPct ?? null, '%'],
    ...Object.entries(costBreakdown).map(([part, usd]): Row => ['spent on', part, usd, perTask]),
    ...waste.causes.map(({ cause, costPerTask }): Row => ['wasted by', cause, costPerTask, perTask]),
    ...Object.entries(pricing).flatMap(([name, value]): Row[] =>
      typeof value === 'object' && value !== null ? [] : [['price', name, value, unitOfPrice(name)]],
    ),
    ...workflowFieldNames.map((name): Row => ['input', name, estimate.workflow[name], '']),
  ];
  return csv(
    ['group', 'name', 'value', 'unit'],
    rows.map((row) => row.map(csvField)),
  );
}

const unitOfPrice = (name: string): string =>
  name.endsWith('PerMTok') ? 'USD per 1M tokens' : name.endsWith('Per1000') ? 'USD per 1,000' : '';
