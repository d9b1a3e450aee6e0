import type { JSX } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { useAccounts } from '../../data/account.ts'
import { type AlignedRow, alignByIndex, alignMany } from '../../data/align.ts'
import { useTurnComparison } from '../../data/episode-queries.ts'
import { formatTime } from '../../data/format.ts'
import { type GroupDetail, useGroup, useLogs } from '../../data/group.ts'
import { firstDifferingTurn, type TurnComparison } from '../../data/turn-key.ts'
import { Chip } from '../../parts/chips.tsx'
import { SectionLink } from '../../parts/section-link.tsx'
import { Select } from '../../parts/select.tsx'
import { LoadingPage } from '../../parts/states.tsx'
import { PlainText } from '../../parts/text.tsx'
import { useUrlFields } from '../../state/address.ts'
import {
  enumField,
  integerField,
  listField,
  parsePathSegment,
  pathSegment,
  textField,
} from '../../state/fields.ts'
import { CritiqueEffect } from './effect.tsx'
import { type Column, firstEpisode, RolloutGrid } from './grid.tsx'
import { useGroupKeys } from './keys.ts'
import { GroupResults } from './summary.tsx'
import { TrainingRows } from './training-rows.tsx'

const FIELDS = {
  principal: textField(),
  order: enumField('wave', 'index', 'reward'),
  align: enumField('turn', 'action'),
  mark: listField(),
  at: integerField(0),
  row: integerField(0),
}

/** A group: rollouts of one task side by side, in waves. */
export function GroupPage({ run = '', id = '' }): JSX.Element {
  const [{ principal }] = useUrlFields(FIELDS)
  const { data, error, refetch } = useGroup(parsePathSegment(run), parsePathSegment(id), principal)
  if (data === undefined) {
    return <LoadingPage error={error} rows={12} retry={() => void refetch()} />
  }
  return <LoadedGroup group={data} />
}

/** A reward below all others, so that rollouts without a log come last. */
const NO_LOG_REWARD = -9

const ORDERS: Readonly<Record<string, (one: Column, other: Column) => number>> = {
  wave: (one, other) => one.wave - other.wave || one.member.index - other.member.index,
  index: (one, other) => one.member.index - other.member.index,
  reward: (one, other) => (other.log?.total ?? NO_LOG_REWARD) - (one.log?.total ?? NO_LOG_REWARD),
}

function useColumns(group: GroupDetail, order: string): readonly Column[] {
  const ids = group.members.flatMap(({ episode_id: id }) => id ?? [])
  const logs = useLogs(ids).data
  const finishedIds = group.members.flatMap((member) =>
    member.state === 'over' ? (member.episode_id ?? []) : [],
  )
  const accounts = useAccounts(finishedIds).data
  return useMemo(() => {
    const columns = group.members.map((member) => ({
      member,
      log: logs?.get(member.episode_id ?? ''),
      wave: member.wave,
      account: accounts?.get(member.episode_id ?? ''),
    }))
    return columns.sort(ORDERS[order])
  }, [group, logs, accounts, order])
}

/** The rows of the grid. */
function alignedRows(
  columns: readonly Column[],
  alignment: 'turn' | 'action',
  { similarity }: TurnComparison,
): readonly AlignedRow[] {
  const turns = columns.map(({ log }) => log?.turns ?? [])
  return alignment === 'turn'
    ? alignByIndex(turns.map(({ length }) => length))
    : alignMany(turns, similarity)
}

