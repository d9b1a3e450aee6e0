import type { JsonObject } from '../sim/json.ts'
import type { OpenedPayload } from './log.ts'
import type { AnyEnvironment } from './plugin.ts'

/** The revision of logs that older programs wrote, which recorded none. */
export const REVISION_UNKNOWN = 0

/** The behaviour of an environment that declares no revision. */
const FIRST_REVISION = 1

/** The revision that an environment has here. */
export const revisionOf = ({ revision }: Pick<AnyEnvironment, 'revision'>): number =>
  revision ?? FIRST_REVISION

/** The revision that recorded a log. */
export const recordedRevision = ({ revision }: Pick<OpenedPayload, 'revision'>): number =>
  revision ?? REVISION_UNKNOWN

/** The two revisions of a log that another revision recorded. */
export interface OtherRevision {
  /** The one that recorded it. */
  readonly revision: number
  /** The one that its environment has here. */
  readonly revision_here: number
}

/** Both revisions if another one recorded the log; undefined if it is the same. */
export function otherRevision(
  opening: Pick<OpenedPayload, 'revision'>,
  environment: Pick<AnyEnvironment, 'revision'>,
): OtherRevision | undefined {
  const revision = recordedRevision(opening)
  const here = revisionOf(environment)
  return revision === here ? undefined : { revision, revision_here: here }
}

/** Says which revision recorded a log, and which one is here. */
export function otherRevisionText(id: string, { revision, revision_here }: OtherRevision): string {
  const recorded = `recorded by revision ${revision} of ${id}`
  const older = revision === REVISION_UNKNOWN ? ', before revisions were stored' : ''
  return `${recorded}${older}; this program has revision ${revision_here}`
}

/**
 * An environment as recorded answers of another revision are shown with it. Where it does not know
 * the recorded settings, its defaults say which tools and metrics there are.
 */
export function showing(environment: AnyEnvironment, settings: JsonObject): AnyEnvironment {
  try {
    environment.settings.tools?.(settings)
    environment.settings.metrics?.(settings)
    return environment
  } catch {
    return { ...environment, settings: { schema: environment.settings.schema } }
  }
}

/** The part of a task that may be listed: its id, where the task is of an unknown form. */
export function listedTask(
  environment: AnyEnvironment | undefined,
  task: OpenedPayload['task'],
): JsonObject {
  try {
    return environment?.data.publicTask(task) ?? { id: task.id }
  } catch {
    return { id: task.id }
  }
}
