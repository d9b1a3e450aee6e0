import type { JSX } from 'preact'
import type { EpisodeAccount } from '../../data/account.ts'
import type { AlignedRow } from '../../data/align.ts'
import type { ParsedLog } from '../../data/episode-log.ts'
import { formatDuration, formatScore } from '../../data/format.ts'
import type { DetailedMember } from '../../data/group.ts'
import { isRefused, listedIn } from '../../data/tool-call.ts'
import type { TurnComparison } from '../../data/turn-key.ts'
import { Chip, outcomeOf } from '../../parts/chips.tsx'
import { FoldedText } from '../../parts/text.tsx'
import { TurnCell } from '../../parts/turn-cell.tsx'

export interface Column {
  readonly member: DetailedMember
  readonly log: ParsedLog | undefined
  readonly wave: number
  /** The attempt as later prompts show it; undefined until it is over. */
  readonly account: EpisodeAccount | undefined
}

type KeyOf = TurnComparison['keyOf']

/** The first opened episode of a group. All episodes of a group have the same tools. */
export const firstEpisode = (columns: readonly Column[]): string | undefined =>
  columns.find(({ member }) => member.episode_id !== null)?.member.episode_id ?? undefined

const STATE_LABELS: Readonly<Record<DetailedMember['state'], string>> = {
  absent: 'not opened',
  opening: 'waiting',
  playing: 'playing',
  over: 'finished',
}

/** Fields that the attempts in a rollout's prompt had requested, without refused requests. */
function fieldsInPrompt({ member }: Column, columns: readonly Column[]): ReadonlySet<string> {
  const attempts = columns.filter((other) => member.shown.includes(other.member.index))
  return new Set(
    attempts.flatMap(({ log }) =>
      (log?.turns ?? []).flatMap(({ calls }) =>
        calls.flatMap((call) => (isRefused(call) ? [] : listedIn(call))),
      ),
    ),
  )
}

/** The header of a column: a rollout, its outcome, and the attempts in its prompt. */
function ColumnHeader({ column }: { readonly column: Column }): JSX.Element {
  const { member } = column
  const total = member.score ?? 0
  const outcome = outcomeOf({
    success: member.success,
    score: total,
    end_reason: member.end_reason,
  })
  return (
    <>
      <div class="rollout-title">
        {member.episode_id === null ? (
          <b class="mono">{member.index}</b>
        ) : (
          <a class="mono" href={`/episodes/${member.episode_id}`}>
            {member.index}
          </a>
        )}
        {member.state === 'over' ? (
          <Chip tone={outcome.tone} icon={outcome.icon}>
            {outcome.word}
          </Chip>
        ) : (
          <Chip>
            {STATE_LABELS[member.state]}
            {member.waits_for.length > 0 && ` for ${member.waits_for.join(' ')}`}
            {member.lease_left_ms !== null && ` · ${formatDuration(member.lease_left_ms)} left`}
          </Chip>
        )}
        <span class="total">{member.score === null ? '–' : formatScore(total)}</span>
      </div>
      <div class={outcome.word === 'won' ? 'meter' : 'meter lost'}>
        <i style={{ width: `${Math.max(2, Math.min(1, Math.max(0, total)) * 100)}%` }} />
      </div>
      <div class="prompt-attempts" title="Earlier attempts in its prompt">
        <span class={member.condition}>{member.condition}</span> ·{' '}
        {member.shown.length === 0 ? 'no attempts' : 'attempts'}
        {member.shown.map((index) => (
          <b key={index}>{index}</b>
        ))}
      </div>
    </>
  )
}

