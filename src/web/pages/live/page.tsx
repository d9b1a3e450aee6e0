import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Listing, useEpisodeList } from '../../data/episode-list.ts'
import { count, counted, duration, rate } from '../../data/format.ts'
import { ratesAt } from '../../data/rates.ts'
import { useNow } from '../../parts/chips.tsx'
import { Empty, FaultBox, Skeleton } from '../../parts/states.tsx'
import { type SetFields, useFields } from '../../state/address.ts'
import { oneOf } from '../../state/fields.ts'
import {
  conditionsOf,
  FILTERS,
  FilterChips,
  FilterPanel,
  type Filters,
  filtersOn,
  NO_FILTERS,
  UnknownFilters,
} from './filters.tsx'
import { List } from './list.tsx'
import { ROW_PIXELS } from './row.tsx'
import { ServerState } from './server-state.tsx'

const ORDERS = ['newest', 'updated', 'reward', 'oldest'] as const
const FIELDS = { ...FILTERS, order: oneOf(...ORDERS) }

/** Episodes as they happen, under any filter. */
export function LivePage(): JSX.Element {
  const [fields, setFields] = useFields(FIELDS)
  const { order, ...filters } = fields
  const [showsPanel, setShowsPanel] = useState(false)
  const [held, setHeld] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const isUnderPointer = useRef(false)
  const listing = useEpisodeList(conditionsOf(filters), {
    order,
    hold: () => {
      if (held) return 'changes nothing'
      const isAtTop = (scroller.current?.scrollTop ?? 0) < ROW_PIXELS
      return isUnderPointer.current || !isAtTop ? 'moves nothing' : undefined
    },
  })
  useEffect(() => {
    document.title = 'Live · Backchannel'
  }, [])
  const on = filtersOn(filters).length
  const toggleHeld = (): void => {
    if (held) listing.takeWaiting()
    setHeld(!held)
  }
  return (
    <div class="livepage">
      <h1 class="vh">Live episodes</h1>
      <Bar
        filters={filters}
        order={order}
        set={setFields}
        showsPanel={showsPanel}
        togglePanel={() => setShowsPanel(!showsPanel)}
      >
        <Pulse listing={listing} held={held} toggle={toggleHeld} />
      </Bar>
      {showsPanel && <FilterPanel filters={filters} set={setFields} />}
      <UnknownFilters />
      <Trouble listing={listing} />
      <div
        class="table-place"
        onPointerEnter={() => {
          isUnderPointer.current = true
        }}
        onPointerLeave={() => {
          isUnderPointer.current = false
        }}
      >
        {listing.fresh !== 0 && (
          <button type="button" class="fresh" onClick={listing.takeWaiting}>
            {freshOf(listing)} {held ? 'changed' : 'new'} ↑
          </button>
        )}
        <List
          listing={listing}
          scroller={scroller}
          toggleHeld={toggleHeld}
          editFilter={() => setShowsPanel(!showsPanel)}
        />
        {listing.rows.length === 0 && !listing.isLoading && listing.error === undefined && (
          <NoEpisodes on={on} clear={() => setFields(NO_FILTERS)} />
        )}
        {listing.rows.length === 0 && listing.isLoading && <Skeleton rows={14} />}
      </div>
      <ServerState />
    </div>
  )
}

const freshOf = ({ fresh }: Listing): string => (fresh === undefined ? 'many' : count(fresh))

/** Filters that are on, the order, and how the list is followed. */
function Bar({
  filters,
  order,
  set,
  showsPanel,
  togglePanel,
  children,
}: {
  readonly filters: Filters
  readonly order: string
  readonly set: SetFields<typeof FIELDS>
  readonly showsPanel: boolean
  readonly togglePanel: () => void
  readonly children: ComponentChildren
}): JSX.Element {
  const isFiltered = filtersOn(filters).length > 0
  return (
    <div class="bar2">
      <FilterChips filters={filters} set={set} />
      <button type="button" class="btn small" aria-expanded={showsPanel} onClick={togglePanel}>
        {isFiltered ? 'Edit filter' : 'Filter'} <kbd>e</kbd>
      </button>
      {isFiltered && (
        <button type="button" class="link" onClick={() => set(NO_FILTERS)}>
          clear
        </button>
      )}
      <label class="order">
        order{' '}
        <select
          class="field-in small"
          value={order}
          onChange={(event) => set({ order: FIELDS.order.read(event.currentTarget.value) })}
        >
          {ORDERS.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </select>
      </label>
      {children}
    </div>
  )
}

/** Whether the list is followed, how much of it there is, and how fast the server is going. */
function Pulse({
  listing,
  held,
  toggle,
}: {
  readonly listing: Listing
  readonly held: boolean
  readonly toggle: () => void
}): JSX.Element {
  const { total, grown, rows, lostMs, rates } = listing
  const { steps, opened, closed } = ratesAt(rates, useNow(1_000))
  const word = held ? 'paused' : lostMs === undefined ? 'live' : 'waiting'
  return (
    <span class="pulse">
      <button type="button" class="btn small" aria-pressed={held} onClick={toggle}>
        <span class={`dot ${word}`} />
        {word} <kbd>.</kbd>
      </button>
      {steps + opened + closed > 0 && (
        <span title="Of all episodes, over the last five seconds">
          <b>{rate(steps)}</b> steps/s · <b>{rate(opened)}</b> opened/s · <b>{rate(closed)}</b>{' '}
          ended/s
        </span>
      )}
      <span>
        {total === null || total === undefined
          ? counted(rows.length, 'row')
          : `${total.exact ? '' : 'about '}${counted(total.count + grown, 'episode')}`}
      </span>
    </span>
  )
}

/** The error that stops the list's updates. The rows stay below it. */
function Trouble({ listing }: { readonly listing: Listing }): JSX.Element | null {
  const nowMs = useNow(1_000)
  const { error, lostMs, rows } = listing
  if (error !== undefined && rows.length === 0) return <FaultBox error={error} />
  if (error === undefined && lostMs === undefined) return null
  return (
    <p class="amber" role="status">
      {lostMs === undefined
        ? 'The list could not be read. Trying again.'
        : `Connection lost ${duration(nowMs - lostMs)} ago. Rows may be out of date. Reconnecting.`}
    </p>
  )
}

function NoEpisodes({ on, clear }: { readonly on: number; readonly clear: () => void }) {
  return (
    <Empty>
      <h2>No episode matches</h2>
      {on > 0 ? (
        <button type="button" class="btn" onClick={clear}>
          Clear {counted(on, 'filter')}
        </button>
      ) : (
        <>
          <p>Nothing has been played on this server yet. Play yourself, or let a policy:</p>
          <code>
            backchannel rollout --env phone-call-v2 --policy habit --run first --url{' '}
            {location.origin}
          </code>
          <a class="btn primary" href="/play">
            Play
          </a>
        </>
      )}
    </Empty>
  )
}
