import { Fault } from '../wire/faults.ts'

/** Counts the calls of each principal that are under way. */
export interface InFlight {
  /** @throws Fault `capacity/in_flight` */
  enter(name: string): void
  leave(name: string): void
}

export function inFlight(perPrincipalMax: number): InFlight {
  const counts = new Map<string, number>()
  return {
    enter(name) {
      const count = counts.get(name) ?? 0
      if (count >= perPrincipalMax) {
        throw new Fault('capacity/in_flight', `${count} calls of this caller are under way`)
      }
      counts.set(name, count + 1)
    },
    leave(name) {
      const count = (counts.get(name) ?? 1) - 1
      if (count === 0) counts.delete(name)
      else counts.set(name, count)
    },
  }
}
