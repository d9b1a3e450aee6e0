import { useInfiniteQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ResultAt } from '../../../client/resources.ts'
import { callServer } from '../../data/api.ts'
import { formatTime } from '../../data/format.ts'
import { groupHref } from '../../data/group-href.ts'
import { holdOrder } from '../../data/hold-order.ts'
import { TimeAgo } from '../../parts/chips.tsx'
import { CommittedInput } from '../../parts/committed-input.tsx'
import { Select } from '../../parts/select.tsx'
import { EmptyState, ErrorBox, Skeleton } from '../../parts/states.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { PlainText } from '../../parts/text.tsx'
import { useUrlFields } from '../../state/address.ts'
import { booleanField, enumField, integerField, textField } from '../../state/fields.ts'

const FIELDS = {
  ...{
    run: textField(),
    env: textField(),
    task: textField(),
    order: enumField('newest', 'oldest'),
  },
  /** The range of opening times, in milliseconds since 1970. */
  ...{ from: integerField(undefined), to: integerField(undefined) },
  /** Whether groups of one rollout are listed, such as those of evaluations. */
  singles: booleanField(),
}
const POLL_MS = 5_000
/** Further pages are loaded until the list has this many groups, or this many pages are open. */
const GROUPS_WANTED = 20
const PAGES_MAX = 10

type TimeRange = readonly [from: number, to: number]

/** The last episode before a time, which is a cursor for the groups after it; '' for none. */
async function cursorBefore(run: string | undefined, from: number): Promise<string> {
  const asked = { ...(run === undefined ? {} : { run }), opened_to: from }
  const page = await callServer('GET /v1/episodes', { ...asked, order: 'newest', limit: 1 })
  return page.episodes[0]?.episode_id ?? ''
}

const episodesOf = (run: string | undefined, [from, to]: TimeRange): string =>
  new URLSearchParams({
    ...(run === undefined ? {} : { run }),
    ...{ from: String(from), to: String(to + 1) },
  }).toString()

/** The loaded pages of the groups that match. */
function useGroups(
  asked: { readonly run?: string | undefined } & Readonly<Record<string, string | undefined>>,
  range: TimeRange | undefined,
  withSingles: boolean,
) {
  const conditions = Object.fromEntries(
    Object.entries(asked).filter(([, value]) => value !== undefined),
  )
  const query = useInfiniteQuery({
    queryKey: ['groups', conditions, range],
    initialPageParam: '',
    queryFn: async ({ pageParam }) => {
      const after =
        pageParam === '' && range !== undefined
          ? await cursorBefore(asked.run, range[0])
          : pageParam
      return callServer('GET /v1/groups', {
        ...conditions,
        ...(after === '' ? {} : { after }),
        limit: 100,
      })
    },
    getNextPageParam: ({ groups, next }) =>
      range !== undefined && groups.some((group) => group.opened_ms > range[1]) ? null : next,
    // Each page is a request, so a longer list is polled less often.
    refetchInterval: ({ state }) => POLL_MS * (state.data?.pages.length ?? 1),
  })
  const isInRange = (at: number): boolean =>
    range === undefined || (at >= range[0] && at <= range[1])
  const inRange = (query.data?.pages.flatMap((page) => page.groups) ?? []).filter(
    ({ opened_ms: at }) => isInRange(at),
  )
  const groups = withSingles ? inRange : inRange.filter(({ size }) => size > 1)
  useMorePages(query, groups.length)
  return { ...query, groups, hidden: inRange.length - groups.length }
}

/** Loads further pages while groups of one rollout leave the list almost empty. */
function useMorePages(
  {
    data,
    hasNextPage,
    isFetching,
    fetchNextPage,
  }: {
    readonly data: { readonly pages: readonly unknown[] } | undefined
    readonly hasNextPage: boolean
    readonly isFetching: boolean
    readonly fetchNextPage: () => unknown
  },
  found: number,
): void {
  const pages = data?.pages.length ?? 0
  const isWanted = hasNextPage && !isFetching && found < GROUPS_WANTED && pages < PAGES_MAX
  useEffect(() => {
    if (isWanted && pages > 0) void fetchNextPage()
  }, [isWanted, pages, fetchNextPage])
}

