import type { JSX } from 'preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { compareHref } from '../../data/compare-href.ts'
import type { Listing } from '../../data/episode-list.ts'
import { pluralize } from '../../data/format.ts'
import { useNow } from '../../parts/chips.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useVirtualRows } from '../../parts/virtual-rows.tsx'
import { useKeys } from '../../state/keys.ts'
import { storeSourceList } from '../../state/trail.ts'
import { COLUMNS, EpisodeRow, ROW_PIXELS } from './row.tsx'

/** The next page loads when the last visible row is this close to the end. */
const PRELOADED_ROWS = 60

interface ListProps {
  readonly listing: Listing
  readonly scroller: { current: HTMLDivElement | null }
  readonly togglePaused: () => void
  readonly editFilter: () => void
}

/** The table of episodes. Only visible rows are drawn. */
export function EpisodeTable({
  listing,
  scroller,
  togglePaused,
  editFilter,
}: ListProps): JSX.Element {
  const { rows } = listing
  const [now, setCurrentId] = useState<string>()
  const [marked, setMarked] = useState<readonly string[]>([])
  const virtual = useVirtualRows(scroller, rows.length, ROW_PIXELS)
  const nowMs = useNow(1_000) - listing.clockLeadMs
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const { loadMore } = listing
  useEffect(() => {
    if (rows.length > 0 && last > rows.length - PRELOADED_ROWS) loadMore()
  }, [last, rows.length, loadMore])
  const latest = useRef(rows)
  latest.current = rows
  // The callbacks are stable, so that memoized rows do not render again.
  const ids = useCallback(() => latest.current.map(({ episode_id: id }) => id), [])
  const open = useCallback(() => storeSourceList(ids()), [ids])
  useListKeys({
    ids,
    now,
    marked,
    setMarked,
    show: (id, at) => {
      setCurrentId(id)
      virtual.scrollToIndex(at)
      requestAnimationFrame(() => {
        scroller.current?.querySelector<HTMLElement>(`[data-index="${at}"]`)?.focus()
      })
    },
    more: { e: editFilter, '.': togglePaused },
  })
  return (
    <div class="rows" ref={scroller} role="table" aria-label="Episodes" aria-rowcount={-1}>
      <div role="rowgroup">
        <div role="row" class="row head" aria-rowindex={1}>
          {COLUMNS.map((name) => (
            <span role="columnheader" key={name}>
              {name}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" class="canvas" style={{ height: `${virtual.getTotalSize()}px` }}>
        {shown.map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          const id = row.episode_id
          return (
            <EpisodeRow
              key={id}
              row={row}
              top={start}
              index={index}
              isCurrent={id === now}
              isMarked={marked.includes(id)}
              nowMs={row.end_reason === null ? nowMs : nowMs - (nowMs % 10_000)}
              open={open}
            />
          )
        })}
      </div>
      <MarkedBar marked={marked} />
    </div>
  )
}

function MarkedBar({ marked }: { readonly marked: readonly string[] }): JSX.Element | null {
  if (marked.length === 0) return null
  return (
    <p class="marked-bar">
      <Icon name="columns" />
      {pluralize(marked.length, 'episode')} marked
      {marked.length > 1 && (
        <a class="btn small primary" href={compareHref(marked)}>
          Compare <kbd>c</kbd>
        </a>
      )}
    </p>
  )
}

/** The keyboard shortcuts that move, open and mark. */
function useListKeys({
  ids,
  now,
  marked,
  setMarked,
  show,
  more,
}: {
  readonly ids: () => readonly string[]
  readonly now: string | undefined
  readonly marked: readonly string[]
  readonly setMarked: (marked: readonly string[]) => void
  readonly show: (id: string, at: number) => void
  readonly more: Readonly<Record<string, () => void>>
}): void {
  const { route } = useLocation()
  const move = (by: number): void => {
    const all = ids()
    const at = now === undefined ? -1 : all.indexOf(now)
    const to = Math.min(all.length - 1, Math.max(0, at + by))
    const id = all[to]
    if (id !== undefined) show(id, to)
  }
  useKeys({
    ...more,
    j: () => move(1),
    k: () => move(-1),
    Enter: () => {
      if (now === undefined) return
      storeSourceList(ids())
      route(`/episodes/${now}`)
    },
    x: () => {
      if (now === undefined) return
      setMarked(marked.includes(now) ? marked.filter((id) => id !== now) : [...marked, now])
    },
    c: () => {
      if (marked.length > 1) route(compareHref(marked))
    },
  })
}
