import { randomUUID } from 'node:crypto'
import { effectiveLimits } from '../../env/episode.ts'
import type { AnyEnvironment } from '../../env/plugin.ts'
import type { BaseTask } from '../../env/task-data.ts'
import type { JsonObject } from '../../sim/json.ts'
import { nearestName } from '../../sim/nearest-name.ts'
import { describeMismatch } from '../../tools/complaint.ts'
import { Fault, shown } from '../../wire/faults.ts'
import type { EpisodeOpenRequest } from '../../wire/requests.ts'
import type { OpenResult } from '../../wire/results.ts'
import type { CatalogEntry, HostCore } from '../core.ts'
import { checkGateway, gatewayAccess } from '../gateway/access.ts'
import { openMember } from '../groups/open-member.ts'
import type { WaitOptions } from '../groups/options.ts'
import { planMember } from '../groups/plan.ts'
import { type Caller, queueName } from '../principal.ts'
import { checkRoom, type NewEpisode, requestDigest } from './begin.ts'
import { openConnected } from './open-connected.ts'
import { openPlanned } from './open-planned.ts'

/**
 * Creates the id of a new episode: milliseconds since 1970 in 12 hex digits, then 74 random bits.
 * Increasing ids are neighbours in the store's index, where random ones would each touch a page.
 */
export function newEpisodeId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `ep_${time}${randomUUID().replaceAll('-', '').slice(12)}`
}

/**
 * Opens an episode, or returns the one that the same request with the same key opened before.
 *
 * @throws Fault of the areas `env`, `task`, `seed`, `settings`, `episode`, `group`, `store`
 */
export async function openOperation(
  core: HostCore,
  caller: Caller,
  request: EpisodeOpenRequest,
  waitOptions: WaitOptions = {},
): Promise<OpenResult> {
  const { gateway } = request
  if (gateway === undefined) return openWithoutGateway(core, caller, request, waitOptions)
  checkGateway(core, caller, gateway)
  const opened = await openWithoutGateway(core, caller, request, waitOptions)
  return { ...opened, gateway: await gatewayAccess(core, queueName(caller), opened, gateway) }
}

async function openWithoutGateway(
  core: HostCore,
  caller: Caller,
  request: EpisodeOpenRequest,
  waitOptions: WaitOptions,
): Promise<OpenResult> {
  const owner = queueName(caller)
  await checkRoom(core)
  const beginning = planOpening(core, owner, request)
  if (caller.kind === 'connect') return openConnected(core, caller, beginning, request)
  if (request.group !== undefined) {
    const member = planMember(core, beginning, request, request.group)
    return openMember(core, caller, member, waitOptions)
  }
  return openPlanned(core, caller, beginning)
}

/** @throws Fault `seed/unused` if the seed of a request would change nothing */
export function checkSeed(
  { id, usesSeed }: AnyEnvironment,
  { seed }: { readonly seed?: number | undefined },
): void {
  if (seed === undefined || usesSeed) return
  throw new Fault('seed/unused', `${id} draws nothing from a seed`)
}

