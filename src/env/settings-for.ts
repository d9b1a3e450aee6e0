import type { JsonObject } from '../sim/json.ts'
import type { AnyEnvironment } from './environment.ts'
import type { BaseTask } from './task-data.ts'

/**
 * The settings of an episode on a task: some may leave to the task what they are. They are fixed at
 * its opening and recorded there, so nobody later has to ask again.
 *
 * @param asked as the environment's schema has read them
 */
export const settingsFor = (
  { settingsFor: resolve }: Pick<AnyEnvironment, 'settingsFor'>,
  asked: JsonObject,
  task: BaseTask & JsonObject,
): JsonObject => resolve?.(asked, task) ?? asked
