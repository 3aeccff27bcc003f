/** A request that cannot be answered; the message names the field, what it must be and what was received. */
export class InvalidRequest extends Error {
  /** @param code as in the API's refusals: `invalid_request`, or `model_shut_down` if calls to the model fail by now; `no_model` if a provider's answer names none */
  constructor(
    message: string,
    readonly code: string = 'invalid_request',
  ) {
    super(message);
    this.name = 'InvalidRequest';
  }
}
