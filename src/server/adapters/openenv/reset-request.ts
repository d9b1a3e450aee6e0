import { randomInt } from 'node:crypto'
import { isObject } from '../../../tools/json-object.ts'
import { Fault, shown } from '../../../wire/faults.ts'
import type { CheckedParams } from '../../../wire/operations.ts'
import type { EnvironmentDescription } from '../../../wire/results.ts'
import { checkedParams } from '../../../wire/rpc.ts'

type Members = Readonly<Record<string, unknown>>

/** Tasks of an endless split are drawn from this many. */
const ENDLESS = 2 ** 31

/** The content of a reset: an opening, and whether observations contain the metadata. */
interface ResetRequest {
  readonly members: Members
  readonly isMetadataInside: boolean
}

/**
 * The members of a reset, with those of `options` merged in.
 *
 * @throws Fault `request/invalid`
 */
export function resetMembers(data: unknown): ResetRequest {
  if (!isObject(data)) {
    throw new Fault('request/invalid', `the data of reset must be an object, not ${shown(data)}`)
  }
  const { options: resetOptions, ...rest } = data
  const options = resetOptions ?? {}
  if (!isObject(options)) {
    throw new Fault('request/invalid', `options must be an object, not ${shown(options)}`)
  }
  const outer = withoutNulls(rest)
  const inner = withoutNulls(options)
  const isTwice = (name: string): boolean =>
    Object.hasOwn(outer, name) && outer[name] !== inner[name]
  const twice = Object.keys(inner).find(isTwice)
  if (twice !== undefined) {
    const values = `${shown(outer[twice])} and in options ${shown(inner[twice])}`
    throw new Fault('request/invalid', `${twice} is given twice: ${values}`)
  }
  const { metadata_in_observation: inside = false, ...members }: Members = { ...inner, ...outer }
  if (typeof inside === 'boolean') return { members, isMetadataInside: inside }
  const message = `metadata_in_observation must be true or false, not ${shown(inside)}`
  throw new Fault('request/invalid', message)
}

/** Clients send null for omitted members. */
const withoutNulls = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))

/**
 * The opening that a reset asks for. Without a task, the seed chooses one; without a seed, any
 * task.
 *
 * @throws Fault `request/invalid`, `env/unknown`
 */
export function requestedOpening(
  { env, splits, uses_seed: usesSeed }: EnvironmentDescription,
  { episode_id: openKey, ...members }: Members,
): CheckedParams<'episode.open'> {
  if (members.env !== undefined && members.env !== env) {
    const message = `this is the address of ${env}, not of ${shown(members.env)}`
    throw new Fault('env/unknown', message)
  }
  const params = {
    ...members,
    ...(members.task === undefined ? chosenTask(splits, members) : {}),
    ...(openKey === undefined ? {} : { open_key: openKey }),
    env,
  }
  // A seed that has chosen the task does not need to affect anything else.
  const isSpent =
    isSeed(members.seed) && members.task === undefined && members.index === undefined && !usesSeed
  const request = isSpent ? { ...params, seed: undefined } : params
  return checkedParams('episode.open', request)
}

const isSeed = (seed: unknown): seed is number =>
  typeof seed === 'number' && Number.isSafeInteger(seed) && seed >= 0

function chosenTask(splits: EnvironmentDescription['splits'], members: Members): Members {
  const split = members.split ?? splits[0]?.name
  if (members.index !== undefined) return { split, index: members.index }
  const count = splits.find(({ name }) => name === split)?.count ?? ENDLESS
  const { seed } = members
  return { split, index: isSeed(seed) ? seed % count : randomInt(count) }
}