/** Rollouts side by side with aligned turns. The first row that differs is marked. */
export function RolloutGrid({
  columns,
  rows,
  markedIds,
  selected,
  keyOf,
}: {
  readonly columns: readonly Column[]
  /** The index of each column's turn in a row. */
  readonly rows: readonly AlignedRow[]
  readonly markedIds: readonly string[]
  /** The selected cell. Rows count from 1. */
  readonly selected: { readonly column: number; readonly row: number }
  readonly keyOf: KeyOf
}): JSX.Element {
  const firstDifference = rows.findIndex((row) => !areEqual(turnKeys(row, columns, keyOf)))
  const waves = wavesOf(columns)
  const isWaveEnd = (index: number): boolean => columns[index]?.wave !== columns[index + 1]?.wave
  return (
    <div class="table-scroll">
      <table class="turn-table" style={{ minWidth: `${64 + columns.length * 160}px` }}>
        <colgroup>
          <col class="label-column" />
        </colgroup>
        <thead>
          <tr class="wave">
            <th scope="row">wave</th>
            {waves.map(({ wave, length }, at) => (
              <th key={at} scope="colgroup" colSpan={length}>
                <b>{wave}</b>
                {wave === 0 ? ' · no attempts in the prompt' : ` · after wave ${wave - 1}`}
              </th>
            ))}
          </tr>
          <tr class="rollout-row">
            <th scope="row">turn</th>
            {columns.map((column, index) => (
              <th
                key={column.member.index}
                scope="col"
                class={[
                  isWaveEnd(index) ? 'wave-end' : '',
                  index === selected.column ? 'selected-cell' : '',
                  markedIds.includes(column.member.episode_id ?? '') ? 'marked' : '',
                ].join(' ')}
              >
                <ColumnHeader column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <GridRow
              key={index}
              {...{ row, index, columns, keyOf, isWaveEnd }}
              isFirstDifference={index === firstDifference}
              selectedColumn={index + 1 === selected.row ? selected.column : undefined}
            />
          ))}
          <CritiqueRow columns={columns} isWaveEnd={isWaveEnd} />
        </tbody>
      </table>
    </div>
  )
}

/** Neighbouring columns of one wave, in the order of the columns. */
function wavesOf(columns: readonly Column[]): readonly { wave: number; length: number }[] {
  const found: { wave: number; length: number }[] = []
  for (const { wave } of columns) {
    const last = found.at(-1)
    if (last?.wave === wave) last.length += 1
    else found.push({ wave, length: 1 })
  }
  return found
}

/** The keys of the turns in a row; '' for a gap. */
const turnKeys = (row: AlignedRow, columns: readonly Column[], keyOf: KeyOf): readonly string[] =>
  columns.map(({ log }, which) => {
    const at = row[which]
    const turn = at === undefined ? undefined : log?.turns[at]
    return turn === undefined ? '' : keyOf(turn)
  })

const areEqual = (keys: readonly string[]): boolean => new Set(keys).size < 2

function GridRow({
  row,
  index,
  columns,
  keyOf,
  isFirstDifference,
  isWaveEnd,
  selectedColumn,
}: {
  readonly row: AlignedRow
  readonly index: number
  readonly columns: readonly Column[]
  readonly keyOf: KeyOf
  readonly isFirstDifference: boolean
  readonly isWaveEnd: (column: number) => boolean
  readonly selectedColumn: number | undefined
}): JSX.Element {
  const isUnanimous = areEqual(turnKeys(row, columns, keyOf).filter((key) => key !== ''))
  return (
    <tr class={isFirstDifference ? 'first-difference' : ''} data-row={index + 1}>
      <th scope="row">
        {index + 1}
        {isFirstDifference && <div>paths diverge</div>}
      </th>
      {columns.map((column, which) => {
        const at = row[which]
        const turn = at === undefined ? undefined : column.log?.turns[at]
        const edge = isWaveEnd(which) ? 'wave-end' : ''
        const here = which === selectedColumn ? 'selected-cell' : ''
        if (turn === undefined) return <td key={which} class={`no-turn ${edge} ${here}`} />
        return (
          <td key={which} class={`${isUnanimous ? 'same' : ''} ${edge} ${here}`}>
            {at !== index && <span class="quiet mono">turn {turn.step}</span>}
            <TurnCell turn={turn} knownFields={fieldsInPrompt(column, columns)} />
          </td>
        )
      })}
    </tr>
  )
}

const SOURCES: Readonly<Record<NonNullable<EpisodeAccount['source']>, string>> = {
  rule: 'by a rule',
  model: 'by a model',
  posted: 'by the trainer',
}

/** The critique of each failure, and the rollouts that saw it. */
function CritiqueRow({
  columns,
  isWaveEnd,
}: {
  readonly columns: readonly Column[]
  readonly isWaveEnd: (column: number) => boolean
}): JSX.Element {
  return (
    <tr class="critique-row">
      <th scope="row">critique</th>
      {columns.map(({ account, member }, which) => (
        <td key={which} class={isWaveEnd(which) ? 'wave-end' : ''}>
          {account?.critique !== null && account?.critique !== undefined ? (
            <>
              <FoldedText text={account.critique} initialCharacters={260} />
              <p class="quiet">
                {account.source !== null && SOURCES[account.source]}
                {account.shown_to.length > 0 &&
                  ` · in the prompts of ${account.shown_to.map(({ index }) => index).join(' ')}`}
              </p>
            </>
          ) : (
            <span class="quiet">{member.success === true ? 'won' : '–'}</span>
          )}
        </td>
      ))}
    </tr>
  )
}
