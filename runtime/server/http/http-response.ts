/** A reply, independent of the platform that sends it. */
import { ApiError } from '../../core/schemas/api-error.ts';
import { challenge, everyBody } from './headers.ts';

export interface HttpResponse {
  status: number;
  /** Name, value, name, value ... as `node:http` accepts raw headers. */
  headers: readonly string[];
  /** null: no body (HEAD, 204, 304, 308). */
  body: Uint8Array | null;
}

/**
 * A reply that is sent many times. The lists of its fields are the same objects each time, so that a platform can cache
 * what it makes of them.
 */
export class RepeatedReply implements HttpResponse {
  /** The Content-Length field, or empty if there is no body. */
  readonly ofLength: readonly string[];

  /** `common`: fields that other replies have too; `own`: its own, all but Content-Length. */
  constructor(
    readonly status: number,
    readonly common: readonly string[],
    readonly own: readonly string[],
    readonly body: Uint8Array | null,
  ) {
    this.ofLength = body === null ? [] : ['Content-Length', String(body.length)];
  }

  get headers(): readonly string[] {
    return this.common.concat(this.own, this.ofLength);
  }
}

const utf8 = new TextEncoder();

/** A refusal in the error envelope. `extra` are header names and values, such as `Allow`. */
export function refuse(refusal: ApiError, extra: readonly string[] = []): HttpResponse {
  const ofStatus = refusal.status === 401 ? challenge : [];
  return json(refusal.status, utf8.encode(refusal.toJson()), ['Cache-Control', 'no-store', ...ofStatus, ...extra]);
}

/** `allow` as in the Allow field, such as `GET, HEAD`. */
export const methodNotAllowed = (method: string, allow: string): ApiError =>
  new ApiError('method_not_allowed', `${method} is not allowed here. Allowed methods: ${allow}.`);

/** A reply with JSON computed for one request. */
export function json(status: number, body: Uint8Array, extra: readonly string[]): HttpResponse {
  return { status, headers: [...everyBody, 'Content-Length', String(body.length), ...extra], body };
}

/** The same reply without its body, for HEAD. */
export const withoutBody = ({ status, headers }: HttpResponse): HttpResponse => ({ status, headers, body: null });
