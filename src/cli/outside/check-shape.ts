import { z } from 'zod'
import type { AnyEnvironment } from '../../env/environment.ts'
import { otherContract } from '../../env/package.ts'
import { complaintOf } from '../../tools/complaint.ts'
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

const REQUIRED = [
  ...['open', 'step', 'score', 'measure', 'critique', 'publicTask', 'hiddenVariant', 'solve'],
  'sampleActions',
]
const OPTIONAL = [
  ...['toolsOf', 'account', 'attemptsShownMax', 'profilesOf', 'knowsSolution', 'floor', 'ceilings'],
  ...['isFailedTurn', 'prepare', 'metricsOf', 'settingsFor', 'saysAsMuch'],
]

const methods = (names: readonly string[], wanted: z.ZodType) =>
  Object.fromEntries(names.map((name) => [name, wanted]))

const data = z.looseObject({
  parse: method,
  schema: schema.optional(),
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
      world: z.custom((value) => value !== undefined, 'must be a world'),
      splits: z.record(z.string(), z.int().min(0).nullable()),
      task: method,
    })
    .optional(),
  ...methods(['stream', 'flaw', 'survey', 'report'], method.optional()),
})

/**
 * The members that an environment must have, and those that it may have; what they do is a matter
 * of conformance.
 */
const shape = z.looseObject({
  id: z
    .string()
    .regex(
      /^[a-z][a-z0-9-]{0,59}-v[1-9][0-9]*$/,
      'must be small letters and end as in "my-world-v1"',
    ),
  card: z.looseObject({ title: text, description: text, licence: text, origin: text }),
  taskSchema: schema,
  worldSchema: schema,
  settingsSchema: schema,
  data,
  limits: z.union([method, limits], 'must be limits, or a function that gives them'),
  tools: z.array(tool),
  moreTools: z.array(tool).optional(),
  turnRules: z.looseObject({ nudge: text }),
  metrics: z.array(text),
  reward: z.looseObject({ parts: z.array(text), minimum: z.int(), maximum: z.int() }),
  usesSeed: z.boolean(),
  players: z.record(z.string(), method).optional(),
  reference: text.optional(),
  inPlace: z.record(z.string(), method).optional(),
  ...methods(REQUIRED, method),
  ...methods(OPTIONAL, method.optional()),
})

const MADE_BY =
  'Make it with defineEnvironment of backchannel-rl/env, and export it as the default.'

/**
 * An export of a module from outside, if it is an environment of this contract.
 *
 * @throws EnvironmentError
 */
export function checkShape(candidate: unknown, specifier: string): AnyEnvironment {
  if (!isEnvironment(candidate)) {
    const message = `${specifier}: its default export is no environment`
    throw new EnvironmentError('environment/invalid', message, MADE_BY)
  }
  const other = otherContract(candidate.contract)
  if (other !== undefined) {
    const message = `${specifier}: ${other}`
    const remedy =
      'Take a version of the package that was made for it, or the program that it was made for.'
    throw new EnvironmentError('environment/contract', message, remedy)
  }
  const { error } = shape.safeParse(candidate)
  if (error === undefined) return candidate
  const message = `${specifier}: ${complaintOf(error, candidate, { whole: 'it' }).text}`
  throw new EnvironmentError('environment/invalid', message, 'Correct this member of it.')
}

const isEnvironment = (value: unknown): value is AnyEnvironment =>
  typeof value === 'object' && value !== null && 'contract' in value
