import type { LineDesk } from '../../sim/phone/line.ts'
import { nounFor } from '../../sim/phone/tables/nouns.ts'
import { findLine } from '../../sim/phone/world.ts'
import type { TalkContext } from './talk-score.ts'
import { casePart, findGoalAt, findSecret, type OpenLine, type TalkState } from './talk-state.ts'

/** What a department knows and decides by when it answers. */
export function toLineDesk(
  openLine: OpenLine,
  state: TalkState,
  { phoneCase, world }: TalkContext,
): LineDesk {
  const line = findLine(world, openLine.department)
  const { customer } = phoneCase
  const secret = findSecret(phoneCase)
  const { tells, mentions, values } = customer
  const ownCompletions = state.completed.filter(
    ({ department }) => department === openLine.department,
  )
  return {
    line,
    company: findLine(world, phoneCase.calls[0] ?? openLine.department).company,
    part: casePart(phoneCase, openLine.department),
    known: { ...(tells === null ? {} : { [tells]: values[tells] }), ...state.values },
    lacking: [
      ...(mentions === null ? [] : [mentions]),
      ...(secret === null ? [] : [secret]),
      ...state.lacking,
    ],
    alsoRequired: [],
    done: state.done,
    rows: ownCompletions,
    held: state.held,
    wrongBefore: state.wrong[openLine.department] ?? 0,
    case: phoneCase,
    settled: openLine.settled,
    ended: Object.fromEntries(
      state.completed.flatMap(({ department, service }) => {
        const goal = findGoalAt(phoneCase, department, service)
        return goal?.ends === undefined ? [] : [[goal.ends, nounFor(goal)]]
      }),
    ),
    carriedOut: state.completed.map(({ service }) => service),
    lapsed: Object.entries(state.only_then).flatMap(([service, call]) =>
      call === state.phone_calls ? [] : [service],
    ),
    doneWith: Object.fromEntries(ownCompletions.map(({ service, details }) => [service, details])),
  }
}
