import { z } from 'zod'
import type { JsonObject } from '../sim/json.ts'
import type { Audit } from './audit.ts'
import type { Environment, TurnRules } from './environment.ts'
import { CONTRACT_VERSION, type PackageIdentity } from './package.ts'
import { NO_SETTINGS, type SettingsRules } from './settings-rules.ts'
import {
  type BaseTask,
  type DataGenerator,
  SEED_WORLD,
  type SeedWorld,
  type TaskData,
  type WorldData,
} from './task-data.ts'
import type { Teaching } from './teaching.ts'

/** The four parts of an environment. A first one needs only what is played and where tasks are. */
export interface Plugin<Task extends BaseTask, World, Settings, State> {
  readonly environment: Environment<Task, World, Settings, State>
  readonly data: TaskData<Task, World>
  readonly audit?: Audit<Task, World, Settings, State>
  readonly teaching?: Teaching<Task>
}

/**
 * An environment with its other parts and all defaults filled in, whose types are known to itself
 * only: what the kernel and the registry hold.
 */
export interface AnyEnvironment extends Environment {
  readonly settings: SettingsRules<JsonObject>
  readonly turnRules: TurnRules<JsonObject>
  readonly usesSeed: boolean
  readonly revision: number
  readonly data: TaskData & {
    readonly world: WorldData<JsonObject>
    readonly generate?: DataGenerator<BaseTask & JsonObject> & { readonly options: z.ZodObject }
    /** The part of a task that may be listed, at the settings of an episode if there is one. */
    publicTask(task: BaseTask & JsonObject, settings?: JsonObject): JsonObject
  }
  readonly audit: Audit
  readonly teaching: Teaching
  /** The version of the contract that it was written for. */
  readonly contract: number
  /** Which code it is, if it is not part of the program; set by the code that loaded it. */
  readonly package?: PackageIdentity
}

const NO_OPTIONS = z.strictObject({})
const USUAL_TURNS: TurnRules<unknown> = { nudge: 'Please use one of the tools.' }

/** Checks the types of an environment and forgets them: values cross the kernel as plain JSON. */
export function definePlugin<
  Task extends BaseTask,
  World = SeedWorld,
  Settings = unknown,
  State = unknown,
>(plugin: Plugin<Task, World, Settings, State>): AnyEnvironment {
  for (const part of ['environment', 'data'] as const) {
    // Not everybody writes with types.
    if (typeof plugin[part] !== 'object')
      throw new TypeError(`definePlugin: ${part} is ${plugin[part]}; it must be an object`)
  }
  const { environment, data, audit = {}, teaching = {} } = plugin
  const {
    settings = NO_SETTINGS,
    turnRules = USUAL_TURNS,
    usesSeed = false,
    revision = 1,
  } = environment
  const { world = SEED_WORLD, generate, publicTask } = data
  const toPublicTask = (task: Task, settings?: JsonObject): JsonObject => {
    const { id, split, index, difficulty } = task
    const base = { id, split, index, difficulty }
    return { ...base, ...publicTask?.(task, settings), ...base }
  }
  const filled = { ...environment, settings, turnRules, usesSeed, revision }
  const generator = generate && { generate: { options: NO_OPTIONS, ...generate } }
  const tasks = { ...data, ...generator, world, publicTask: toPublicTask }
  const completePlugin = { ...filled, data: tasks, audit, teaching }
  return { ...(completePlugin as unknown as AnyEnvironment), contract: CONTRACT_VERSION }
}
