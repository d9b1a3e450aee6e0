import { useMutation } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Action } from '../../../client/index.ts'
import { callServer, queryClient } from '../../data/api.ts'
import type { ParsedLog } from '../../data/episode-log.ts'
import { useEpisode, useNextTurn, useTools } from '../../data/episode-queries.ts'
import { episodeTitle } from '../../data/episode-title.ts'
import { forkEpisode } from '../../data/fork.ts'
import { formatScore, formatSigned, pluralize } from '../../data/format.ts'
import { deltaClass } from '../../parts/chips.tsx'
import { Icon } from '../../parts/icons.tsx'
import { ErrorBox, LoadingPage } from '../../parts/states.tsx'
import { EpisodeHeader } from '../episode/head.tsx'
import { ConversationView } from '../episode/talk.tsx'
import { Composer } from './composer.tsx'
import { PlayerControls } from './go-on.tsx'

/** The page for playing by hand. Each episode has its own: no policy goes on in another one. */
export const PlayEpisodePage = ({ id = '' }: { readonly id?: string }): JSX.Element => (
  <PlayTable key={id} id={id} />
)

/** The conversation, and a form for the next turn. */
function PlayTable({ id }: { readonly id: string }): JSX.Element {
  const { episode, error, refetch } = useEpisode(id)
  const log = episode?.log
  const tools = useTools(id).data
  const nextTurn = useNextTurn(id, log?.turns.length)
  const { data: next, isPlaceholderData: isNextStale } = nextTurn
  const step = useMutation({
    mutationFn: (action: Action) =>
      callServer('POST /v1/episodes/{episode_id}/steps', {
        episode_id: id,
        seq: (log?.turns.length ?? 0) + 1,
        action: action as never,
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['log', id] }),
  })
  const { retryStep, problem } = useFork(id, log)
  const steps = log?.turns.length ?? 0
  useNewestStep(log, steps)
  const { aside, expectTurn } = useFocusAfterTurn(steps)
  if (log === undefined) {
    return <LoadingPage error={error} retry={() => void refetch()} />
  }
  return (
    <>
      <EpisodeHeader id={id} log={log} report={undefined}>
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
      </EpisodeHeader>
      <div class="table">
        <ConversationView
          log={log}
          step={steps}
          anchor={steps}
          open={[steps]}
          select={() => {}}
          retryStep={log.end === undefined ? undefined : retryStep}
          isSystemOpen
        />
        <aside class="your-turn" ref={aside} tabIndex={-1} aria-label={YOUR_TURN}>
          <PlayStatus turnsLeft={next?.turns_left} log={log} />
          {step.error !== null && <ErrorBox error={step.error} />}
          {nextTurn.error !== null && <ErrorBox error={nextTurn.error} />}
          {log.end === undefined && tools !== undefined && next != null && (
            <Composer
              log={log}
              tools={tools}
              next={next}
              isBusy={step.isPending || isNextStale}
              act={(action) => {
                expectTurn()
                step.mutate(action)
              }}
            />
          )}
          {log.end === undefined && <PlayerControls id={id} env={log.opening.environment} />}
          {problem !== '' && <ErrorBox error={problem} />}
          {log.end !== undefined && <FinishedLinks id={id} />}
        </aside>
      </div>
    </>
  )
}

/** Shows the answer to the newest step, and the step itself even if both do not fit. */
function useNewestStep(log: ParsedLog | undefined, steps: number): void {
  useEffect(() => {
    if (log === undefined) return
    document.title = `Play: ${episodeTitle(log)} · Backchannel`
    document.querySelector('.talk > .episode-end')?.scrollIntoView({ block: 'nearest' })
    document.getElementById(`s${steps}`)?.scrollIntoView({ block: 'nearest' })
  }, [log, steps])
}

const YOUR_TURN = 'Your turn and the reward'

/**
 * Sending a turn replaces the form that has the focus. The focus stays beside the conversation, so
 * that the next form is one key away, however long the conversation is.
 */
function useFocusAfterTurn(steps: number) {
  const aside = useRef<HTMLElement>(null)
  const sentAt = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (steps <= sentAt.current) return
    sentAt.current = Number.POSITIVE_INFINITY
    const { activeElement: at, body } = document
    const isLost = at === null || at === body || at.id === 'content'
    if (isLost) aside.current?.focus({ preventScroll: true })
  }, [steps])
  const expectTurn = (): void => {
    sentAt.current = steps
  }
  return { aside, expectTurn }
}

/** Forks an episode before a step, and goes to the fork. */
function useFork(id: string, log: ParsedLog | undefined) {
  const { route } = useLocation()
  const [problem, setProblem] = useState('')
  const retryStep = useCallback(
    (step: number) => {
      if (log === undefined) return
      void forkEpisode(id, step - 1, log).then(route, (reason) => setProblem(String(reason)))
    },
    [id, log, route],
  )
  return { retryStep, problem }
}

const FinishedLinks = ({ id }: { readonly id: string }): JSX.Element => (
  <>
    <p class="links">
      <a class="btn primary" href={`/episodes/${id}`}>
        Why this reward
      </a>
      <a class="btn" href="/play">
        Play another
      </a>
    </p>
    <p class="quiet">
      To fork the episode, choose <i>try another action</i> at a step.
    </p>
  </>
)

/** The total reward, the reward of the last step, and the remaining turns. */
function PlayStatus({
  log,
  turnsLeft: left,
}: {
  readonly log: ParsedLog
  readonly turnsLeft: number | undefined
}): JSX.Element {
  const last = log.turns.at(-1)
  const isWon = log.metrics?.success === 1
  return (
    <div class="score" role="status">
      <b>{formatScore(log.total)}</b>
      <span>
        {last !== undefined && last.reward !== 0 && (
          <span class={deltaClass(last.reward)}>
            {formatSigned(last.reward)} in the last step ·{' '}
          </span>
        )}
        {log.end === undefined
          ? `reward so far${left === undefined ? '' : ` · ${pluralize(left, 'turn')} left`}`
          : isWon
            ? 'won'
            : `not won: ${log.end.reason.replaceAll('_', ' ')}`}
      </span>
    </div>
  )
}
