/** Schemas of tools such as environments have them. */
export const environmentsForTest = {
  form: {
    type: 'object',
    properties: { fields: { type: 'array', items: { type: 'string', enum: ['email', 'pin'] } } },
    required: ['fields'],
  },
  call: {
    type: 'object',
    properties: {
      phone_number: { type: 'string', maxLength: 40 },
      request: { type: 'string', maxLength: 1_000 },
      auth_info: {
        type: 'object',
        properties: { email: { type: 'string' }, pin: { type: 'string' } },
      },
      reference: { type: 'string', maxLength: 40 },
    },
    required: ['phone_number', 'request', 'auth_info'],
  },
  wait: {
    type: 'object',
    properties: {
      milliseconds: { type: 'integer' },
      loud: { type: 'boolean' },
      mode: { enum: ['a', 'b'] },
      rest: { type: 'array', items: { type: 'number' } },
    },
  },
} as const
