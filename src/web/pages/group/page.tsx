import type { JSX } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { exactTime } from '../../data/format.ts'
import { type Group, useGroup, useLogs, wavesOf } from '../../data/group.ts'
import { partingOf } from '../../data/turn-key.ts'
import { Chip } from '../../parts/chips.tsx'
import { FaultBox, Skeleton } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'
import { useFields } from '../../state/address.ts'
import { nameOfSegment, names, oneOf, segment, text, whole } from '../../state/fields.ts'
import { useKeys } from '../../state/keys.ts'
import { leaveTrail } from '../../state/trail.ts'
import { type Column, Grid } from './grid.tsx'
import { Summary } from './summary.tsx'

const FIELDS = {
  principal: text(),
  order: oneOf('wave', 'index', 'reward'),
  mark: names(),
  at: whole(0),
}

/** A group: rollouts of one task side by side, in waves. */
export function GroupPage({ run = '', id = '' }): JSX.Element {
  const [{ principal }] = useFields(FIELDS)
  const { data, error, refetch } = useGroup(nameOfSegment(run), nameOfSegment(id), principal)
  if (data === undefined) {
    return error === null ? (
      <Skeleton rows={12} />
    ) : (
      <FaultBox error={error} retry={() => void refetch()} />
    )
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
  return useMemo(() => {
    const waves = wavesOf(group.members)
    const columns = group.members.map((member) => ({
      member,
      log: logs?.get(member.episode_id ?? ''),
      wave: waves.get(member.index) ?? 0,
    }))
    return columns.sort(ORDERS[order])
  }, [group, logs, order])
}

function Loaded({ group }: { readonly group: Group }): JSX.Element {
  const { route } = useLocation()
  const [{ order, mark, at }, setFields] = useFields(FIELDS)
  const [turn, setTurn] = useState(0)
  const columns = useColumns(group, order)
  const turns = columns.flatMap(({ log }) => (log === undefined ? [] : [log.turns]))
  const parting = partingOf(turns)
  const chosen = columns[at]?.member.episode_id ?? undefined
  useEffect(() => {
    document.title = `Group ${group.id} · ${group.run} · Backchannel`
  }, [group.id, group.run])
  const open = (): void => {
    if (chosen === undefined) return
    leaveTrail(columns.flatMap(({ member }) => member.episode_id ?? []))
    route(`/episodes/${chosen}${turn > 0 ? `?step=${turn}` : ''}`)
  }
  const move = (by: number): void =>
    setFields({ at: Math.min(columns.length - 1, Math.max(0, at + by)) }, { replace: true })
  const compare = (): void => {
    if (mark.length > 1) route(`/compare?e=${mark.slice(0, 4).join(',')}`)
  }
  useKeys({
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    ArrowUp: () => setTurn(Math.max(0, turn - 1)),
    ArrowDown: () => setTurn(turn + 1),
    Enter: open,
    x: () => {
      if (chosen === undefined) return
      const marked = mark.includes(chosen) ? mark.filter((id) => id !== chosen) : [...mark, chosen]
      setFields({ mark: marked }, { replace: true })
    },
    c: compare,
    u: () => route(`/groups?run=${encodeURIComponent(group.run)}`),
  })
  return (
    <>
      <GroupHead group={group} marked={mark.length} compare={compare} />
      <Summary group={group} columns={columns} parting={parting} />
      <div class="bar2">
        <label class="order plain-order">
          order{' '}
          <select
            class="field-in small"
            value={order}
            onChange={(event) => setFields({ order: FIELDS.order.read(event.currentTarget.value) })}
          >
            {Object.keys(ORDERS).map((word) => (
              <option key={word}>{word}</option>
            ))}
          </select>
        </label>
        <span class="wide-only">
          Fields new to what a rollout was shown are marked · <kbd>←</kbd> <kbd>→</kbd> rollout ·
          <kbd>x</kbd> mark · <kbd>enter</kbd> open
        </span>
      </div>
      <Grid columns={columns} parting={parting} marked={mark} at={{ column: at, turn }} />
    </>
  )
}

function GroupHead({
  group,
  marked,
  compare,
}: {
  readonly group: Group
  readonly marked: number
  readonly compare: () => void
}): JSX.Element {
  const { feedback } = group
  return (
    <div class="head">
      <nav class="crumb" aria-label="Where it belongs">
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
          {group.episodes - group.open} of {group.size} over
        </Chip>
        <Chip tone={group.mode === 'feedback' ? 'guided' : 'none'}>{group.mode}</Chip>
        <div class="spread">
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
          </span>
        )}
        <span>
          generation <b>{group.generation}</b>
        </span>
        <span>
          begun <b>{exactTime(group.opened_ms)}</b>
        </span>
      </div>
    </div>
  )
}
