import type { Turn } from './episode-log.ts'
import type { Call } from './tool-call.ts'

/** Arguments that say what a call does, where a tool has more than one. */
const DECISIVE: Readonly<Record<string, readonly string[]>> = {
  phone_call: ['phone_number', 'service'],
}

const normal = (value: unknown): string =>
  typeof value === 'string'
    ? value.replaceAll(/\s+/g, ' ').trim().toLowerCase()
    : Array.isArray(value)
      ? value.map(normal).sort().join(',')
      : (JSON.stringify(value) ?? '')

const callKey = ({ name, arguments: given, answer }: Call): string => {
  const decisive = Object.hasOwn(DECISIVE, name) ? DECISIVE[name] : undefined
  if (decisive !== undefined) {
    return [name, ...decisive.map((argument) => normal(given?.[argument]))].join(' ')
  }
  return `${name} ${given === undefined ? normal(answer) : normal(Object.values(given))}`
}

/** What came of a call, so that a refused call and one that got something done differ. */
const outcomeKey = ({ event }: Call): string =>
  [event?.kind, event?.reason].filter((text) => typeof text === 'string').join(' ')

/** What a turn did and what came of it: equal turns have the same key. */
export const turnKey = ({ calls, said }: Turn): string =>
  calls.length === 0
    ? `says ${normal(said ?? '')}`
    : calls.map((call) => `${callKey(call)} ${outcomeKey(call)}`).join(' + ')

const kindOf = ({ calls }: Turn): string =>
  calls.length === 0 ? 'says' : calls.map(({ name }) => name).join(' + ')

/** 1: did the same; 0.5: used the same tools; 0: neither. */
export const turnLikeness = (one: Turn, other: Turn): 0 | 0.5 | 1 =>
  turnKey(one) === turnKey(other) ? 1 : kindOf(one) === kindOf(other) ? 0.5 : 0

/** The first turn, from 1, in which not all did the same; undefined where there is none. */
export function partingOf(rollouts: readonly (readonly Turn[])[]): number | undefined {
  const longest = Math.max(0, ...rollouts.map((turns) => turns.length))
  for (let at = 0; at < longest; at += 1) {
    const keys = new Set(
      rollouts.map(({ [at]: turn }) => (turn === undefined ? '' : turnKey(turn))),
    )
    if (keys.size > 1) return at + 1
  }
  return undefined
}
