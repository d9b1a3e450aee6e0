import { useInfiniteQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { callServer } from '../../data/api.ts'
import { usePagedCount } from '../../data/counting.ts'
import { formatCount, formatInterval, formatSignedPercent, pluralize } from '../../data/format.ts'
import { wilsonInterval } from '../../data/interval.ts'
import {
  type CritiquesQuery,
  type LessonEffect,
  type LessonEffects,
  mergeLessonEffects,
} from '../../data/lesson-effects.ts'
import { CountControls } from '../../parts/count-all.tsx'
import { EpisodeLinks } from '../../parts/examples.tsx'
import { useVisibleRows } from '../../parts/first-rows.tsx'
import { ErrorBox, Skeleton } from '../../parts/states.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { PlainText } from '../../parts/text.tsx'

const INITIAL_ROWS = 5
/** The number of groups that are counted at first. */
const INITIAL_GROUPS = 200

type Counts = LessonEffect['guided']

/** The effects of lessons. Requests start when `isWanted` is true. */
function useLessons(params: CritiquesQuery, isWanted: boolean) {
  const query = useInfiniteQuery({
    queryKey: ['critiques', params],
    enabled: isWanted,
    initialPageParam: '',
    queryFn: ({ pageParam: after }) =>
      callServer('GET /v1/runs/{run}/critiques', { ...params, ...(after === '' ? {} : { after }) }),
    getNextPageParam: ({ next }) => next,
  })
  const effects = query.data && mergeLessonEffects(query.data.pages)
  const counting = usePagedCount(query, effects?.groups ?? 0, INITIAL_GROUPS)
  return { effects, counting, error: query.error }
}

/** The lessons of a run's critiques that helped most and least. */
export function RunLessons({
  query,
  guidedAttempts,
}: {
  readonly query: CritiquesQuery
  /** The number of finished guided attempts. */
  readonly guidedAttempts: number
}): JSX.Element | null {
  const [isWanted, setWanted] = useState(false)
  const { effects, counting, error } = useLessons(query, isWanted)
  if (guidedAttempts === 0) return null
  return (
    <section class="lessons" id="critiques">
      <h2>Which critiques helped</h2>
      {!isWanted && (
        <button type="button" class="btn" onClick={() => setWanted(true)}>
          Count critiques
        </button>
      )}
      {error !== null && <ErrorBox error={error} />}
      {isWanted && effects === undefined && error === null && <Skeleton />}
      {effects !== undefined && (
        <>
          <p role="status">{summaryText(effects, counting.hasMore)}</p>
          <p class="quiet">
            Critiques come from clean attempts that failed, so guided attempts tend to do better
            than those. Compare critiques with each other, and mind the intervals.
          </p>
          <CountControls
            progress={counting}
            noun="guided attempts"
            counted={effects.counted}
            total={guidedAttempts}
          />
          <LessonTable title="Helped most" description={MOST_ORDER} lessons={effects.most} />
          {effects.least.length > INITIAL_ROWS && (
            <LessonTable title="Helped least" description={LEAST_ORDER} lessons={effects.least} />
          )}
        </>
      )}
    </section>
  )
}

const MOST_ORDER =
  'The highest lower end of the difference’s interval comes first, so critiques with few ' +
  'attempts come later.'
const LEAST_ORDER = 'The lowest upper end of the difference’s interval comes first.'

const HEADS = ['critique', 'guided success', 'clean success', 'difference', 'won', 'not won']

function LessonTable({
  title,
  description,
  lessons,
}: {
  readonly title: string
  /** A sentence about the order of the rows. */
  readonly description: string
  readonly lessons: readonly LessonEffect[]
}): JSX.Element | null {
  const [shown, more] = useVisibleRows(lessons, INITIAL_ROWS)
  if (lessons.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <p class="quiet">{description}</p>
      <table class="plain big lesson-table">
        <TableHead names={HEADS} />
        <tbody>
          {shown.map((lesson) => (
            <tr key={lesson.text}>
              <th scope="row">
                <PlainText text={lesson.text} />
              </th>
              <td>
                <Success counts={lesson.guided} />
              </td>
              <td>
                <Success counts={lesson.clean} />
              </td>
              <td>
                {lesson.change && formatSignedPercent(lesson.change.mean)}{' '}
                {lesson.change && (
                  <span class="quiet nowrap">({formatInterval(lesson.change)})</span>
                )}
                {lesson.hasFewAttempts && <span class="few-attempts">few attempts</span>}
              </td>
              <td>
                <EpisodeLinks episodes={lesson.won} />
              </td>
              <td>
                <EpisodeLinks episodes={lesson.failed} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  )
}

const summaryText = ({ groups, guided, clean }: LessonEffects, hasMore: boolean): string =>
  `${hasMore ? 'Newest' : 'All'} ${pluralize(groups, 'group')}: attempts with a critique in the ` +
  `prompt won ${formatCounts(guided)}, clean attempts of the same groups ${formatCounts(clean)}.`

const formatCounts = ({ successes, attempts }: Counts): string =>
  `${formatCount(successes)} of ${formatCount(attempts)}`

function Success({ counts: { successes, attempts } }: { readonly counts: Counts }): JSX.Element {
  const interval = wilsonInterval(successes, attempts)
  return (
    <>
      {formatCount(successes)} of {formatCount(attempts)}{' '}
      {interval && <span class="quiet nowrap">({formatInterval(interval)})</span>}
    </>
  )
}
