/** Shape of the keys file that an operator keeps. Keys stand in it as SHA-256 only. */
import type { FromSchema } from 'json-schema-to-ts';

export const keysFile = {
  type: 'object',
  additionalProperties: false,
  required: ['plans', 'keys'],
  properties: {
    plans: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['limit', 'seconds'],
        properties: {
          limit: { type: 'integer', minimum: 1, description: 'Requests in a window.' },
          seconds: { type: 'integer', minimum: 1, maximum: 86400, description: 'Length of the window.' },
        },
      },
    },
    keys: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'plan', 'sha256', 'createdOn'],
        properties: {
          id: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
          plan: { type: 'string', minLength: 1 },
          sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
          createdOn: { type: 'string' },
        },
      },
    },
  },
} as const;

export type KeysFile = FromSchema<typeof keysFile>;
