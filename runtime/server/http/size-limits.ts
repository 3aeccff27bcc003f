/**
 * How large a request may be. The server, the worker, the hosts' configuration, OpenAPI and every message about a limit
 * are generated from these.
 */
import { ApiError } from '../../core/schemas/api-error.ts';

/** Largest body, in bytes. */
export const maxBodyBytes = 16 * 1024;

/** Longest URL (path and query), in characters. */
export const maxUrlLength = 2 * 1024;

/** All header fields together with the request line, in bytes. */
export const maxHeaderBytes = 8 * 1024;

/** Most header fields. */
export const maxHeaderFields = 100;

export const bodyTooLarge = (): ApiError =>
  new ApiError('payload_too_large', `The body must be at most ${maxBodyBytes} bytes.`);

/** `length`: of the received URL, if known. */
export const urlTooLong = (length?: number): ApiError =>
  new ApiError(
    'uri_too_long',
    `The URL must be at most ${maxUrlLength} characters${length === undefined ? '' : ` (got ${length})`}.`,
  );

export const headersTooLarge = (): ApiError =>
  new ApiError(
    'headers_too_large',
    `The request line and the header fields must be at most ${maxHeaderBytes} bytes together.`,
  );

export const tooManyHeaders = (): ApiError =>
  new ApiError('headers_too_large', `A request may have at most ${maxHeaderFields} header fields.`);
