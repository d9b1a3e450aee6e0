import { isRecord, stringsIn } from './tool-call.ts'
import { formFields } from './tool-form.ts'

/** The stages of an environment, and its default stage. */
interface Stages {
  readonly names: readonly string[]
  readonly defaultName: string
  /** What each stage is, as far as the description of the setting says it. */
  readonly meanings: Readonly<Record<string, string>>
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
  const [entry] = formFields({ properties: { stage } })
  return {
    names,
    defaultName: typeof stage.default === 'string' ? stage.default : first,
    meanings: entry?.meanings ?? {},
  }
}
