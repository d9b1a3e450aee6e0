import { z } from 'zod'
import { otherContract } from '../../env/package.ts'
import type { AnyEnvironment } from '../../env/plugin.ts'
import { describeMismatch } from '../../tools/complaint.ts'
import { EnvironmentError } from './environment-error.ts'

const method = z.custom<() => unknown>((value) => typeof value === 'function', 'must be a function')
const schema = z.custom(
  (value) => typeof value === 'object' && value !== null && 'safeParse' in value,
  'must be a schema of zod',
)
const text = z.string().min(1)
const count = z.int().min(1)
const limits = z.object({
  turnsMax: count,
  toolCallsPerTurnMax: count,
  actionCharactersMax: count,
})

const tool = z.looseObject({ name: text, description: text, parameters: schema })
/** A call names its tool, so that a second tool of the name would never be called. */
const tools = z
  .array(tool)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, {
    message: 'must have different names',
  })

const optional = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, method.optional()]))

const data = z.looseObject({
  taskSchema: schema,
  world: z.looseObject({
    schema,
    fileSchema: schema.optional(),
    parse: method,
    ...optional('prepare'),
  }),
  generate: z
    .looseObject({
      name: text,
      version: count,
      sizes: z.record(z.string(), z.int().min(0)),
      options: schema,
      make: method,
    })
    .optional(),
  builtIn: z
    .looseObject({
      splits: z.record(z.string(), z.int().min(0).nullable()),
      task: method,
    })
    .optional(),
  ...optional('stream', 'streamDifficulty', 'publicTask', 'flaw', 'survey'),
})

const settings = z.looseObject({
  schema,
  moreTools: tools.optional(),
  ...optional('tools', 'metrics', 'profiles'),
})

const audit = z.looseObject(
  optional('solve', 'hiddenVariant', 'sampleActions', 'floor', 'ceilings'),
)

const teaching = z.looseObject({
  ...optional('critique', 'account', 'attemptsShownMax', 'isFailedTurn'),
  players: z.record(z.string(), method).optional(),
  reference: text.optional(),
})

/**
 * Required and optional members of an environment, with defaults filled in. Conformance checks what
 * they do.
 */
const shape = z.looseObject({
  id: z
    .string()
    .regex(
      /^[a-z][a-z0-9-]{0,59}-v[1-9][0-9]*$/,
      'must be lower-case letters and end as in "my-world-v1"',
    ),
  card: z.looseObject({ title: text, description: text, licence: text, origin: text }),
  settings,
  data,
  audit,
  teaching,
  limits: z.union([method, limits], 'must be limits, or a function that gives them'),
  tools,
  turnRules: z.looseObject({ nudge: text }),
  metrics: z.array(text),
  reward: z.looseObject({ parts: z.array(text), minimum: z.int(), maximum: z.int() }),
  usesSeed: z.boolean(),
  revision: count,
  inPlace: z.record(z.string(), method).optional(),
  ...optional('nextTurn'),
  open: method,
  step: method,
  score: method,
  measure: method,
})

const MADE_BY = 'Make it with definePlugin of backchannel-rl/env, and export it as the default.'

/**
 * Returns an external module's export if it is an environment of this contract.
 *
 * @throws EnvironmentError
 */
export function checkShape(candidate: unknown, specifier: string): AnyEnvironment {
  if (!isEnvironment(candidate)) {
    const message = `${specifier}: its default export is no environment`
    throw new EnvironmentError('environment/invalid', message, MADE_BY)
  }
  const contractMismatch = otherContract(candidate.contract)
  if (contractMismatch !== undefined) {
    const message = `${specifier}: ${contractMismatch}`
    const remedy =
      'Take a version of the package that was made for it, or the program that it was made for.'
    throw new EnvironmentError('environment/contract', message, remedy)
  }
  const { error } = shape.safeParse(candidate)
  if (error === undefined) return candidate
  const message = `${specifier}: ${describeMismatch(error, candidate, { valueName: 'it' }).text}`
  throw new EnvironmentError('environment/invalid', message, 'Correct this member of it.')
}

const isEnvironment = (value: unknown): value is AnyEnvironment =>
  typeof value === 'object' && value !== null && 'contract' in value
