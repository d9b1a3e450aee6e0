import type { JSX } from 'preact'
import { useLocation } from 'preact-iso'
import type { AlignedRow } from '../../data/align.ts'
import { callServer } from '../../data/api.ts'
import { compareHref } from '../../data/compare-href.ts'
import type { GroupDetail } from '../../data/group.ts'
import { groupHref } from '../../data/group-href.ts'
import { useToast } from '../../parts/toast.tsx'
import { useKeys } from '../../state/keys.ts'
import { storeSourceList } from '../../state/trail.ts'
import type { Column } from './grid.tsx'

interface Fields {
  readonly mark: readonly string[]
  /** The selected cell. Rows count from 1, and 0 is none. */
  readonly at: number
  readonly row: number
}

interface GroupKeys {
  readonly group: GroupDetail
  readonly columns: readonly Column[]
  readonly rows: readonly AlignedRow[]
  readonly fields: Fields
  readonly set: (fields: Partial<Fields>) => void
  readonly toggleRows: () => void
}

const GROUPS_MAX = 1_000

/** The previous or next group of the same run and owner. */
async function neighbourGroup(
  { run, id, principal }: GroupDetail,
  by: 1 | -1,
): Promise<string | undefined> {
  const query = { run, principal, limit: GROUPS_MAX }
  const { groups } = await callServer('GET /v1/groups', query)
  const at = groups.findIndex((group) => group.id === id)
  if (at === -1) throw new Error(`This group is not among the newest ${GROUPS_MAX} of its run.`)
  const found = groups[at + by]
  return found && groupHref(found)
}

const clampIndex = (value: number, length: number): number =>
  Math.min(Math.max(0, length - 1), Math.max(0, value))

/** The keyboard shortcuts of a group's page. */
export function useGroupKeys({ group, columns, rows, fields, set, toggleRows }: GroupKeys): {
  readonly compare: () => void
  readonly toast: JSX.Element
} {
  const { route } = useLocation()
  const [toast, showToast] = useToast()
  const { mark, at, row } = fields
  const selectedId = columns[at]?.member.episode_id ?? undefined
  const compare = (): void => {
    if (mark.length > 1) route(compareHref(mark))
  }
  const goTo = (by: 1 | -1): void => {
    neighbourGroup(group, by).then(
      (href) => {
        if (href !== undefined) route(href)
        else showToast(by === 1 ? 'This is the last group.' : 'This is the first group.')
      },
      (error: unknown) => showToast(error instanceof Error ? error.message : String(error)),
    )
  }
  const moveRow = (by: number): void => {
    const to = row === 0 ? 1 : clampIndex(row - 1 + by, rows.length) + 1
    set({ row: to })
    document.querySelector(`[data-row="${to}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  useKeys({
    ArrowLeft: () => set({ at: clampIndex(at - 1, columns.length) }),
    ArrowRight: () => set({ at: clampIndex(at + 1, columns.length) }),
    ArrowUp: () => moveRow(-1),
    ArrowDown: () => moveRow(1),
    Enter: () => {
      if (selectedId === undefined) return
      storeSourceList(columns.flatMap(({ member }) => member.episode_id ?? []))
      const turn = rows[row - 1]?.[at]
      route(`/episodes/${selectedId}${turn === undefined ? '' : `?step=${turn + 1}`}`)
    },
    x: () => {
      if (selectedId === undefined) return
      set({
        mark: mark.includes(selectedId)
          ? mark.filter((id) => id !== selectedId)
          : [...mark, selectedId],
      })
    },
    c: compare,
    t: toggleRows,
    '[': () => goTo(-1),
    ']': () => goTo(1),
    u: () => route(`/groups?run=${encodeURIComponent(group.run)}`),
  })
  return { compare, toast }
}
