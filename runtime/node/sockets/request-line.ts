/** The form of a request: what is refused before anybody asks what it wants. */
import type { IncomingMessage } from 'node:http';
import { quote } from '../../core/api/did-you-mean.ts';
import { Refusal } from '../../core/api/envelope.ts';

/** Most header fields a request may have. */
export const maxHeaders = 100;

/** What no route should have to look at: a refusal, or null where the form is right. */
export function refusalOfForm({ rawHeaders, headers, httpVersion }: IncomingMessage): Refusal | null {
  if (rawHeaders.length > 2 * maxHeaders) {
    return new Refusal('headers_too_large', `More than ${maxHeaders} header fields came.`);
  }
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return new Refusal('invalid_request', `HTTP/${httpVersion} came; accepted are HTTP/1.1 and HTTP/1.0.`);
  }
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
    return new Refusal('invalid_request', `Transfer-Encoding: ${quote(coding)} came; accepted is chunked.`);
  }
  if (headers.host === undefined) {
    return httpVersion === '1.0' ? null : new Refusal('invalid_request', 'Host: the header field is missing.');
  }
  // Node keeps the first of several; two servers could differ about which (RFC 9112 3.2).
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) return new Refusal('invalid_request', 'Host: came more than once; it is accepted once.');
  if (!/^[\w.~!$&'()*+,;=%:[\]-]*$/.test(headers.host)) {
    return new Refusal('invalid_request', `Host: ${quote(headers.host)} is not a host.`);
  }
  return null;
}

/** A request target without scheme and authority (RFC 9112 3.2.2: a server accepts the absolute form). */
export const originForm = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
