/** Checks the HTTP version, Host and the number of header fields, before any route is looked up. */
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../../core/schemas/api-error.ts';
import { quote } from '../../../core/values/did-you-mean.ts';
import { maxHeaderFields, tooManyHeaders } from '../../http/limits.ts';

/** A refusal of a malformed request, or null. */
export function refusalOfForm({ rawHeaders, headers, httpVersion }: IncomingMessage): ApiError | null {
  if (rawHeaders.length > 2 * maxHeaderFields) return tooManyHeaders();
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return new ApiError('invalid_request', `The version must be HTTP/1.1 or HTTP/1.0 (got HTTP/${httpVersion}).`);
  }
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
    return new ApiError('invalid_request', `Transfer-Encoding must be chunked (got ${quote(coding)}).`);
  }
  if (headers.host === undefined) {
    return httpVersion === '1.0' ? null : new ApiError('invalid_request', 'The Host header field is missing.');
  }
  // Node keeps the first of several; two servers could differ about which (RFC 9112 3.2).
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) return new ApiError('invalid_request', 'The Host header field must not be sent more than once.');
  if (!/^[\w.~!$&'()*+,;=%:[\]-]*$/.test(headers.host)) {
    return new ApiError('invalid_request', `Host must be a host name or an address (got ${quote(headers.host)}).`);
  }
  return null;
}

/** A request target without scheme and authority (a server must accept the absolute form, RFC 9112 3.2.2). */
export const originForm = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
