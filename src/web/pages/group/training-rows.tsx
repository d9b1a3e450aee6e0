import type { JSX } from 'preact'
import { formatCount, formatScore, formatSigned } from '../../data/format.ts'
import type { GroupDetail } from '../../data/group.ts'
import { saveFile } from '../../data/runs.ts'
import { trainingRows } from '../../data/training-rows.ts'
import { deltaClass } from '../../parts/chips.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { useKeys } from '../../state/keys.ts'
import type { Column } from './grid.tsx'

const COLUMNS = ['rollout', 'condition', 'reward', 'advantage', 'turns', 'messages'] as const

const exportCommand = (run: string): string =>
  `backchannel export --format sft --run ${JSON.stringify(run)} --url ${location.origin} ` +
  '--out rows.parquet'

/** A group's training data: one row for each rollout, to view and to save. */
export function TrainingRows({
  group,
  columns,
  close,
}: {
  readonly group: GroupDetail
  readonly columns: readonly Column[]
  readonly close: () => void
}): JSX.Element {
  useKeys({ t: close }, { modal: true })
  const logs = new Map(
    columns.flatMap(({ member, log }) =>
      log === undefined || member.episode_id === null ? [] : [[member.episode_id, log] as const],
    ),
  )
  const rows = trainingRows(group.members, logs)
  const lines = (): string => rows.map((row) => JSON.stringify(row)).join('\n')
  return (
    <Dialog title="Training rows" onClose={close} isWide>
      <p>
        Here, the advantage is the reward minus the mean reward of rollouts under the same
        condition. Trainers compute their own.
      </p>
      <table class="plain big">
        <TableHead names={COLUMNS} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.episode}>
              <td>
                <a href={`/episodes/${row.episode}`}>{row.index}</a>
              </td>
              <td>{row.condition}</td>
              <td>{formatScore(row.reward)}</td>
              <td class={deltaClass(row.advantage)}>{formatSigned(row.advantage)}</td>
              <td>{row.turns}</td>
              <td>{formatCount(row.messages.length)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <button
          type="button"
          class="btn primary"
          disabled={rows.length === 0}
          onClick={() => saveFile(`group-${group.id}.jsonl`, 'application/jsonl', lines())}
        >
          Save as JSON lines
        </button>
      </p>
      <p class="quiet">Export the whole run, with masks, manifests and separate splits:</p>
      <code class="code">{exportCommand(group.run)}</code>
    </Dialog>
  )
}
