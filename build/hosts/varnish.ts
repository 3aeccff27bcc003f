/** Varnish: a cache in front of the runtimes, which alone decide what may be cached and for how long. */
import type { ApiError } from '../../runtime/core/schemas/api-error.ts';
import { credentialHeaders } from '../../runtime/server/auth/auth.ts';
import { maxBodyBytes } from '../../runtime/server/http/size-limits.ts';
import { bodyOf, everyField, hostRefusals, templateWith } from './host-answers.ts';
import type { HostRoute } from './query-rules.ts';

/** VCL has two ways to write a long string: one ends at `"}`, as JSON does, the other at three quotation marks. */
const quoted = (text: string): string => (text.includes('"}') ? `"""${text}"""` : `{"${text}"}`);

export function varnishFiles(routes: readonly HostRoute[]): Record<string, string> {
  const refusals = hostRefusals(routes);
  const body = (status: number) => quoted(`${bodyOf(refusals[status] as ApiError)}\n`);
  const fields = (answer: string) =>
    [...everyField, ['Content-Type', 'application/json'], ['Cache-Control', 'no-store']]
      .map(([name, value = '']) => `  set ${answer}.http.${name} = ${quoted(value)};`)
      .join('\n');
  const vcl = templateWith('agent-cost.vcl', {
    KEYED: credentialHeaders.map((name) => `req.http.${name}`).join(' || '),
    MAX_BODY: String(maxBodyBytes),
    FIELDS: fields('resp'),
    BACKEND_FIELDS: fields('beresp'),
    ...Object.fromEntries([400, 404, 413, 503].map((status) => [`BODY_${status}`, body(status)])),
  });
  return { 'varnish/agent-cost.vcl': vcl };
}
