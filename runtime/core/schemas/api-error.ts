/** The envelope of every answer, and the closed list of error codes. */
import { named, strictObject } from './shape.ts';

/** HTTP status of every error code. */
export const statusOf = {
  invalid_json: 400,
  invalid_request: 400,
  model_shut_down: 400, // an estimate; /models/{id} still answers
  missing_api_key: 401,
  invalid_api_key: 401,
  not_found: 404,
  model_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  precondition_failed: 412,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  expectation_failed: 417,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** A refusal: `message` names the field, what is accepted, and what was received. */
export class ApiError {
  constructor(
    readonly code: ErrorCode,
    readonly message: string,
  ) {}

  get status(): number {
    return statusOf[this.code];
  }

  /** The body of the answer. */
  toJson(): string {
    return `${JSON.stringify({ error: { code: this.code, message: this.message } })}\n`;
  }
}

/** The shape of that body. */
export const errorBody = named('Error', 'The body of every refusal.', {
  error: strictObject({ code: { type: 'string' }, message: { type: 'string' } }),
});

/** The body of a successful answer, one line, from the JSON of its two parts. */
export const success = (data: string, meta: string): string => `{"data":${data},"meta":${meta}}\n`;