function planOpening(core: HostCore, owner: string, request: EpisodeOpenRequest): NewEpisode {
  const entry = findEntry(core, request.env)
  const { environment, dataSet } = entry
  if (dataSet === undefined) {
    throw new Fault('env/no_data', `there is no data set for ${request.env} on this server`)
  }
  if (request.data_checksum !== undefined && request.data_checksum !== dataSet.checksum) {
    const details = { data_checksum: dataSet.checksum }
    throw new Fault('task/stale', `the data has the checksum ${dataSet.checksum}`, { details })
  }
  const task = findTask(entry, request)
  checkSeed(environment, request)
  const parsed = environment.settings.schema.safeParse(request.settings ?? {})
  if (!parsed.success) {
    const { text } = describeMismatch(parsed.error, request.settings, { root: 'settings' })
    throw new Fault('settings/invalid', text)
  }
  const settings = parsed.data
  checkProfiles(core, environment, settings)
  const { open_key, ...rest } = request
  const id = newEpisodeId()
  return {
    id,
    setup: {
      environment,
      task,
      world: dataSet.world,
      settings,
      seeds: [{ from_step: 0, seed: request.seed ?? unaskedSeed(core, environment, task) }],
      limits: effectiveLimits(environment, task, settings),
      ...(request.dialect === undefined ? {} : { dialect: request.dialect }),
    },
    index: {
      environment: environment.id,
      taskId: task.id,
      split: task.split,
      difficulty: task.difficulty,
      principal: owner,
      openKey: open_key ?? id,
      worldHash: entry.worldHash,
      run: request.labels?.run ?? null,
      batch: request.labels?.batch ?? null,
      parent: null,
      group: null,
      condition: 'clean',
    },
    group: null,
    labels: request.labels ?? {},
    dataChecksum: dataSet.checksum,
    // A rollout of a group is identified by its member index, and its group computes the digest.
    requestDigest: request.group === undefined ? requestDigest(rest as JsonObject) : '',
  }
}

/** The seed if a client gives none; 0 if the environment uses no randomness. */
const unaskedSeed = (
  { digests }: HostCore,
  { id, usesSeed }: AnyEnvironment,
  task: BaseTask,
): number => (usesSeed ? digests.defaultSeed(id, task) : 0)

/** @throws Fault `settings/unknown_profile`, naming the profiles that this server has */
export function checkProfiles(
  { chatProfiles: profileNames }: HostCore,
  environment: AnyEnvironment,
  settings: JsonObject,
): void {
  const unknown = environment.settings
    .profiles?.(settings)
    .find((name) => !profileNames.includes(name))
  if (unknown === undefined) return
  const have =
    profileNames.length === 0 ? 'this server has none' : `there are: ${profileNames.join(', ')}`
  const details = { profile: unknown, known: profileNames }
  const message = `there is no chat profile ${shown(unknown)}; ${have}`
  throw new Fault('settings/unknown_profile', message, { details })
}

/** @throws Fault `env/unknown`, naming the nearest known environment */
export function findEntry(core: HostCore, env: string): CatalogEntry {
  const entry = core.catalog.get(env)
  if (entry !== undefined) return entry
  const environmentNames = [...core.catalog.keys()]
  const suggestion = nearestName(env, environmentNames)
  const suggestionText = suggestion === undefined ? '' : `Did you mean ${suggestion}? `
  const hint = `${suggestionText}Known: ${environmentNames.join(', ')}.`
  throw new Fault('env/unknown', `there is no environment ${shown(env)}`, { hint })
}

function findTask(entry: CatalogEntry, request: EpisodeOpenRequest): BaseTask & JsonObject {
  const { split, index, task: id } = request
  const dataSet = entry.dataSet as NonNullable<CatalogEntry['dataSet']>
  if (id !== undefined) {
    const task = dataSet.find(id)
    const fits = task !== undefined && (split ?? task.split) === task.split
    if (fits && (index ?? task.index) === task.index) return task
    const problem = task === undefined ? 'there is no task' : 'another split or index has the task'
    throw new Fault('task/unknown', `${problem} ${shown(id)} in ${request.env}`)
  }
  if (split === undefined || index === undefined) {
    const hint = 'Give "task", or "split" and "index".'
    throw new Fault('task/unknown', 'the request does not say which task to open', { hint })
  }
  const task = dataSet.task(split, index)
  if (task !== undefined) return task
  const namedSplit = dataSet.splits.find((candidate) => candidate.name === split)
  if (namedSplit === undefined) {
    const names = dataSet.splits.map((candidate) => candidate.name).join(', ')
    throw new Fault('task/unknown', `there is no split ${shown(split)}; there are: ${names}`)
  }
  throw new Fault(
    'task/unknown',
    `split ${split} has no task ${index}; its indices are 0 to ${(namedSplit.count ?? 0) - 1}`,
  )
}
