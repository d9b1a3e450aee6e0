import type { Refusal } from '../../env/group-state.ts'
import { Fault, shown } from '../../wire/faults.ts'
import type { Group, WaitingOpening } from './table.ts'

/** The fault for a refused opening. */
export function refusalFault(
  { key, state }: Group,
  decision: Refusal,
  { generation, index }: Pick<WaitingOpening, 'generation' | 'index'>,
): Fault {
  const name = `group ${shown(key.id)}`
  switch (decision.fault) {
    case 'superseded':
      return new Fault('group/superseded', `generation ${shown(generation)} of ${name} is over`)
    case 'too_many_generations': {
      const { length } = state.endedGenerations
      const message = `${name} has had ${length} generations: begin another group`
      return new Fault('capacity/groups', message)
    }
    case 'mismatch': {
      const { name: member, begun, given } = decision.difference
      const own = `${member} ${JSON.stringify(begun)}`
      const message = `${name} has ${own}, this request has ${JSON.stringify(given)}`
      return new Fault('group/mismatch', message)
    }
    case 'would_wait': {
      const { waitsFor } = decision
      const awaited = new Intl.ListFormat('en').format(waitsFor.map(String))
      const noun = waitsFor.length === 1 ? 'rollout' : 'rollouts'
      const message = `rollout ${index} would wait for ${noun} ${awaited}`
      return new Fault('group/would_wait', message, { details: { waits_for: waitsFor } })
    }
  }
}
