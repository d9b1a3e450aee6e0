import { InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import type { AnyEnvironment } from '../../env/plugin.ts'
import { CommandError } from '../errors.ts'
import { wholeNumber } from '../options.ts'

/** A flag of `generate` that environments declare as a generator option. */
export interface GeneratorFlag {
  /** The option's name in schema and manifest, `num_companies`. */
  readonly name: string
  readonly option: Option
  /** The environments that declare it. */
  readonly environments: readonly string[]
}

interface Declared {
  readonly environment: string
  readonly name: string
  readonly schema: z.core.JSONSchema.BaseSchema
}

/** The flags that the generators of these environments declare. Equal names share one flag. */
export function generatorFlags(environments: readonly AnyEnvironment[]): GeneratorFlag[] {
  const declared = environments.flatMap(declaredBy)
  const names = [...new Set(declared.map(({ name }) => name))]
  return names.map((name) => {
    const sameName = declared.filter((one) => one.name === name)
    return {
      name,
      option: toOption(sameName),
      environments: sameName.map(({ environment }) => environment),
    }
  })
}

function declaredBy({ id, data }: AnyEnvironment): Declared[] {
  if (data.generate === undefined) return []
  const { properties = {} } = z.toJSONSchema(data.generate.options, { io: 'input' })
  return Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === 'boolean' ? [] : [{ environment: id, name, schema }],
  )
}

function toOption(declared: readonly Declared[]): Option {
  const texts = declared.map(({ environment, schema }) => {
    const preset = String(schema.default ?? '')
    const usual = preset === '' ? '' : `, default: ${preset}`
    return `${schema.description ?? 'an option'} (${environment}${usual})`
  })
  const { name, schema } = declared[0] as Declared
  const longName = `--${name.replaceAll('_', '-')}`
  if (schema.type === 'boolean') return new Option(longName, texts.join('; '))
  const option = new Option(`${longName} <value>`, texts.join('; '))
  // If environments differ in the values they accept, the generator's own check decides.
  if (declared.length > 1) return option.argParser((text: string) => parsedAs(schema, text))
  const { type, minimum = 0, maximum } = schema
  if (type === 'integer') return option.argParser(wholeNumber(minimum, maximum))
  return option.argParser((text: string) => parsedAs(schema, text))
}

function parsedAs({ type }: Declared['schema'], text: string): string | number {
  if (type !== 'integer' && type !== 'number') return text
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value)) return value
  throw new InvalidArgumentError('Give a number.')
}

/**
 * The options of an environment's generator, from the flags.
 *
 * @throws CommandError for a flag that the environment does not have
 */
export function optionsFrom(
  generatorOptions: readonly GeneratorFlag[],
  { id }: AnyEnvironment,
  flags: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const usedOptions = generatorOptions.filter(
    ({ option }) => flags[option.attributeName()] !== undefined,
  )
  return Object.fromEntries(
    usedOptions.map(({ name, option, environments }) => {
      if (environments.includes(id)) return [name, flags[option.attributeName()]]
      const message = `${option.long} is an option of ${environments.join(', ')}, not of ${id}`
      throw new CommandError(message, `Leave out ${option.long}.`)
    }),
  )
}
