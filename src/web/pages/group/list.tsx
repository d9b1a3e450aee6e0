import { useInfiniteQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ResultAt } from '../../../client/resources.ts'
import { call } from '../../data/api.ts'
import { Ago } from '../../parts/chips.tsx'
import { Heads } from '../../parts/heads.tsx'
import { Select } from '../../parts/select.tsx'
import { Empty, FaultBox, Skeleton } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'
import { useFields } from '../../state/address.ts'
import { oneOf, segment, text } from '../../state/fields.ts'

const FIELDS = { run: text(), env: text(), task: text(), order: oneOf('newest', 'oldest') }
const LIVE_MS = 5_000

/** Groups, the newest first, of any run, environment and task. */
export function GroupsPage(): JSX.Element {
  const [{ run, env, task, order }, setFields] = useFields(FIELDS)
  const conditions = Object.fromEntries(
    Object.entries({ run, env, task, order }).filter(([, value]) => value !== undefined),
  )
  const { data, error, hasNextPage, fetchNextPage, isPending } = useInfiniteQuery({
    queryKey: ['groups', conditions],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      call('GET /v1/groups', {
        ...conditions,
        ...(pageParam === '' ? {} : { after: pageParam }),
        limit: 100,
      }),
    getNextPageParam: ({ next }) => next,
    // Who has gone on to further pages reads them in peace.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : LIVE_MS),
  })
  useEffect(() => {
    document.title = 'Groups · Backchannel'
  }, [])
  const groups = data?.pages.flatMap((page) => page.groups) ?? []
  return (
    <div class="page wide-page">
      <h1>Groups</h1>
      <p class="links">
        {(['run', 'env', 'task'] as const).map((name) => (
          <label class="inline" key={name}>
            {name}{' '}
            <input
              class="field-in"
              value={{ run, env, task }[name] ?? ''}
              onChange={(event) => setFields({ [name]: event.currentTarget.value.trim() })}
            />
          </label>
        ))}
        <Select
          name="order"
          words={['newest', 'oldest']}
          value={order}
          set={(word) => setFields({ order: FIELDS.order.read(word) })}
        />
      </p>
      {error !== null && <FaultBox error={error} />}
      {isPending && error === null && <Skeleton />}
      {!isPending && error === null && groups.length === 0 && (
        <NoGroups isFiltered={run !== undefined || env !== undefined || task !== undefined} />
      )}
      {groups.length > 0 && <GroupTable groups={groups} />}
      {hasNextPage && (
        <button type="button" class="btn" onClick={() => void fetchNextPage()}>
          More
        </button>
      )}
    </div>
  )
}

function NoGroups({ isFiltered }: { readonly isFiltered: boolean }): JSX.Element {
  if (isFiltered) {
    return (
      <Empty>
        <h2>No group matches</h2>
        <a href="/groups">All groups</a>
      </Empty>
    )
  }
  return (
    <Empty>
      <h2>No group yet</h2>
      <p>A trainer puts rollouts of one task into a group. To see one, run:</p>
      <code>backchannel demo</code>
    </Empty>
  )
}

function GroupTable({
  groups,
}: {
  readonly groups: ResultAt<'GET /v1/groups'>['groups']
}): JSX.Element {
  return (
    <table class="plain big">
      <Heads names={['group', 'run', 'task', 'mode', 'finished', 'clean', 'guided', 'started']} />
      <tbody>
        {groups.map((group) => (
          <tr key={`${group.principal} ${group.run} ${group.id}`}>
            <td>
              <a href={`/groups/${segment(group.run)}/${segment(group.id)}`}>
                <Plain text={group.id} />
              </a>
            </td>
            <td>
              <Plain text={group.run} />
            </td>
            <td class="m">{group.task}</td>
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
              <Ago ms={group.opened_ms} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
