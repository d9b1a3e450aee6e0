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
      service: { type: 'string', maxLength: 60 },
      details: {
        type: 'object',
        properties: { record: { type: 'string' }, amount_cents: { type: 'integer' } },
      },
      unavailable: { type: 'array', items: { type: 'string', enum: ['email', 'pin'] } },
      auth_info: {
        type: 'object',
        properties: { email: { type: 'string' }, pin: { type: 'string' } },
      },
      reference: { type: 'string', maxLength: 40 },
    },
    required: ['phone_number', 'service', 'auth_info'],
  },
  report: {
    type: 'object',
    properties: {
      items: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            service: { type: 'string' },
            outcome: { type: 'string', enum: ['done', 'not_done'] },
          },
          required: ['service', 'outcome'],
        },
      },
      references: { type: 'array', items: { type: 'string' } },
    },
    required: ['items', 'references'],
  },
  ask: {
    type: 'object',
    properties: {
      approve: { type: 'object', properties: { service: { type: 'string' } } },
    },
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