/** The list of groups, with filters for run, environment and task. */
export function GroupsPage(): JSX.Element {
  const [{ run, env, task, order: chosen, from, to, singles }, setFields] = useUrlFields(FIELDS)
  const range = from === undefined || to === undefined ? undefined : ([from, to] as const)
  const order = range === undefined ? chosen : 'oldest'
  // A link from a run or from a point of its curve means all of its groups.
  const isSelected = range !== undefined || run !== undefined
  const { groups, hidden, error, hasNextPage, fetchNextPage, isPending } = useGroups(
    { run, env, task, order },
    range,
    singles === true || isSelected,
  )
  useEffect(() => {
    document.title = 'Groups · Backchannel'
  }, [])
  return (
    <div class="page wide-page">
      <h1>Groups</h1>
      <p class="links">
        {(['run', 'env', 'task'] as const).map((name) => (
          <label class="inline" key={name}>
            {name}{' '}
            <CommittedInput
              value={{ run, env, task }[name] ?? ''}
              onCommit={(text) => setFields({ [name]: text })}
            />
          </label>
        ))}
        <Select
          label="order"
          options={['newest', 'oldest']}
          value={order}
          onChange={(word) => setFields({ order: FIELDS.order.parse(word) })}
        />
        {(hidden > 0 || (singles === true && !isSelected)) && (
          <SinglesCheckbox
            isChecked={singles === true}
            onChange={(isChecked) => setFields({ singles: isChecked ? true : undefined })}
          />
        )}
      </p>
      {range !== undefined && (
        <TimeRangeFilter
          run={run}
          range={range}
          reset={() => setFields({ from: undefined, to: undefined })}
        />
      )}
      {error !== null && <ErrorBox error={error} />}
      {isPending && error === null && <Skeleton />}
      {!isPending && error === null && groups.length === 0 && (
        <NoGroups
          isFiltered={
            hidden > 0 ||
            range !== undefined ||
            run !== undefined ||
            env !== undefined ||
            task !== undefined
          }
        />
      )}
      {groups.length > 0 && <HeldGroups groups={groups} />}
      {hasNextPage && (
        <button type="button" class="btn" onClick={() => void fetchNextPage()}>
          More
        </button>
      )}
    </div>
  )
}

const SinglesCheckbox = ({
  isChecked,
  onChange,
}: {
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
}): JSX.Element => (
  <label class="inline">
    <input
      type="checkbox"
      checked={isChecked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />{' '}
    include groups of one rollout
  </label>
)

function TimeRangeFilter({
  run,
  range,
  reset,
}: {
  readonly run: string | undefined
  readonly range: TimeRange
  readonly reset: () => void
}): JSX.Element {
  return (
    <p class="links">
      <span>
        Started from {formatTime(range[0])} to {formatTime(range[1])}
      </span>
      <button type="button" class="btn small" onClick={reset}>
        All times
      </button>
      <a class="btn small" href={`/live?${episodesOf(run, range)}`}>
        Its episodes
      </a>
    </p>
  )
}

function NoGroups({ isFiltered }: { readonly isFiltered: boolean }): JSX.Element {
  if (isFiltered) {
    return (
      <EmptyState>
        <h2>No group matches</h2>
        <a href="/groups">All groups</a>
      </EmptyState>
    )
  }
  return (
    <EmptyState>
      <h2>No group yet</h2>
      <p>A trainer puts rollouts of one task into a group. To see one, run:</p>
      <code>backchannel demo</code>
    </EmptyState>
  )
}

type Groups = ResultAt<'GET /v1/groups'>['groups']

const keyOf = ({ principal, run, id }: Groups[number]): string => `${principal} ${run} ${id}`

/** The table of groups. While the pointer is on it, its rows stay where they are. */
function HeldGroups({ groups }: { readonly groups: Groups }): JSX.Element {
  const [held, setHeld] = useState<Groups>()
  const { items, waiting } = holdOrder(held ?? groups, groups, keyOf)
  return (
    <div
      class="table-place"
      onPointerEnter={() => setHeld(groups)}
      onPointerLeave={() => setHeld(undefined)}
    >
      {waiting > 0 && (
        <button type="button" class="new-rows" onClick={() => setHeld(groups)}>
          {waiting} new ↑
        </button>
      )}
      <GroupTable groups={items} />
    </div>
  )
}

function GroupTable({ groups }: { readonly groups: readonly Groups[number][] }): JSX.Element {
  return (
    <table class="plain big one-line">
      <TableHead
        names={['group', 'run', 'task', 'mode', 'finished', 'clean won', 'guided won', 'started']}
      />
      <tbody>
        {groups.map((group) => (
          <tr key={keyOf(group)}>
            <td>
              <a href={groupHref(group)}>
                <PlainText text={group.id} />
              </a>
            </td>
            <td>
              <PlainText text={group.run} />
            </td>
            <td class="mono">{group.task}</td>
            <td>{group.mode}</td>
            <td>
              {group.episodes - group.open} of {group.size}
            </td>
            <td>
              {group.clean.successes} of {group.clean.attempts}
            </td>
            <td>
              {group.guided.successes} of {group.guided.attempts}
            </td>
            <td>
              <TimeAgo ms={group.opened_ms} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
