import type { JSX } from 'preact'
import { useLocation } from 'preact-iso'
import type { AlignedRow } from '../../data/align.ts'
import { call } from '../../data/api.ts'
import type { Group } from '../../data/group.ts'
import { useToast } from '../../parts/toast.tsx'
import { segment } from '../../state/fields.ts'
import { useKeys } from '../../state/keys.ts'
import { leaveTrail } from '../../state/trail.ts'
import type { Column } from './grid.tsx'

interface Fields {
  readonly mark: readonly string[]
  /** The column and, from 1, the row that keys have gone to. */
  readonly at: number
  readonly row: number
}

interface GroupKeys {
  readonly group: Group
  readonly columns: readonly Column[]
  readonly rows: readonly AlignedRow[]
  readonly fields: Fields
  readonly set: (fields: Partial<Fields>) => void
  readonly toggleRows: () => void
}

const GROUPS_MAX = 1_000

/** The previous or next group of the same run. */
async function neighbourOf({ run, id }: Group, by: 1 | -1): Promise<string | undefined> {
  const { groups } = await call('GET /v1/groups', { run, limit: GROUPS_MAX })
  const at = groups.findIndex((group) => group.id === id)
  return at === -1 ? undefined : groups[at + by]?.id
}

const inside = (value: number, length: number): number =>
  Math.min(Math.max(0, length - 1), Math.max(0, value))

/** What keys do on the page of a group. */
export function useGroupKeys({ group, columns, rows, fields, set, toggleRows }: GroupKeys): {
  readonly compare: () => void
  readonly toast: JSX.Element
} {
  const { route } = useLocation()
  const [toast, say] = useToast()
  const { mark, at, row } = fields
  const chosen = columns[at]?.member.episode_id ?? undefined
  const compare = (): void => {
    if (mark.length > 1) route(`/compare?e=${mark.slice(0, 4).join(',')}`)
  }
  const goTo = (by: 1 | -1): void => {
    neighbourOf(group, by).then(
      (id) => {
        if (id === undefined) say(by === 1 ? 'This is the last group.' : 'This is the first group.')
        else route(`/groups/${segment(group.run)}/${segment(id)}`)
      },
      (error) => say(String(error)),
    )
  }
  const moveRow = (by: number): void => {
    const to = row === 0 ? 1 : inside(row - 1 + by, rows.length) + 1
    set({ row: to })
    document.querySelector(`[data-row="${to}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  useKeys({
    ArrowLeft: () => set({ at: inside(at - 1, columns.length) }),
    ArrowRight: () => set({ at: inside(at + 1, columns.length) }),
    ArrowUp: () => moveRow(-1),
    ArrowDown: () => moveRow(1),
    Enter: () => {
      if (chosen === undefined) return
      leaveTrail(columns.flatMap(({ member }) => member.episode_id ?? []))
      const turn = rows[row - 1]?.[at]
      route(`/episodes/${chosen}${turn === undefined ? '' : `?step=${turn + 1}`}`)
    },
    x: () => {
      if (chosen === undefined) return
      set({ mark: mark.includes(chosen) ? mark.filter((id) => id !== chosen) : [...mark, chosen] })
    },
    c: compare,
    t: toggleRows,
    '[': () => goTo(-1),
    ']': () => goTo(1),
    u: () => route(`/groups?run=${encodeURIComponent(group.run)}`),
  })
  return { compare, toast }
}
