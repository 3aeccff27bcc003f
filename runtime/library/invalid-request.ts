/** A request that cannot be answered; the message names the field, what it must be and what was received. */
export class InvalidRequest extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidRequest';
  }
}
