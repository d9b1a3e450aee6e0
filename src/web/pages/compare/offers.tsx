import { useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { callServer } from '../../data/api.ts'
import { formatScore, shortenId } from '../../data/format.ts'
import { OutcomeChip, outcomeOf, TimeAgo } from '../../parts/chips.tsx'
import { ErrorBox } from '../../parts/states.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { PlainText } from '../../parts/text.tsx'

const CANDIDATES_MAX = 60
const ROWS = 20

/** Episodes to compare with: first the same group, then the same task. */
async function findCandidates(id: string) {
  const [own] = (await callServer('GET /v1/episodes', { ids: [id], limit: 1 })).episodes
  if (own === undefined) return undefined
  const { env, task, run, group } = own
  const same = { env, task, order: 'newest' as const, limit: CANDIDATES_MAX }
  const requests = [callServer('GET /v1/episodes', same)]
  if (group !== null && run !== null)
    requests.push(callServer('GET /v1/episodes', { ...same, run }))
  const found = (await Promise.all(requests)).flatMap(({ episodes }) => episodes)
  const others = new Map(found.map((one) => [one.episode_id, one]))
  others.delete(id)
  const isSibling = (one: typeof own): boolean =>
    group !== null && one.run === run && one.group?.id === group.id
  const sorted = [...others.values()].sort(
    (one, other) => Number(isSibling(other)) - Number(isSibling(one)),
  )
  return { own, offers: sorted.slice(0, ROWS).map((one) => ({ ...one, sibling: isSibling(one) })) }
}

/** A table of episodes of the same task, with links that compare them. */
export function ComparisonCandidates({ id }: { readonly id: string }): JSX.Element | null {
  const { data, error } = useQuery({ queryKey: ['offers', id], queryFn: () => findCandidates(id) })
  if (error !== null) return <ErrorBox error={error} />
  if (data === undefined) return null
  const { own, offers } = data
  if (offers.length === 0) return <p>No other episode of the task {own.task} was played.</p>
  return (
    <section>
      <h2>
        Other episodes of the task <PlainText text={own.task} />
      </h2>
      <table class="plain big one-line">
        <TableHead names={['episode', 'run', 'condition', 'end', 'reward', 'steps', 'updated']} />
        <tbody>
          {offers.map((one) => (
            <tr key={one.episode_id}>
              <th scope="row">
                <a class="mono" href={`/compare?e=${id},${one.episode_id}`}>
                  {shortenId(one.episode_id)}
                </a>{' '}
                {one.sibling && <span class="quiet">same group, rollout {one.group?.index}</span>}
              </th>
              <td>{one.run !== null && <PlainText text={one.run} />}</td>
              <td>{one.condition ?? 'fork'}</td>
              <td>
                <OutcomeChip outcome={outcomeOf(one)} />
              </td>
              <td>{formatScore(one.score)}</td>
              <td>{one.steps}</td>
              <td>
                <TimeAgo ms={one.updated_ms} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
