import { isRecord, textsIn } from './tool-call.ts'

/** The stages of an environment that has some, and the one that tasks have by default. */
interface Stages {
  readonly names: readonly string[]
  readonly usual: string
}

/** Reads the stages from the schema of an environment's settings; undefined if it has none. */
export function readStages(
  schema: { readonly properties?: unknown } | undefined,
): Stages | undefined {
  const properties = schema?.properties
  const stage = isRecord(properties) && isRecord(properties.stage) ? properties.stage : {}
  const names = textsIn(stage.enum)
  const [first] = names
  if (first === undefined) return undefined
  return { names, usual: typeof stage.default === 'string' ? stage.default : first }
}
