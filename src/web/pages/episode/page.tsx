import type { JSX } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { LogRow } from '../../../client/index.ts'
import { useModelCalls } from '../../data/call-queries.ts'
import { useEnvironment, useEpisode, useHiddenLog, useReplay } from '../../data/episode-queries.ts'
import { episodeTitle } from '../../data/episode-title.ts'
import { forkEpisode, lastForkPosition } from '../../data/fork.ts'
import { Icon } from '../../parts/icons.tsx'
import { ErrorBox, LoadingPage } from '../../parts/states.tsx'
import { useToast } from '../../parts/toast.tsx'
import { useUrlFields } from '../../state/address.ts'
import { enumField, integerField, listField } from '../../state/fields.ts'
import { useKeys } from '../../state/keys.ts'
import { isGuestOf } from '../../state/session.ts'
import { neighbourInSourceList, readSourceList } from '../../state/trail.ts'
import { CopyMenu } from './copy-menu.tsx'
import { EpisodeHeader } from './head.tsx'
import { LogView } from './log-view.tsx'
import { StepList } from './rail.tsx'
import { Difference } from './replay-badge.tsx'
import { PACES, Scrubber } from './scrubber.tsx'
import { OutcomePanel } from './side.tsx'
import { ConversationView } from './talk.tsx'
import { CritiquePanel } from './why.tsx'

const FIELDS = { step: integerField(undefined), view: enumField('talk', 'log'), open: listField() }

/** One episode: its conversation, its rewards, and whether its replay matches. */
export function EpisodePage({ id = '' }: { readonly id?: string }): JSX.Element {
  const { episode, error, isPending, refetch } = useEpisode(id)
  const { route } = useLocation()
  const [toast, showToast] = useToast()
  const goToNeighbour = (by: 1 | -1): void => {
    const other = neighbourInSourceList(id, by)
    if (other === undefined)
      showToast(by === 1 ? 'This is the last of the list.' : 'This is the first.')
    else route(`/episodes/${other}`)
  }
  // These keys also work while the episode is loading.
  useKeys({
    j: () => goToNeighbour(1),
    k: () => goToNeighbour(-1),
    u: () => route(readSourceList()?.from ?? '/live'),
  })
  if (episode === undefined) {
    const loadError = error ?? (isPending ? null : 'The log is empty.')
    return <LoadingPage error={loadError} rows={12} retry={() => void refetch()} />
  }
  return (
    <>
      <Loaded key={id} id={id} {...episode} staleError={error} />
      {toast}
    </>
  )
}

type Loaded = NonNullable<ReturnType<typeof useEpisode>['episode']>

/** The view of an episode, from the address, the keys and the visitor's choices. */
function useView(id: string, { log, rows }: Loaded) {
  const { route } = useLocation()
  const [fields, setFields] = useUrlFields(FIELDS)
  const [toast, showToast] = useToast()
  const [isCopying, setCopying] = useState(false)
  const [wantsHidden, setWantsHidden] = useState(false)
  const [isPlaying, setPlaying] = useState(false)
  const [paceMs, setPaceMs] = useState<number>(PACES[2])
  const replay = useReplay(id, { rows: rows.length, isOver: log.end !== undefined })
  const hidden = useHiddenLog(id, { rows: rows.length, isEnabled: wantsHidden })
  const calls = useModelCalls(id, { rows: rows.length, isOver: log.end !== undefined })
  const environment = useEnvironment(log.opening.environment).data
  const steps = log.turns.length
  const step = Math.min(fields.step ?? steps, steps)
  const forkAt = Math.min(step, lastForkPosition(log, rows))
  const isGuest = isGuestOf(id)
  const select = useCallback(
    (wanted: number) => setFields({ step: Math.max(0, wanted) }, { replace: true }),
    [setFields],
  )
  useScrollTo(fields.step)
  useEffect(() => {
    document.title = `${episodeTitle(log)} · Backchannel`
  }, [log])
  const take = useCallback(
    (position: number) =>
      void forkEpisode(id, position, log).then(route, (reason) => showToast(String(reason))),
    [id, log, route, showToast],
  )
  const retryStep = useCallback((wanted: number) => take(wanted - 1), [take])
  const togglePlaying = useCallback(() => {
    setPlaying((was) => !was)
    if (!isPlaying && step >= steps) select(0)
  }, [isPlaying, select, step, steps])
  const actions = {
    compare: () => {
      const other = log.opening.parent?.episode
      route(`/compare?e=${other === undefined ? id : `${other},${id}`}`)
    },
    fork: () => take(forkAt),
    forkAt,
  }
  useKeys({
    ...stepKeys({ step, steps, select, togglePlaying, setPaceMs }),
    o: () => setFields({ open: toggled(fields.open, String(step)) }, { replace: true }),
    v: () => void replay.refetch(),
    y: () => setCopying(true),
    h: () => setWantsHidden((was) => !was),
    ...(isGuest
      ? {}
      : { c: actions.compare, f: actions.fork, p: () => take(lastForkPosition(log, rows)) }),
  })
  const copying = { isOpen: isCopying, onChange: setCopying, showToast }
  return {
    ...{ fields, toast, step, select, take, isGuest, environment, actions, copying },
    ...{ isPlaying, paceMs, togglePlaying, replay, calls },
    hidden: wantsHidden ? hidden : undefined,
    toggleHidden: () => setWantsHidden((was) => !was),
    retryStep: isGuest ? undefined : retryStep,
  }
}

