import { useInfiniteQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../../data/api.ts'
import { useCounting } from '../../data/counting.ts'
import { confidence, count, counted, signedPercent } from '../../data/format.ts'
import { wilson } from '../../data/interval.ts'
import {
  type LessonEffect,
  type LessonEffects,
  type LessonsAsked,
  lessonEffects,
} from '../../data/lesson-effects.ts'
import { CountAll } from '../../parts/count-all.tsx'
import { Examples } from '../../parts/examples.tsx'
import { useFirstRows } from '../../parts/first-rows.tsx'
import { Heads } from '../../parts/heads.tsx'
import { FaultBox, Skeleton } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'

const ROWS = 5
/** So many groups are counted before somebody asks for more. */
const GROUPS_AT_ONCE = 200

type Tries = LessonEffect['guided']

/** How attempts went after each lesson; nothing is asked before it is wanted. */
function useLessons(asked: LessonsAsked, isWanted: boolean) {
  const query = useInfiniteQuery({
    queryKey: ['critiques', asked],
    enabled: isWanted,
    initialPageParam: '',
    queryFn: ({ pageParam: after }) =>
      call('GET /v1/runs/{run}/critiques', { ...asked, ...(after === '' ? {} : { after }) }),
    getNextPageParam: ({ next }) => next,
  })
  const effects = query.data && lessonEffects(query.data.pages)
  const counting = useCounting(query, effects?.groups ?? 0, GROUPS_AT_ONCE)
  return { effects, counting, error: query.error }
}

/** The critiques of a run that helped most and least, over its groups. */
export function RunLessons({
  asked,
  guided,
}: {
  readonly asked: LessonsAsked
  /** Guided attempts of the run that ended. */
  readonly guided: number
}): JSX.Element {
  const [isWanted, setWanted] = useState(false)
  const { effects, counting, error } = useLessons(asked, isWanted)
  return (
    <section class="lessons" id="critiques">
      <h2>Which critiques helped</h2>
      {!isWanted && (
        <button type="button" class="btn" onClick={() => setWanted(true)}>
          Count critiques
        </button>
      )}
      {error !== null && <FaultBox error={error} />}
      {isWanted && effects === undefined && error === null && <Skeleton />}
      {effects !== undefined && (
        <>
          <p role="status">{summaryOf(effects, counting.hasMore)}</p>
          <p class="quiet">
            Critiques come from clean attempts that failed, so guided attempts tend to do better
            than those. Compare lessons with each other, and mind the intervals.
          </p>
          <CountAll
            of={counting}
            what="guided attempts"
            counted={effects.guided.attempts}
            total={guided}
          />
          <Lessons title="Helped most" order={MOST} lessons={effects.most} />
          {effects.least.length > ROWS && (
            <Lessons title="Helped least" order={LEAST} lessons={effects.least} />
          )}
        </>
      )}
    </section>
  )
}

const MOST =
  'The highest lower end of the difference’s interval comes first, so lessons of few attempts ' +
  'come later.'
const LEAST = 'The lowest upper end of the difference’s interval comes first.'

const HEADS = ['lesson', 'guided success', 'clean success', 'difference', 'won', 'not won']

function Lessons({
  title,
  order,
  lessons,
}: {
  readonly title: string
  /** A sentence on the order of the rows. */
  readonly order: string
  readonly lessons: readonly LessonEffect[]
}): JSX.Element | null {
  const [shown, more] = useFirstRows(lessons, ROWS)
  if (lessons.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <p class="quiet">{order}</p>
      <table class="plain big lesson-table">
        <Heads names={HEADS} />
        <tbody>
          {shown.map((lesson) => (
            <tr key={lesson.text}>
              <th scope="row">
                <Plain text={lesson.text} />
              </th>
              <td>
                <Success of={lesson.guided} />
              </td>
              <td>
                <Success of={lesson.clean} />
              </td>
              <td>
                {lesson.change && signedPercent(lesson.change.mean)}{' '}
                {lesson.change && <span class="quiet">({confidence(lesson.change)})</span>}
                {lesson.isFew && <span class="few">few attempts</span>}
              </td>
              <td>
                <Examples episodes={lesson.won} />
              </td>
              <td>
                <Examples episodes={lesson.failed} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  )
}

const summaryOf = ({ groups, guided, clean }: LessonEffects, hasMore: boolean): string =>
  `${hasMore ? 'Newest' : 'All'} ${counted(groups, 'group')}: attempts with a critique in the ` +
  `prompt won ${tried(guided)}, clean attempts of the same groups ${tried(clean)}.`

const tried = ({ successes, attempts }: Tries): string =>
  `${count(successes)} of ${count(attempts)}`

function Success({ of: { successes, attempts } }: { readonly of: Tries }): JSX.Element {
  const interval = wilson(successes, attempts)
  return (
    <>
      {count(successes)} of {count(attempts)}{' '}
      {interval && <span class="quiet">({confidence(interval)})</span>}
    </>
  )
}
