import { useInfiniteQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ResultAt } from '../../../client/resources.ts'
import { call } from '../../data/api.ts'
import { Ago } from '../../parts/chips.tsx'
import { Empty, FaultBox, Skeleton } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'
import { useFields } from '../../state/address.ts'
import { segment, text } from '../../state/fields.ts'

const FIELDS = { run: text() }

/** Groups, as the server lists them. */
export function GroupsPage(): JSX.Element {
  const [{ run }, setFields] = useFields(FIELDS)
  const { data, error, hasNextPage, fetchNextPage, isPending } = useInfiniteQuery({
    queryKey: ['groups', run],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      call('GET /v1/groups', {
        ...(run === undefined ? {} : { run }),
        ...(pageParam === '' ? {} : { after: pageParam }),
        limit: 200,
      }),
    getNextPageParam: ({ next }) => next,
  })
  useEffect(() => {
    document.title = 'Groups · Backchannel'
  }, [])
  const groups = data?.pages.flatMap((page) => page.groups) ?? []
  return (
    <div class="page">
      <h1>Groups</h1>
      <label class="inline">
        run{' '}
        <input
          class="field-in"
          value={run ?? ''}
          onChange={(event) => setFields({ run: event.currentTarget.value.trim() })}
        />
      </label>
      {error !== null && <FaultBox error={error} />}
      {isPending && error === null && <Skeleton />}
      {!isPending && groups.length === 0 && (
        <Empty>
          <h2>No group yet</h2>
          <p>Rollouts of one task belong to a group where the trainer says so. Try one:</p>
          <code>backchannel demo</code>
        </Empty>
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

function GroupTable({
  groups,
}: {
  readonly groups: ResultAt<'GET /v1/groups'>['groups']
}): JSX.Element {
  return (
    <table class="plain big">
      <thead>
        <tr>
          {['group', 'run', 'task', 'mode', 'over', 'clean', 'guided', 'begun'].map((name) => (
            <th key={name}>{name}</th>
          ))}
        </tr>
      </thead>
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
