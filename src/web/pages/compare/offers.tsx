import { useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { call } from '../../data/api.ts'
import { score, shortId } from '../../data/format.ts'
import { Ago, Outcome, standingOf } from '../../parts/chips.tsx'
import { Heads } from '../../parts/heads.tsx'
import { FaultBox } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'

const OFFERED = 60
const ROWS = 20

/** What an episode can be compared with: those of its group first, then others of its task. */
async function offersFor(id: string) {
  const [own] = (await call('GET /v1/episodes', { ids: [id], limit: 1 })).episodes
  if (own === undefined) return undefined
  const { env, task, run, group } = own
  const same = { env, task, order: 'newest' as const, limit: OFFERED }
  const asked = [call('GET /v1/episodes', same)]
  if (group !== null && run !== null) asked.push(call('GET /v1/episodes', { ...same, run }))
  const found = (await Promise.all(asked)).flatMap(({ episodes }) => episodes)
  const others = new Map(found.map((one) => [one.episode_id, one]))
  others.delete(id)
  const isSibling = (one: typeof own): boolean =>
    group !== null && one.run === run && one.group?.id === group.id
  const sorted = [...others.values()].sort(
    (one, other) => Number(isSibling(other)) - Number(isSibling(one)),
  )
  return { own, offers: sorted.slice(0, ROWS).map((one) => ({ ...one, sibling: isSibling(one) })) }
}

/** Rollouts of the same group and the same task, each a press away from being compared. */
export function Offers({ id }: { readonly id: string }): JSX.Element | null {
  const { data, error } = useQuery({ queryKey: ['offers', id], queryFn: () => offersFor(id) })
  if (error !== null) return <FaultBox error={error} />
  if (data === undefined) return null
  const { own, offers } = data
  if (offers.length === 0) return <p>No other episode of the task {own.task} was played.</p>
  return (
    <section>
      <h2>
        Other episodes of the task <Plain text={own.task} />
      </h2>
      <table class="plain big">
        <Heads names={['episode', 'run', 'condition', 'end', 'reward', 'steps', 'updated']} />
        <tbody>
          {offers.map((one) => (
            <tr key={one.episode_id}>
              <th scope="row">
                <a class="m" href={`/compare?e=${id},${one.episode_id}`}>
                  {shortId(one.episode_id)}
                </a>{' '}
                {one.sibling && <span class="quiet">same group, rollout {one.group?.index}</span>}
              </th>
              <td>{one.run !== null && <Plain text={one.run} />}</td>
              <td>{one.condition ?? 'fork'}</td>
              <td>
                <Outcome standing={standingOf(one)} />
              </td>
              <td>{score(one.score)}</td>
              <td>{one.steps}</td>
              <td>
                <Ago ms={one.updated_ms} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
