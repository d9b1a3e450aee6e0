import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Listing, useEpisodeList } from '../../data/episode-list.ts'
import { formatCount, formatDuration, formatRate, pluralize } from '../../data/format.ts'
import { ratesAt } from '../../data/rates.ts'
import { useNow } from '../../parts/chips.tsx'
import { EmptyState, ErrorBox, Skeleton } from '../../parts/states.tsx'
import { type SetUrlFields, useUrlFields } from '../../state/address.ts'
import { enumField } from '../../state/fields.ts'
import {
  activeFilters,
  conditionsOf,
  FILTERS,
  FilterChips,
  FilterPanel,
  type Filters,
  InvalidFilters,
  NO_FILTERS,
} from './filters.tsx'
import { EpisodeTable } from './list.tsx'
import { ROW_PIXELS } from './row.tsx'
import { ServerState } from './server-state.tsx'

const ORDERS = ['newest', 'updated', 'reward', 'oldest'] as const
const FIELDS = { ...FILTERS, order: enumField(...ORDERS) }

/** The live list of episodes, with filters. */
export function LivePage(): JSX.Element {
  const [fields, setFields] = useUrlFields(FIELDS)
  const { order, ...filters } = fields
  const [showsPanel, setShowsPanel] = useState(false)
  const [isPaused, setPaused] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const isUnderPointer = useRef(false)
  const listing = useEpisodeList(conditionsOf(filters), {
    order,
    freeze: () => {
      if (isPaused) return 'all'
      const isAtTop = (scroller.current?.scrollTop ?? 0) < ROW_PIXELS
      return isUnderPointer.current || !isAtTop ? 'order' : undefined
    },
  })
  useEffect(() => {
    document.title = 'Live · Backchannel'
  }, [])
  const filterCount = activeFilters(filters).length
  const togglePaused = (): void => {
    if (isPaused) listing.applyWaiting()
    setPaused(!isPaused)
  }
  return (
    <div class="live-page">
      <h1 class="visually-hidden">Live episodes</h1>
      <FilterBar
        filters={filters}
        order={order}
        onChange={setFields}
        showsPanel={showsPanel}
        togglePanel={() => setShowsPanel(!showsPanel)}
      >
        <LiveStatus listing={listing} isPaused={isPaused} toggle={togglePaused} />
      </FilterBar>
      {showsPanel && <FilterPanel filters={filters} onChange={setFields} />}
      <InvalidFilters />
      <ConnectionError listing={listing} />
      <div
        class="table-place"
        onPointerEnter={() => {
          isUnderPointer.current = true
        }}
        onPointerLeave={() => {
          isUnderPointer.current = false
        }}
      >
        {listing.waitingCount !== 0 && (
          <button type="button" class="new-rows" onClick={listing.applyWaiting}>
            {waitingText(listing)} {isPaused ? 'changed' : 'new'} ↑
          </button>
        )}
        <EpisodeTable
          listing={listing}
          scroller={scroller}
          togglePaused={togglePaused}
          editFilter={() => setShowsPanel(!showsPanel)}
        />
        {listing.rows.length === 0 && !listing.isLoading && listing.error === undefined && (
          <NoEpisodes on={filterCount} clear={() => setFields(NO_FILTERS)} />
        )}
        {listing.rows.length === 0 && listing.isLoading && <Skeleton rows={14} />}
      </div>
      <ServerState />
    </div>
  )
}

const waitingText = ({ waitingCount }: Listing): string =>
  waitingCount === undefined ? 'many' : formatCount(waitingCount)

/** The bar above the list: active filters and the order. */
function FilterBar({
  filters,
  order,
  onChange,
  showsPanel,
  togglePanel,
  children,
}: {
  readonly filters: Filters
  readonly order: string
  readonly onChange: SetUrlFields<typeof FIELDS>
  readonly showsPanel: boolean
  readonly togglePanel: () => void
  readonly children: ComponentChildren
}): JSX.Element {
  const isFiltered = activeFilters(filters).length > 0
  return (
    <div class="toolbar">
      <FilterChips filters={filters} onChange={onChange} />
      <button type="button" class="btn small" aria-expanded={showsPanel} onClick={togglePanel}>
        {isFiltered ? 'Edit filter' : 'Filter'} <kbd>e</kbd>
      </button>
      {isFiltered && (
        <button type="button" class="link" onClick={() => onChange(NO_FILTERS)}>
          clear
        </button>
      )}
      <label class="order">
        order{' '}
        <select
          class="input small"
          value={order}
          onChange={(event) => onChange({ order: FIELDS.order.parse(event.currentTarget.value) })}
        >
          {ORDERS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {children}
    </div>
  )
}

/** Whether the list updates, the number of episodes, and the server's rates. */
function LiveStatus({
  listing,
  isPaused,
  toggle,
}: {
  readonly listing: Listing
  readonly isPaused: boolean
  readonly toggle: () => void
}): JSX.Element {
  const { total, growth, rows, isLoading, disconnectedMs, rates } = listing
  const { steps, opened, closed } = ratesAt(rates, useNow(1_000))
  const statusText = isPaused ? 'paused' : disconnectedMs === undefined ? 'live' : 'waiting'
  return (
    <span class="live-status">
      <button type="button" class="btn small" aria-pressed={isPaused} onClick={toggle}>
        <span class={`dot ${statusText}`} />
        {statusText} <kbd>.</kbd>
      </button>
      {steps + opened + closed > 0 && (
        <span title="Of all episodes, over the last five seconds">
          <b>{formatRate(steps)}</b> steps/s · <b>{formatRate(opened)}</b> opened/s ·{' '}
          <b>{formatRate(closed)}</b> ended/s
        </span>
      )}
      <span>
        {total === null || total === undefined
          ? isLoading
            ? 'loading …'
            : pluralize(rows.length, 'row')
          : `${total.exact ? '' : 'about '}${pluralize(total.count + growth, 'episode')}`}
      </span>
    </span>
  )
}

/** The error that stops the list's updates. The rows stay below it. */
function ConnectionError({ listing }: { readonly listing: Listing }): JSX.Element | null {
  const nowMs = useNow(1_000)
  const { error, disconnectedMs, rows } = listing
  if (error !== undefined && rows.length === 0) return <ErrorBox error={error} />
  if (error === undefined && disconnectedMs === undefined) return null
  return (
    <p class="notice" role="status">
      {disconnectedMs === undefined
        ? 'The list could not be read. Trying again.'
        : `Connection lost ${formatDuration(nowMs - disconnectedMs)} ago. ` +
          'Rows may be out of date. Reconnecting.'}
    </p>
  )
}

function NoEpisodes({
  on: filterCount,
  clear,
}: {
  readonly on: number
  readonly clear: () => void
}) {
  return (
    <EmptyState>
      <h2>No episode matches</h2>
      {filterCount > 0 ? (
        <button type="button" class="btn" onClick={clear}>
          Clear {pluralize(filterCount, 'filter')}
        </button>
      ) : (
        <>
          <p>There are no episodes on this server yet. Play one yourself, or run a policy:</p>
          <code>
            backchannel rollout --env phone-call-v2 --policy habit --run first --url{' '}
            {location.origin}
          </code>
          <a class="btn primary" href="/play">
            Play
          </a>
        </>
      )}
    </EmptyState>
  )
}
