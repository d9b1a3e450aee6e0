import type { JSX } from 'preact'
import type { EpisodeLog } from '../../data/episode-log.ts'
import { duration, score } from '../../data/format.ts'
import type { Member } from '../../data/group.ts'
import { formOf } from '../../data/tool-call.ts'
import { turnKey } from '../../data/turn-key.ts'
import { Chip, standingOf } from '../../parts/chips.tsx'
import { TurnCell } from '../../parts/turn-cell.tsx'

export interface Column {
  readonly member: Member
  readonly log: EpisodeLog | undefined
  readonly wave: number
}

const STATES: Readonly<Record<Member['state'], string>> = {
  absent: 'not heard of',
  opening: 'waits',
  playing: 'playing',
  over: 'over',
}

/** Fields that others had asked for whose attempts a rollout was shown. */
function knownTo({ member }: Column, columns: readonly Column[]): ReadonlySet<string> {
  const seen = columns.filter((other) => member.shown.includes(other.member.index))
  return new Set(
    seen.flatMap(({ log }) =>
      (log?.turns ?? []).flatMap(({ calls }) =>
        calls.flatMap((call) => (call.name === 'auth_info_form' ? formOf(call).asked : [])),
      ),
    ),
  )
}

/** The head of a column: a rollout, how it ended, whose attempts it was shown. */
function ColumnHead({ column }: { readonly column: Column }): JSX.Element {
  const { member, log } = column
  const total = log?.total ?? 0
  const standing = standingOf({
    success: member.success,
    score: total,
    end_reason: member.end_reason,
  })
  return (
    <>
      <div class="l">
        {member.episode_id === null ? (
          <b class="m">{member.index}</b>
        ) : (
          <a class="m" href={`/episodes/${member.episode_id}`}>
            {member.index}
          </a>
        )}
        {member.state === 'over' ? (
          <Chip tone={standing.tone} icon={standing.icon}>
            {standing.word}
          </Chip>
        ) : (
          <Chip>
            {STATES[member.state]}
            {member.waits_for.length > 0 && ` for ${member.waits_for.join(' ')}`}
            {member.lease_left_ms !== null && ` · ${duration(member.lease_left_ms)} left`}
          </Chip>
        )}
        <span class="sc">{log === undefined ? '–' : score(total)}</span>
      </div>
      <div class={standing.word === 'won' ? 'meter' : 'meter l'}>
        <i style={{ width: `${Math.max(2, Math.min(1, Math.max(0, total)) * 100)}%` }} />
      </div>
      <div class="saw">
        {member.shown.length === 0 ? 'saw nothing' : 'saw'}
        {member.shown.map((index) => (
          <b key={index}>{index}</b>
        ))}
      </div>
    </>
  )
}

/** Rollouts side by side, a turn in each row; the row in which they part is marked. */
export function Grid({
  columns,
  parting,
  marked,
  at,
}: {
  readonly columns: readonly Column[]
  readonly parting: number | undefined
  readonly marked: readonly string[]
  readonly at: { readonly column: number; readonly turn: number }
}): JSX.Element {
  const longest = Math.max(0, ...columns.map(({ log }) => log?.turns.length ?? 0))
  const waves = [...new Set(columns.map(({ wave }) => wave))]
  const isEdge = (index: number): boolean => columns[index]?.wave !== columns[index + 1]?.wave
  return (
    <div class="gridwrap">
      <table class="al" style={{ minWidth: `${64 + columns.length * 160}px` }}>
        <colgroup>
          <col class="c0" />
        </colgroup>
        <thead>
          <tr class="wave">
            <th scope="row">wave</th>
            {waves.map((wave) => (
              <th
                key={wave}
                scope="colgroup"
                colSpan={columns.filter((column) => column.wave === wave).length}
              >
                <b>{wave}</b> · {wave === 0 ? 'shown nothing' : `after wave ${wave - 1}`}
              </th>
            ))}
          </tr>
          <tr class="ro">
            <th scope="row">turn</th>
            {columns.map((column, index) => (
              <th
                key={column.member.index}
                scope="col"
                class={`${isEdge(index) ? 'edge' : ''} ${index === at.column ? 'at' : ''} ${
                  marked.includes(column.member.episode_id ?? '') ? 'marked' : ''
                }`}
              >
                <ColumnHead column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: longest }, (_, row) => (
            <GridRow
              key={row}
              {...{ row, columns, isEdge }}
              isParting={row + 1 === parting}
              atColumn={row + 1 === at.turn ? at.column : undefined}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function GridRow({
  row,
  columns,
  isParting,
  isEdge,
  atColumn,
}: {
  readonly row: number
  readonly columns: readonly Column[]
  readonly isParting: boolean
  readonly isEdge: (index: number) => boolean
  readonly atColumn: number | undefined
}): JSX.Element {
  const keys = columns.map(({ log }) => {
    const turn = log?.turns[row]
    return turn === undefined ? undefined : turnKey(turn)
  })
  const isSame = new Set(keys.filter((key) => key !== undefined)).size < 2
  return (
    <tr class={isParting ? 'parts-here' : ''}>
      <th scope="row">
        {row + 1}
        {isParting && <div>they part</div>}
      </th>
      {columns.map((column, index) => {
        const turn = column.log?.turns[row]
        const edge = isEdge(index) ? 'edge' : ''
        const here = index === atColumn ? 'at' : ''
        if (turn === undefined) return <td key={index} class={`gone ${edge} ${here}`} />
        return (
          <td key={index} class={`${isSame ? 'same' : ''} ${edge} ${here}`}>
            <TurnCell turn={turn} known={knownTo(column, columns)} />
          </td>
        )
      })}
    </tr>
  )
}
