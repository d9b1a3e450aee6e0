import { useMutation } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Action } from '../../../client/index.ts'
import { call, queries } from '../../data/api.ts'
import { useEnvironment, useEpisode, useTools } from '../../data/episode-queries.ts'
import { titleOf } from '../../data/episode-title.ts'
import { counted, score, signed } from '../../data/format.ts'
import { turnsLeft } from '../../data/turn-rules.ts'
import { deltaTone } from '../../parts/chips.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Awaited, FaultBox } from '../../parts/states.tsx'
import { Head } from '../episode/head.tsx'
import { Talk } from '../episode/talk.tsx'
import { Composer } from './composer.tsx'
import { GoOn } from './go-on.tsx'

/** A person at play: the conversation so far, and a form for the next turn. */
export function PlayTable({ id = '' }: { readonly id?: string }): JSX.Element {
  const { episode, error, refetch } = useEpisode(id)
  const log = episode?.log
  const tools = useTools(id).data
  const env = log?.opening.environment
  const described = useEnvironment(env).data
  const step = useMutation({
    mutationFn: (action: Action) =>
      call('POST /v1/episodes/{episode_id}/steps', {
        episode_id: id,
        seq: (log?.turns.length ?? 0) + 1,
        action: action as never,
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['log', id] }),
  })
  const steps = log?.turns.length ?? 0
  useEffect(() => {
    if (log === undefined) return
    document.title = `Play: ${titleOf(log)} · Backchannel`
    document.getElementById(`s${steps}`)?.scrollIntoView({ block: 'nearest' })
  }, [log, steps])
  if (log === undefined) {
    return <Awaited error={error} retry={() => void refetch()} />
  }
  return (
    <>
      <Head id={id} log={log} report={undefined}>
        <a class="btn" href={`/episodes/${id}`}>
          <Icon name="eye" />
          View episode
        </a>
        {log.opening.parent !== undefined && (
          <a class="btn" href={`/compare?e=${log.opening.parent.episode},${id}`}>
            <Icon name="columns" />
            Compare with parent
          </a>
        )}
      </Head>
      <div class="table">
        <Talk log={log} step={steps} anchor={steps} open={[]} select={() => {}} redo={undefined} />
        <aside class="yours" aria-label="Your turn and the reward">
          <Standing turnsLeft={turnsLeft(log)} log={log} />
          {step.error !== null && <FaultBox error={step.error} />}
          {log.end === undefined && tools !== undefined && described !== undefined && (
            <Composer
              log={log}
              tools={tools}
              takesAnswers={described.takes_answers}
              isBusy={step.isPending}
              act={(action) => step.mutate(action)}
            />
          )}
          {log.end === undefined && <GoOn id={id} env={log.opening.environment} />}
          {log.end !== undefined && <AfterTheEnd id={id} />}
        </aside>
      </div>
    </>
  )
}

const AfterTheEnd = ({ id }: { readonly id: string }): JSX.Element => (
  <p class="links">
    <a class="btn primary" href={`/episodes/${id}`}>
      Reward and forks
    </a>
    <a class="btn" href="/play">
      Play another
    </a>
  </p>
)

/** The state of the play: total reward, the last step's reward, and the remaining turns. */
function Standing({
  log,
  turnsLeft: left,
}: {
  readonly log: NonNullable<ReturnType<typeof useEpisode>['episode']>['log']
  readonly turnsLeft: number
}): JSX.Element {
  const last = log.turns.at(-1)
  const isWon = log.metrics?.success === 1
  return (
    <div class="score" role="status">
      <b>{score(log.total)}</b>
      <span>
        {last !== undefined && last.reward !== 0 && (
          <span class={deltaTone(last.reward)}>{signed(last.reward)} in the last step · </span>
        )}
        {log.end === undefined
          ? `reward so far · ${counted(left, 'turn')} left`
          : isWon
            ? 'won'
            : `not won: ${log.end.reason.replaceAll('_', ' ')}`}
      </span>
    </div>
  )
}
