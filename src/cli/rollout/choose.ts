import { InvalidArgumentError } from 'commander'
import type { EnvironmentDescription } from '../../client/types.ts'
import { CommandError } from '../errors.ts'

/** Default number of episodes. */
const COUNT_DEFAULT = 100
/** Maximum number of tasks of one command. */
const COUNT_MAX = 1_000_000

/** Task indices within the split, inclusive. */
export interface IndexRange {
  readonly first: number
  readonly last: number
}

/** Parses `7`, or `0-99`. */
export function parseRange(text: string): IndexRange {
  const [, first, last = first] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? []
  if (first === undefined || Number(last) < Number(first)) {
    throw new InvalidArgumentError('Give a number, or two such as 0-99, from 0 on.')
  }
  return { first: Number(first), last: Number(last) }
}

/**
 * The indices of the tasks to play.
 *
 * @throws CommandError if the split is unknown or has too few tasks, or if they are too many
 */
export function chooseIndices(
  description: EnvironmentDescription,
  split: string,
  choice: { readonly count?: number | undefined; readonly indices?: IndexRange | undefined },
): readonly number[] {
  const { env, splits } = description
  const chosenSplit = splits.find((candidate) => candidate.name === split)
  if (chosenSplit === undefined) {
    const splitNames = splits.map(({ name }) => name).join(', ')
    if (splitNames === '')
      throw new CommandError(`${env} has no data`, 'Name its folder with --data.')
    throw new CommandError(`${env} has no split "${split}"`, `Its splits: ${splitNames}.`)
  }
  const size = chosenSplit.count ?? Number.POSITIVE_INFINITY
  const { count = Math.min(size, COUNT_DEFAULT) } = choice
  const { first, last } = choice.indices ?? { first: 0, last: count - 1 }
  if (last >= size) {
    const remedy = `Ask for at most ${size}, or for another split; a stream has no end.`
    throw new CommandError(`split ${split} of ${env} has the tasks 0 to ${size - 1}`, remedy)
  }
  const taskCount = last - first + 1
  if (taskCount > COUNT_MAX) {
    throw new CommandError(`${taskCount} tasks are too many`, `Ask for at most ${COUNT_MAX}.`)
  }
  return Array.from({ length: taskCount }, (_, at) => first + at)
}
