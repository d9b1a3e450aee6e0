import { isRecord, stringsIn } from './tool-call.ts'

/** The stages of an environment, and its default stage. */
interface Stages {
  readonly names: readonly string[]
  readonly defaultName: string
}

/** Reads the stages from the settings schema of an environment; undefined if it has none. */
export function readStages(
  schema: { readonly properties?: unknown } | undefined,
): Stages | undefined {
  const properties = schema?.properties
  const stage = isRecord(properties) && isRecord(properties.stage) ? properties.stage : {}
  const names = stringsIn(stage.enum)
  const [first] = names
  if (first === undefined) return undefined
  return { names, defaultName: typeof stage.default === 'string' ? stage.default : first }
}
