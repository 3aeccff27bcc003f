/** Varnish: a cache in front of the runtimes, which alone decide what may be cached and for how long. */
import type { ApiError } from '../../runtime/core/schemas/api-error.ts';
import { credentialHeaders } from '../../runtime/server/auth/auth.ts';
import { maxBodyBytes } from '../../runtime/server/http/size-limits.ts';
import { bodyOf, everyField, hostRefusals } from './host-answers.ts';
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
  const keyed = credentialHeaders.map((name) => `req.http.${name}`).join(' || ');
  const vcl = `# Generated from the route table by \`npm run build\`: varnishd -a :8080 -f "$PWD/agent-cost.vcl"
vcl 4.1;
import std;

backend default {
  .host = "127.0.0.1";
  .port = "8787";
  .connect_timeout = 1s;
  .first_byte_timeout = 3s;
  .between_bytes_timeout = 3s;
}

sub vcl_recv {
  if (req.url ~ "^/(?:healthz|metrics)(?:[?]|$)") {
    return (synth(404)); # for operators, not for callers
  }
  # The answer to a request with a key is for its holder only, and only a runtime can check the key.
  if (${keyed}) {
    return (pass);
  }
  if (req.method != "GET" && req.method != "HEAD") {
    # Refused here: a runtime that closes halfway through a long body would look like a failed one.
    if (std.integer(req.http.Content-Length, 0) > ${maxBodyBytes}) {
      return (synth(413));
    }
    return (pass);
  }
}

sub vcl_backend_response {
  # Kept past its lifetime, so that it is revalidated by its tag and not fetched whole.
  if (beresp.ttl > 0s) {
    set beresp.keep = 1d;
  }
}

sub vcl_synth {
${fields('resp')}
  if (resp.status == 404) {
    set resp.body = ${body(404)};
  } else if (resp.status == 413) {
    set resp.body = ${body(413)};
  } else if (resp.status < 500) {
    set resp.status = 400;
    set resp.body = ${body(400)};
  } else {
    set resp.status = 503;
    set resp.body = ${body(503)};
  }
  return (deliver);
}

sub vcl_backend_error {
${fields('beresp')}
  set beresp.status = 503;
  set beresp.body = ${body(503)};
  set beresp.ttl = 0s;
  set beresp.uncacheable = true;
  return (deliver);
}
`;
  return { 'varnish/agent-cost.vcl': vcl };
}