function LoadedGroup({ group }: { readonly group: GroupDetail }): JSX.Element {
  const [{ order, align, mark, at, row }, setFields] = useUrlFields(FIELDS)
  const [showsTrainingRows, setShowsTrainingRows] = useState(false)
  const columns = useColumns(group, order)
  const comparison = useTurnComparison(firstEpisode(columns))
  const rows = useMemo(() => alignedRows(columns, align, comparison), [columns, align, comparison])
  const turns = columns.flatMap(({ log }) => (log === undefined ? [] : [log.turns]))
  const { compare, toast } = useGroupKeys({
    group,
    columns,
    rows,
    fields: { mark, at, row },
    set: (fields) => setFields(fields, { replace: true }),
    toggleRows: () => setShowsTrainingRows((was) => !was),
  })
  useEffect(() => {
    document.title = `Group ${group.id} · ${group.run} · Backchannel`
  }, [group.id, group.run])
  return (
    <>
      <GroupHead
        group={group}
        marked={mark.length}
        compare={compare}
        showRows={() => setShowsTrainingRows(true)}
      />
      <GroupResults
        group={group}
        columns={columns}
        firstDifference={firstDifferingTurn(turns, comparison)}
      />
      <div class="toolbar">
        <Select
          label="order"
          options={Object.keys(ORDERS)}
          value={order}
          onChange={(word) => setFields({ order: FIELDS.order.parse(word) })}
        />
        <Select
          label="align by"
          options={['turn', 'action']}
          value={align}
          onChange={(word) => setFields({ align: FIELDS.align.parse(word) })}
        />
        <KeyHints />
      </div>
      <RolloutGrid
        columns={columns}
        rows={rows}
        markedIds={mark}
        selected={{ column: at, row }}
        keyOf={comparison.keyOf}
      />
      <CritiqueEffect columns={columns} />
      {showsTrainingRows && (
        <TrainingRows group={group} columns={columns} close={() => setShowsTrainingRows(false)} />
      )}
      {toast}
    </>
  )
}

const KeyHints = (): JSX.Element => (
  <span class="wide-only">
    Marked fields are new: no attempt in the prompt asked for them. <kbd>←</kbd> <kbd>→</kbd>{' '}
    rollout, <kbd>x</kbd> mark, <kbd>enter</kbd> open, <kbd>[</kbd> <kbd>]</kbd> group
  </span>
)

function GroupHead({
  group,
  marked,
  compare,
  showRows,
}: {
  readonly group: GroupDetail
  readonly marked: number
  readonly compare: () => void
  readonly showRows: () => void
}): JSX.Element {
  const { feedback } = group
  return (
    <div class="head">
      <nav class="breadcrumb" aria-label="Breadcrumb">
        <a href="/groups">Groups</a>/{' '}
        <a href={`/runs/${pathSegment(group.run)}`}>
          <PlainText text={group.run} />
        </a>
      </nav>
      <div class="title">
        <h1>
          Group <PlainText text={group.id} />
        </h1>
        <Chip>
          {group.episodes - group.open} of {group.size} finished
        </Chip>
        <Chip tone={group.mode === 'feedback' ? 'guided' : 'none'}>{group.mode}</Chip>
        <div class="spread">
          <button type="button" class="btn" onClick={showRows}>
            Training rows<kbd>t</kbd>
          </button>
          <button type="button" class="btn" disabled={marked < 2} onClick={compare}>
            Compare marked<kbd>c</kbd>
          </button>
        </div>
      </div>
      <div class="facts">
        <span>
          env <b>{group.env}</b>
        </span>
        <span>
          task <b class="mono">{group.task}</b>
        </span>
        {feedback !== null && (
          <span>
            waves <b class="mono">{feedback.waves.join(', ')}</b> · show <b>{feedback.show}</b>, at
            most <b>{feedback.cap_chars}</b> characters · critique <b>{feedback.critique}</b> ·
            clean share <b>{feedback.clean_share}</b>
            {feedback.when !== undefined && (
              <>
                {' '}
                · when <b>{feedback.when}</b>
              </>
            )}
          </span>
        )}
        <span>
          generation <b>{group.generation}</b>
        </span>
        <span>
          started <b>{formatTime(group.opened_ms)}</b>
        </span>
        {group.guided.attempts > 0 && (
          <SectionLink id="critiques" text="What the critique changed" />
        )}
      </div>
    </div>
  )
}
