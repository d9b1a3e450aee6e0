import type { Turn } from './episode-log.ts'
import type { Call } from './tool-call.ts'

/** Arguments that identify the action of a call, if a tool has several. */
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

/** The action and result of a turn. Equal turns have equal keys. */
export const turnKey = ({ calls, text }: Turn): string =>
  calls.length === 0
    ? `says ${normal(text ?? '')}`
    : calls.map((call) => `${callKey(call)} ${outcomeKey(call)}`).join(' + ')

const kindOf = ({ calls }: Turn): string =>
  calls.length === 0 ? 'says' : calls.map(({ name }) => name).join(' + ')

/** 1: did the same; 0.5: used the same tools; 0: neither. */
export const turnLikeness = (one: Turn, other: Turn): 0 | 0.5 | 1 =>
  turnKey(one) === turnKey(other) ? 1 : kindOf(one) === kindOf(other) ? 0.5 : 0

/** The number of the first turn that differs, from 1; undefined if none does. */
export function firstDifferingTurn(rollouts: readonly (readonly Turn[])[]): number | undefined {
  const longest = Math.max(0, ...rollouts.map((turns) => turns.length))
  for (let at = 0; at < longest; at += 1) {
    const keys = new Set(
      rollouts.map(({ [at]: turn }) => (turn === undefined ? '' : turnKey(turn))),
    )
    if (keys.size > 1) return at + 1
  }
  return undefined
}
