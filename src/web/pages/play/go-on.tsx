import { useMutation, useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { call, queries } from '../../data/api.ts'
import { takeWatching } from '../../data/open-task.ts'
import { FaultBox } from '../../parts/states.tsx'

/** Between two turns, so that people can follow. */
const PACE_MS = 600

/** Lets a player of the environment play on, a turn at a time or to the end: for admins. */
export function GoOn({ id, env }: { readonly id: string; readonly env: string }): JSX.Element {
  const { data: card } = useQuery({
    queryKey: ['card', env],
    queryFn: () => call('GET /v1/environments/{env}/card', { env }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [wanted] = useState(() => takeWatching(id))
  const [player, setPlayer] = useState(wanted ?? 'oracle')
  const [goesOn, setGoesOn] = useState(wanted !== undefined)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('POST /v1/episodes/{episode_id}/continue', { episode_id: id, player }),
    onError: () => setGoesOn(false),
    onSettled: () => queries.invalidateQueries({ queryKey: ['log', id] }),
  })
  useEffect(() => {
    if (!goesOn || isPending) return
    const timer = setTimeout(() => mutate(), PACE_MS)
    return () => clearTimeout(timer)
  }, [goesOn, isPending, mutate])
  return (
    <section class="goon" aria-label="Let a player go on">
      <label class="inline">
        or let{' '}
        <select
          class="field-in small"
          value={player}
          onChange={(event) => setPlayer(event.currentTarget.value)}
        >
          {(card?.players ?? [player]).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <button
        type="button"
        class="btn small"
        disabled={isPending || goesOn}
        onClick={() => mutate()}
      >
        play a turn
      </button>
      <button
        type="button"
        class="btn small"
        aria-pressed={goesOn}
        onClick={() => setGoesOn(!goesOn)}
      >
        {goesOn ? 'stop' : 'play on'}
      </button>
      {error !== null && <FaultBox error={error} />}
    </section>
  )
}
