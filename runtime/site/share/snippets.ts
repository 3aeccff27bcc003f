/** Code that gives the same number elsewhere: for curl, the command line or a program. */
import type { EstimateRequest } from '../../core/schemas/estimate-request-schema.ts';

/** A POST that gives the same estimate. @param base address of the API, such as http://127.0.0.1:8787/api/v1 */
export const curlFor = (request: EstimateRequest, base: string): string =>
  `curl -s ${quoted(`${base}/estimate`)} -H 'Content-Type: application/json' \\\n  -d ${quoted(JSON.stringify(request))}`;

/** The command that gives the same estimate. */
export function commandFor({ presetId = 'coding', modelId, host, compare: _, ...workflow }: EstimateRequest): string {
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
