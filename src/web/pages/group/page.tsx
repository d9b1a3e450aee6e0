import type { JSX } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { useAccounts } from '../../data/account.ts'
import { type AlignedRow, alignMany, beside } from '../../data/align.ts'
import { exactTime } from '../../data/format.ts'
import { type Group, useGroup, useLogs } from '../../data/group.ts'
import { firstDifferingTurn, turnLikeness } from '../../data/turn-key.ts'
import { Chip } from '../../parts/chips.tsx'
import { SectionLink } from '../../parts/section-link.tsx'
import { Select } from '../../parts/select.tsx'
import { Awaited } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'
import { useFields } from '../../state/address.ts'
import { nameOfSegment, names, oneOf, segment, text, whole } from '../../state/fields.ts'
import { Effect } from './effect.tsx'
import { type Column, Grid } from './grid.tsx'
import { useGroupKeys } from './keys.ts'
import { Summary } from './summary.tsx'
import { TrainingRows } from './training-rows.tsx'

const FIELDS = {
  principal: text(),
  order: oneOf('wave', 'index', 'reward'),
  align: oneOf('turn', 'action'),
  mark: names(),
  at: whole(0),
  row: whole(0),
}

/** A group: rollouts of one task side by side, in waves. */
export function GroupPage({ run = '', id = '' }): JSX.Element {
  const [{ principal }] = useFields(FIELDS)
  const { data, error, refetch } = useGroup(nameOfSegment(run), nameOfSegment(id), principal)
  if (data === undefined) {
    return <Awaited error={error} rows={12} retry={() => void refetch()} />
  }
  return <Loaded group={data} />
}

const ORDERS: Readonly<Record<string, (one: Column, other: Column) => number>> = {
  wave: (one, other) => one.wave - other.wave || one.member.index - other.member.index,
  index: (one, other) => one.member.index - other.member.index,
  reward: (one, other) => (other.log?.total ?? -9) - (one.log?.total ?? -9),
}

function useColumns(group: Group, order: string): readonly Column[] {
  const ids = group.members.flatMap(({ episode_id: id }) => id ?? [])
  const logs = useLogs(ids, group.open === 0).data
  const over = group.members.flatMap((member) =>
    member.state === 'over' ? (member.episode_id ?? []) : [],
  )
  const accounts = useAccounts(over).data
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

/** Which turns are side by side. */
function rowsOf(columns: readonly Column[], how: 'turn' | 'action'): readonly AlignedRow[] {
  const turns = columns.map(({ log }) => log?.turns ?? [])
  return how === 'turn' ? beside(turns.map(({ length }) => length)) : alignMany(turns, turnLikeness)
}

function Loaded({ group }: { readonly group: Group }): JSX.Element {
  const [{ order, align, mark, at, row }, setFields] = useFields(FIELDS)
  const [showsRows, setShowsRows] = useState(false)
  const columns = useColumns(group, order)
  const rows = useMemo(() => rowsOf(columns, align), [columns, align])
  const turns = columns.flatMap(({ log }) => (log === undefined ? [] : [log.turns]))
  const { compare, toast } = useGroupKeys({
    group,
    columns,
    rows,
    fields: { mark, at, row },
    set: (fields) => setFields(fields, { replace: true }),
    toggleRows: () => setShowsRows((was) => !was),
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
        showRows={() => setShowsRows(true)}
      />
      <Summary group={group} columns={columns} firstDifference={firstDifferingTurn(turns)} />
      <div class="bar2">
        <Select
          name="order"
          words={Object.keys(ORDERS)}
          value={order}
          set={(word) => setFields({ order: FIELDS.order.read(word) })}
        />
        <Select
          name="align by"
          words={['turn', 'action']}
          value={align}
          set={(word) => setFields({ align: FIELDS.align.read(word) })}
        />
        <Hints />
      </div>
      <Grid columns={columns} rows={rows} marked={mark} at={{ column: at, row }} />
      <Effect columns={columns} />
      {showsRows && (
        <TrainingRows group={group} columns={columns} close={() => setShowsRows(false)} />
      )}
      {toast}
    </>
  )
}

const Hints = (): JSX.Element => (
  <span class="wide-only">
    Fields that no attempt in the prompt had asked for are marked. <kbd>←</kbd> <kbd>→</kbd>{' '}
    rollout, <kbd>x</kbd> mark, <kbd>enter</kbd> open, <kbd>[</kbd> <kbd>]</kbd> group
  </span>
)

function GroupHead({
  group,
  marked,
  compare,
  showRows,
}: {
  readonly group: Group
  readonly marked: number
  readonly compare: () => void
  readonly showRows: () => void
}): JSX.Element {
  const { feedback } = group
  return (
    <div class="head">
      <nav class="crumb" aria-label="Breadcrumb">
        <a href="/groups">Groups</a>/{' '}
        <a href={`/runs/${segment(group.run)}`}>
          <Plain text={group.run} />
        </a>
      </nav>
      <div class="title">
        <h1>
          Group <Plain text={group.id} />
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
          task <b class="m">{group.task}</b>
        </span>
        {feedback !== null && (
          <span>
            waves <b class="m">{feedback.waves.join(', ')}</b> · show <b>{feedback.show}</b>, at
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
          started <b>{exactTime(group.opened_ms)}</b>
        </span>
        {group.guided.attempts > 0 && (
          <SectionLink id="critiques" text="What the critique changed" />
        )}
      </div>
    </div>
  )
}
