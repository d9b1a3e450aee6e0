import type { JsonObject } from '../sim/json.ts'
import { DIALECTS_REVISION } from './dialects/index.ts'
import type { OpenedPayload, SteppedPayload } from './log.ts'
import type { AnyEnvironment } from './plugin.ts'
import type { ReplayRow } from './replay.ts'

/** The revision of logs that older programs wrote, which recorded none. */
const REVISION_UNKNOWN = 0

/** The revision that recorded a log. */
export const recordedRevision = ({ revision }: Pick<OpenedPayload, 'revision'>): number =>
  revision ?? REVISION_UNKNOWN

/** The revision of the dialects in logs of programs that stored none. */
const FIRST_DIALECTS_REVISION = 1

/** The two revisions of a log that another revision recorded. */
export interface OtherRevision {
  /** Set where the revisions are those of the dialects, and not of the environment. */
  readonly of?: 'dialects'
  /** The one that recorded it. */
  readonly revision: number
  /** The one that its environment has here. */
  readonly revision_here: number
}

/**
 * Both revisions if another one recorded the log; undefined if it is the same.
 *
 * @param rows of the log: those with raw text depend on the revision of the dialects too
 */
export function otherRevision(
  opening: Pick<OpenedPayload, 'revision' | 'dialects_revision'>,
  environment: Pick<AnyEnvironment, 'revision'>,
  rows: readonly ReplayRow[] = [],
): OtherRevision | undefined {
  const revision = recordedRevision(opening)
  const { revision: currentRevision } = environment
  if (revision !== currentRevision) return { revision, revision_here: currentRevision }
  const dialects = otherDialects(opening)
  return dialects !== undefined && rows.some(isRawText) ? dialects : undefined
}

/** Both revisions of the dialects if another one reads the raw text of this log. */
export function otherDialects({
  dialects_revision: revision = FIRST_DIALECTS_REVISION,
}: Pick<OpenedPayload, 'dialects_revision'>): OtherRevision | undefined {
  if (revision === DIALECTS_REVISION) return undefined
  return { of: 'dialects', revision, revision_here: DIALECTS_REVISION }
}

function isRawText({ kind, payload }: ReplayRow): boolean {
  return kind === 'stepped' && 'text' in (JSON.parse(payload) as SteppedPayload).action
}

/** Says which revision recorded a log, and which one is here. */
export function otherRevisionText(id: string, difference: OtherRevision): string {
  const { of, revision, revision_here } = difference
  const subject = of === undefined ? id : `the ${of}, which read raw text`
  const recorded = `recorded by revision ${revision} of ${subject}`
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

/** The part of an episode's task that may be listed: its id, if the task has an unknown form. */
export function listedTask(
  environment: AnyEnvironment | undefined,
  { task, settings }: Pick<OpenedPayload, 'task' | 'settings'>,
): JsonObject {
  try {
    return environment?.data.publicTask(task, settings) ?? { id: task.id }
  } catch {
    return { id: task.id }
  }
}