function Loaded({
  id,
  log,
  rows,
  staleError,
}: Loaded & { readonly id: string; readonly staleError: unknown }): JSX.Element {
  const view = useView(id, { log, rows })
  const { fields, step, select, replay, calls, hidden, copying, isGuest, actions } = view
  return (
    <>
      <EpisodeHeader id={id} log={log} report={replay.data}>
        <Actions
          id={id}
          step={step}
          rows={rows}
          copying={copying}
          actions={isGuest ? undefined : actions}
        />
      </EpisodeHeader>
      {log.end !== undefined && <CritiquePanel id={id} log={log} />}
      {staleError !== null && <ErrorBox error={staleError} />}
      {replay.data !== undefined && <Difference report={replay.data} />}
      <div class="episode-columns">
        <StepList
          turns={log.turns}
          turnsMax={log.opening.turnsMax}
          step={step}
          path={`/episodes/${id}`}
        />
        {fields.view === 'log' ? (
          <LogView rows={rows} />
        ) : (
          <ConversationView
            log={hidden?.data ?? log}
            calls={calls.byStep}
            step={step}
            anchor={fields.step ?? 1}
            open={fields.open.map(Number)}
            select={select}
            retryStep={view.retryStep}
          />
        )}
        <OutcomePanel
          id={id}
          log={log}
          step={step}
          calls={calls.all}
          bounds={view.environment?.reward}
          rows={rows.length}
          replay={replay}
          hidden={hidden}
          toggleHidden={view.toggleHidden}
        />
      </div>
      <Scrubber turns={log.turns} {...view} />
      {view.toast}
    </>
  )
}

interface EpisodeActions {
  readonly compare: () => void
  readonly fork: () => void
  /** The step after which the episode is forked. */
  readonly forkAt: number
}

/** The buttons of an episode. A visitor with a view key can only copy. */
function Actions({
  id,
  step,
  rows,
  copying,
  actions,
}: {
  readonly id: string
  readonly step: number
  readonly rows: readonly LogRow[]
  readonly copying: {
    readonly isOpen: boolean
    readonly onChange: (on: boolean) => void
    readonly showToast: (text: string) => void
  }
  readonly actions: EpisodeActions | undefined
}): JSX.Element {
  const { isOpen, onChange, showToast } = copying
  const close = useCallback(
    (said?: string) => {
      onChange(false)
      if (said !== undefined) showToast(said)
    },
    [onChange, showToast],
  )
  return (
    <>
      <div class="menu">
        <button type="button" class="btn" aria-expanded={isOpen} onClick={() => onChange(!isOpen)}>
          <Icon name="copy" />
          Copy<kbd>y</kbd>
        </button>
        {isOpen && <CopyMenu subject={{ id, step, rows }} close={close} />}
      </div>
      {actions !== undefined && (
        <>
          <button type="button" class="btn" onClick={actions.compare}>
            <Icon name="columns" />
            Compare<kbd>c</kbd>
          </button>
          <button type="button" class="btn primary" onClick={actions.fork}>
            <Icon name="fork" />
            {actions.forkAt === 0 ? 'Fork at the start' : `Fork after step ${actions.forkAt}`}
            <kbd>f</kbd>
          </button>
        </>
      )}
    </>
  )
}

/** The keyboard shortcuts that move through the steps. */
function stepKeys({
  step,
  steps,
  select,
  togglePlaying,
  setPaceMs,
}: {
  readonly step: number
  readonly steps: number
  readonly select: (step: number) => void
  readonly togglePlaying: () => void
  readonly setPaceMs: (ms: number) => void
}): Readonly<Record<string, () => void>> {
  const paces = Object.entries(PACES).map(([key, ms]) => [key, () => setPaceMs(ms)] as const)
  return {
    ArrowLeft: () => select(step - 1),
    ArrowRight: () => select(Math.min(steps, step + 1)),
    Home: () => select(Math.min(1, steps)),
    End: () => select(steps),
    ' ': togglePlaying,
    ...Object.fromEntries(paces),
  }
}

const toggled = (list: readonly string[], one: string): string[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one]

/** Scrolls to the step in the address. */
function useScrollTo(step: number | undefined): void {
  useEffect(() => {
    if (step === undefined) return
    document.getElementById(`s${step}`)?.scrollIntoView({ block: 'center' })
  }, [step])
}
