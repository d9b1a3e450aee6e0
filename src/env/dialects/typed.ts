import { DEPTH_MAX, isWithinDepth, type Json, type JsonObject } from '../../sim/json.ts'
import { isObject } from '../../tools/json-object.ts'
import { parsedJson } from './calls.ts'

/**
 * Arguments that a model wrote as bare text, one by one, as the values that the tool's schema asks
 * for: forms without quotes do not tell 5 from "5". A member that is written twice counts as last
 * written.
 */
export function typedArguments(
  written: readonly (readonly [name: string, text: string])[],
  parameters: JsonObject | undefined,
): JsonObject {
  const given = parameters?.properties
  const properties = isObject(given) ? (given as JsonObject) : {}
  return Object.fromEntries(
    written.map(([name, text]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
      return [name, typedValue(text, schema)]
    }),
  )
}

/** The first of the types that the schema allows whose value the text is; else the text itself. */
export function typedValue(text: string, schema: Json | undefined): Json {
  const types = typesOf(schema)
  for (const [type, read] of READERS) {
    if (!types.has(type)) continue
    const value = read(text)
    if (value !== undefined) return value
  }
  if (types.has('string')) return text
  return readJson(text) ?? text
}

/** In the order in which types are tried; text is what everything is in the end. */
const READERS: readonly (readonly [string, (text: string) => Json | undefined])[] = [
  ['null', (text) => (text.toLowerCase() === 'null' ? null : undefined)],
  ['integer', (text) => (/^\s*[+-]?\d{1,300}\s*$/.test(text) ? finite(Number(text)) : undefined)],
  ['number', (text) => (NUMBER.test(text) ? finite(Number(text)) : undefined)],
  ['boolean', (text) => BOOLEANS.get(text.trim().toLowerCase())],
  ['object', readJson],
  ['array', readJson],
]

const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined)

/** The value of JSON text that can be written again: not too deep, no number beyond all bounds. */
function readJson(text: string): Json | undefined {
  const parsed = parsedJson(text)
  return isWithinDepth(parsed, DEPTH_MAX) && isBounded(parsed as Json)
    ? (parsed as Json)
    : undefined
}

function isBounded(value: Json | undefined): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(isBounded)
}

const TYPES_OF: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['boolean', 'boolean'],
  ['object', 'object'],
])

/** Whether a schema says which types it allows. */
export const namesTypes = (schema: Json | undefined): boolean => namedTypes(schema).size > 0

/** The types that a schema allows; text, where it does not say. */
function typesOf(schema: Json | undefined): ReadonlySet<string> {
  const found = namedTypes(schema)
  return found.size === 0 ? new Set(['string']) : found
}

function namedTypes(schema: Json | undefined): ReadonlySet<string> {
  const found = new Set<string>()
  collectTypes(schema, found, SCHEMA_DEPTH_MAX)
  return found
}

/** Schemas are the server's own and hardly nested; the bound is for those from outside. */
const SCHEMA_DEPTH_MAX = 16

function collectTypes(schema: Json | undefined, found: Set<string>, levels: number): void {
  if (levels === 0 || typeof schema !== 'object' || schema === null || Array.isArray(schema)) return
  const { type, enum: values, const: only, anyOf, oneOf, allOf } = schema as JsonObject
  for (const each of asList(type)) if (typeof each === 'string') found.add(each)
  for (const value of [...asList(values), ...(only === undefined ? [] : [only])]) {
    found.add(typeOf(value))
  }
  for (const choice of [...asList(anyOf), ...asList(oneOf), ...asList(allOf)]) {
    collectTypes(choice, found, levels - 1)
  }
}

function typeOf(value: Json | undefined): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return TYPES_OF.get(typeof value) ?? 'string'
}

const asList = (value: Json | undefined): readonly Json[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]
