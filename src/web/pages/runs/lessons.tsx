import { useInfiniteQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { call } from '../../data/api.ts'
import { confidence, count, counted, signedPercent } from '../../data/format.ts'
import { wilson } from '../../data/interval.ts'
import {
  type LessonEffect,
  type LessonEffects,
  type LessonsAsked,
  lessonEffects,
} from '../../data/lesson-effects.ts'
import { Examples } from '../../parts/examples.tsx'
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
  const isEnough = (effects?.groups ?? 0) >= GROUPS_AT_ONCE
  const { hasNextPage, isFetching, error, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isEnough && error === null) void fetchNextPage()
  }, [hasNextPage, isFetching, isEnough, error, fetchNextPage])
  return { ...query, effects }
}

/** The critiques of a run that helped most and least, over its groups. */
export function RunLessons({ asked }: { readonly asked: LessonsAsked }): JSX.Element {
  const [isWanted, setWanted] = useState(false)
  const { effects, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useLessons(
    asked,
    isWanted,
  )
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
          <p role="status">{summaryOf(effects)}</p>
          <p class="quiet">
            Critiques come from clean attempts that failed, so guided attempts tend to do better
            than those. Compare lessons with each other, and mind the intervals.
          </p>
          {hasNextPage && (
            <p>
              <button
                type="button"
                class="btn small"
                disabled={isFetchingNextPage}
                onClick={() => void fetchNextPage()}
              >
                Count older groups too
              </button>
            </p>
          )}
          <Lessons title="Helped most" lessons={effects.most} />
          {effects.least.length > ROWS && <Lessons title="Helped least" lessons={effects.least} />}
        </>
      )}
    </section>
  )
}

const HEADS = ['lesson', 'guided success', 'clean success', 'difference', 'won', 'not won']

function Lessons({
  title,
  lessons,
}: {
  readonly title: string
  readonly lessons: readonly LessonEffect[]
}): JSX.Element | null {
  if (lessons.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <table class="plain big lesson-table">
        <Heads names={HEADS} />
        <tbody>
          {lessons.slice(0, ROWS).map((lesson) => (
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
    </>
  )
}

const summaryOf = ({ groups, guided, clean }: LessonEffects): string =>
  `Newest ${counted(groups, 'group')}: attempts with a critique in the prompt won ` +
  `${tried(guided)}, clean attempts of the same groups ${tried(clean)}.`

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
