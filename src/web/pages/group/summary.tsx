import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { useTools } from '../../data/episode-queries.ts'
import { formatInterval, formatScore } from '../../data/format.ts'
import type { GroupDetail } from '../../data/group.ts'
import { meanScore } from '../../data/group-results.ts'
import { type BoundedEstimate, wilsonInterval } from '../../data/interval.ts'
import { valueChanges } from '../../data/value-changes.ts'
import { PlainText } from '../../parts/text.tsx'
import { type Column, firstEpisode } from './grid.tsx'

function SuccessStat({
  name,
  counts,
}: {
  readonly name: 'clean' | 'guided'
  readonly counts: GroupDetail['clean']
}): JSX.Element | null {
  const interval = wilsonInterval(counts.successes, counts.attempts)
  if (interval === undefined) return null
  return (
    <div class="stat">
      <span>{name}: success</span>
      <b>
        {counts.successes} of {counts.attempts} <small>{formatInterval(interval)}</small>
      </b>
      <IntervalBar interval={interval} color={`var(--${name})`} />
    </div>
  )
}

function IntervalBar({
  interval: { mean, low, high },
  color,
}: {
  readonly interval: BoundedEstimate
  readonly color: string
}): JSX.Element {
  return (
    <div class="interval">
      <i style={{ left: `${low * 100}%`, width: `${(high - low) * 100}%`, background: color }} />
      <b style={{ left: `calc(${mean * 100}% - 1px)`, background: color }} />
    </div>
  )
}

const meanText = (members: GroupDetail['members']): string => {
  const mean = meanScore(members)
  return mean === undefined ? '–' : formatScore(mean)
}

/** The results of a group, and which attempts were in which prompts. */
export function GroupResults({
  group,
  columns,
  firstDifference,
}: {
  readonly group: GroupDetail
  readonly columns: readonly Column[]
  readonly firstDifference: number | undefined
}): JSX.Element {
  const tools = useTools(firstEpisode(columns)).data
  const { clean, guided, changes } = useMemo(
    () => valueChanges(columns, tools ?? []),
    [columns, tools],
  )
  const change = tools && changes.find(({ isInCritique }) => isInCritique)
  const membersUnder = (wanted: string): GroupDetail['members'] =>
    group.members.filter(({ condition }) => condition === wanted)
  return (
    <div class="group-summary">
      <SuccessStat name="clean" counts={group.clean} />
      <SuccessStat name="guided" counts={group.guided} />
      <div class="stat">
        <span>mean reward</span>
        <b>
          {meanText(group.members)}{' '}
          <small>
            clean {meanText(membersUnder('clean'))} · guided {meanText(membersUnder('guided'))}
          </small>
        </b>
      </div>
      <div class="stat">
        <span>paths diverge at</span>
        <b>{firstDifference === undefined ? 'no turn' : `turn ${firstDifference}`}</b>
      </div>
      {change !== undefined && (
        <div class="stat">
          <span>sent more after critiques</span>
          <b class="mono">
            <PlainText text={change.value} />{' '}
          </b>
          <small>
            clean {change.clean} of {clean} · guided {change.guided} of {guided}
          </small>
        </div>
      )}
      {group.members.some(({ shown }) => shown.length > 0) && <PromptMatrix group={group} />}
    </div>
  )
}

function PromptMatrix({ group }: { readonly group: GroupDetail }): JSX.Element {
  const indices = group.members.map(({ index }) => index)
  return (
    <div class="prompt-matrix">
      <p>A marked cell: the attempt of its column is in the prompt of its row.</p>
      <table aria-label="Attempts in each prompt">
        <thead>
          <tr>
            <td class="never-shown" />
            {indices.map((index) => (
              <th key={index} scope="col">
                {index}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {group.members.map(({ index, shown }) => (
            <tr key={index}>
              <th scope="row">{index}</th>
              {indices.map((other) => (
                <td
                  key={other}
                  class={shown.includes(other) ? 'is-shown' : other < index ? '' : 'never-shown'}
                >
                  {shown.includes(other) && <span class="visually-hidden">shown</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
