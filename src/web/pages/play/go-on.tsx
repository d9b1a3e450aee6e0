import { useMutation, useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { callServer, queryClient } from '../../data/api.ts'
import { takeWatchedPlayer } from '../../data/open-task.ts'
import { ErrorBox } from '../../parts/states.tsx'

/** The delay between two turns, so that a person can follow. */
const TURN_DELAY_MS = 600

/** Lets a built-in player take one turn or all turns. Only admins may do this. */
export function PlayerControls({
  id,
  env,
}: {
  readonly id: string
  readonly env: string
}): JSX.Element {
  const { data: card } = useQuery({
    queryKey: ['card', env],
    queryFn: () => callServer('GET /v1/environments/{env}/card', { env }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [watchedPlayer] = useState(() => takeWatchedPlayer(id))
  const [player, setPlayer] = useState(watchedPlayer ?? 'oracle')
  const [isPlaying, setPlaying] = useState(watchedPlayer !== undefined)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      callServer('POST /v1/episodes/{episode_id}/continue', { episode_id: id, player }),
    onError: () => setPlaying(false),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['log', id] }),
  })
  useEffect(() => {
    if (!isPlaying || isPending) return
    const timer = setTimeout(() => mutate(), TURN_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, isPending, mutate])
  return (
    <section class="continue-bar" aria-label="Let a policy play">
      <label class="inline">
        Let{' '}
        <select
          class="input small"
          value={player}
          onChange={(event) => setPlayer(event.currentTarget.value)}
        >
          {(card?.players ?? [player]).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>{' '}
        play
      </label>
      <button
        type="button"
        class="btn small"
        disabled={isPending || isPlaying}
        onClick={() => mutate()}
      >
        one turn
      </button>
      <button
        type="button"
        class="btn small"
        aria-pressed={isPlaying}
        onClick={() => setPlaying(!isPlaying)}
      >
        {isPlaying ? 'stop' : 'to the end'}
      </button>
      {error !== null && <ErrorBox error={error} />}
    </section>
  )
}
