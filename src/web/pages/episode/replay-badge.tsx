import type { JSX } from 'preact'
import type { ReplayReport, useReplay } from '../../data/episode-queries.ts'
import { pluralize } from '../../data/format.ts'
import { Chip, type Tone } from '../../parts/chips.tsx'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { CodeBlock } from '../../parts/message-text.tsx'

type Verdict = ReplayReport['verdict']

/** The label and the description of each verdict. */
const VERDICT_LABELS: Readonly<
  Record<Verdict, { readonly tone: Tone; readonly icon: IconName; word: string; means: string }>
> = {
  verified: {
    tone: 'won',
    icon: 'shield',
    word: 'verified',
    means: 'Replay matches byte for byte.',
  },
  consistent: {
    tone: 'part',
    icon: 'dash',
    word: 'consistent, not verified',
    means: 'The log is consistent. Another server made its answers, so they are not verified.',
  },
  different: {
    tone: 'lost',
    icon: 'broken',
    word: 'differs',
    means: 'The replay differs from the recording.',
  },
  other_revision: {
    tone: 'part',
    icon: 'dash',
    word: 'other revision',
    means:
      'Another revision of the environment recorded it, and this revision behaves differently.',
  },
  broken_chain: {
    tone: 'lost',
    icon: 'broken',
    word: 'chain broken',
    means: 'The hash chain is broken. The log was changed.',
  },
  unverifiable: {
    tone: 'part',
    icon: 'dash',
    word: 'not verifiable',
    means: 'This server cannot replay it.',
  },
}

/** The verdict of a replay as a chip. */
export function ReplayChip({ report }: { readonly report: ReplayReport }): JSX.Element {
  const { tone, icon, word } = VERDICT_LABELS[report.verdict]
  const at = report.difference === null ? '' : ` at step ${report.difference.position}`
  return (
    <Chip tone={tone} icon={icon} title={VERDICT_LABELS[report.verdict].means}>
      {word + at}
    </Chip>
  )
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'nothing')

/** The recorded and the replayed value of a difference. */
export function Difference({ report }: { readonly report: ReplayReport }): JSX.Element | null {
  const { difference } = report
  if (difference === null) return null
  return (
    <section class="difference" aria-label="Difference of the replay">
      <h2>
        Differs at step {difference.position}, <code>{difference.path}</code>
      </h2>
      <div class="replay-texts">
        <div>
          <h3>recorded</h3>
          <CodeBlock text={asText(difference.recorded)} />
        </div>
        <div>
          <h3>replayed</h3>
          <CodeBlock text={asText(difference.replayed)} />
        </div>
      </div>
    </section>
  )
}

export function ReplayBadge({
  replay,
  rows,
}: {
  readonly replay: ReturnType<typeof useReplay>
  readonly rows: number
}): JSX.Element {
  const { data: report, error, isFetching } = replay
  const verdict = report === undefined ? undefined : VERDICT_LABELS[report.verdict]
  return (
    <div class={`badge ${verdict?.tone ?? ''}`}>
      <Icon name={verdict?.icon ?? 'shield'} />
      <span>
        <b>{verdict?.means ?? `${pluralize(rows, 'row')}, not checked.`}</b>{' '}
        {report !== undefined && `${pluralize(report.rows, 'row')}. ${report.reason ?? ''} `}
        {error instanceof Error && `${error.message} `}
        <button
          type="button"
          class="link"
          onClick={() => void replay.refetch()}
          disabled={isFetching}
        >
          {isFetching ? 'Checking…' : report === undefined ? 'Check' : 'Check again'}
        </button>
      </span>
    </div>
  )
}
