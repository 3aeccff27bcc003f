/** Validators made from schemas as a client would make them, independent of the server's generated ones. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export function validatorOf(schema: object): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strict: true, strictRequired: false });
  addFormats.default(ajv, ['date', 'uri']);
  return ajv.compile(schema);
}

/** What a validator finds wrong with a value, one line each; [] if nothing. */
export const findingsOf = (isValid: ValidateFunction, value: unknown): string[] =>
  isValid(value) ? [] : (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
