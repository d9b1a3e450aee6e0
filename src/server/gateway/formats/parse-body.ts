import { z } from 'zod'
import type { JsonObject } from '../../../sim/json.ts'
import { getChecker } from '../../../tools/checker.ts'
import { describeMismatch } from '../../../tools/complaint.ts'
import { Fault, shown } from '../../../wire/faults.ts'

type Path = readonly (string | number)[]

/** A path in OpenAI's notation, such as `messages[2].content`. */
const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    return text === '' ? String(key) : `${text}.${String(key)}`
  }, '')

const PARAM_CHARACTERS_MAX = 200

const faultAt = (path: readonly PropertyKey[], message: string, hint?: string): Fault =>
  new Fault('request/invalid', message, {
    details: { param: pathText(path).slice(0, PARAM_CHARACTERS_MAX) },
    ...(hint === undefined ? {} : { hint }),
  })

/**
 * Validates a body against the schema of its format.
 *
 * @throws Fault `request/invalid`
 */
export const validBody = <Schema extends z.ZodType>(schema: Schema, body: unknown) =>
  validAt(schema, body, [])

/** Validates a value within a body against its schema. */
export function validAt<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  at: Path,
): z.output<Schema> {
  const checked = getChecker(schema).safeParse(value)
  if (checked.success) return checked.data
  const root = at.length === 0 ? {} : { root: at.join('.') }
  const { path, text } = describeMismatch(checked.error, value, {
    valueName: 'the request',
    ...root,
  })
  throw faultAt([...at, ...path], text)
}

/**
 * The fault for a value that cannot be translated.
 *
 * @param path its path in the body
 * @param remedy one sentence on what to send instead
 */
export const unsupported = (path: Path, value: unknown, remedy: string): Fault =>
  faultAt(path, `${pathText(path)} is ${shown(value)}, which this gateway does not support`, remedy)

/**
 * Refuses members that cannot be translated. Null is the same as a missing member.
 *
 * @param path of the object in the body
 * @throws Fault `request/invalid`
 */
export function refuseMembers<Name extends string>(
  members: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
  remedy: string,
  path: Path = [],
): void {
  const name = names.find((candidate) => members[candidate] != null)
  if (name !== undefined) throw unsupported([...path, name], members[name], remedy)
}

/**
 * The members of a body that have no effect. An unknown member may change what the model reads,
 * such as the name of an earlier answer. It is accepted only if it is a number, a boolean or known
 * to have no effect.
 *
 * @param effectless names of other members without effect
 * @throws Fault `request/invalid`
 */
export function ignoredMembers(
  schema: z.ZodObject,
  body: object,
  effectless: ReadonlySet<string>,
): string[] {
  const names: string[] = []
  for (const [name, value] of Object.entries(body)) {
    if (value === null || name in schema.shape) continue
    const isOption = typeof value === 'number' || typeof value === 'boolean'
    if (!isOption && !effectless.has(name))
      throw unsupported([name.slice(0, PARAM_CHARACTERS_MAX)], value, UNKNOWN)
    if (names.length < MEMBERS_MAX) names.push(name)
  }
  return names
}

const MEMBERS_MAX = 32
const UNKNOWN =
  'Leave it out: the gateway cannot tell what it means for the answer. Sampling is set in the ' +
  'profile.'

/** A part of a content list. Its type decides which other members it has. */
export const partSchema = z.looseObject({ type: z.string() })
export type BodyPart = z.infer<typeof partSchema>

/** Content as text or a list of parts. */
export const contentSchema = z.union([z.string(), z.array(partSchema)])

const TEXT_ONLY = 'Send text only: the models behind this gateway read no images, audio or files.'

/** The text of a text part. */
export function partText(part: BodyPart, member: string, path: Path): string {
  const text = part[member]
  if (typeof text === 'string') return text
  throw faultAt(
    [...path, member],
    `${pathText([...path, member])} must be text; it is ${shown(text)}`,
  )
}

/**
 * The text of content. Parts are joined with line breaks, as in vLLM.
 *
 * @param members the member that contains the text, by the type of the part
 */
export function textOfContent(
  content: string | readonly BodyPart[],
  members: Readonly<Record<string, string>>,
  path: Path,
): string {
  if (typeof content === 'string') return content
  return content
    .map((part, index) => {
      const member = members[part.type]
      if (member !== undefined) return partText(part, member, [...path, index])
      throw unsupported([...path, index, 'type'], part.type, TEXT_ONLY)
    })
    .join('\n')
}

/** Members that are neither undefined nor null. */
export function nonNullMembers<Members extends Readonly<Record<string, unknown>>>(
  members: Members,
): { readonly [Name in keyof Members]?: NonNullable<Members[Name]> } {
  const presentMembers = Object.entries(members).filter(
    ([, value]) => value !== undefined && value !== null,
  )
  return Object.fromEntries(presentMembers) as {
    [Name in keyof Members]?: NonNullable<Members[Name]>
  }
}

/** A JSON schema of arguments, or another object that is passed on unchanged. */
export const openObject = z.record(z.string(), z.unknown()) as unknown as z.ZodType<JsonObject>
