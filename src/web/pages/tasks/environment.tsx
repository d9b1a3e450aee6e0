import { MEASURED } from 'virtual:measured'
import { useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ResultAt } from '../../../client/resources.ts'
import type { MeasuredTable } from '../../build/measured.ts'
import { callServer } from '../../data/api.ts'
import { useEnvironment } from '../../data/episode-queries.ts'
import { formatCount, formatScore } from '../../data/format.ts'
import { CodeBlock } from '../../parts/message-text.tsx'
import { LoadingPage } from '../../parts/states.tsx'
import { FOCUSABLE, TableHead } from '../../parts/table-head.tsx'
import { parsePathSegment, pathSegment } from '../../state/fields.ts'

type Card = ResultAt<'GET /v1/environments/{env}/card'>
type Description = ResultAt<'GET /v1/environments/{env}'>

function blindPlay({ class: worldClass, has_floor: hasFloor }: Card): string {
  if (worldClass === 'foreign') return 'unknown, because another server plays it'
  return hasFloor ? 'earns the reward in the column “floor”' : 'earns nothing'
}

/** A description of an environment, with the results of good and bad play. */
export function EnvironmentPage({ env: given = '' }): JSX.Element {
  const env = parsePathSegment(given)
  const { data: card, error } = useQuery({
    queryKey: ['card', env],
    queryFn: () => callServer('GET /v1/environments/{env}/card', { env }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const description = useEnvironment(env).data
  useEffect(() => {
    document.title = `${card?.title ?? env} · Tasks · Backchannel`
  }, [card, env])
  if (card === undefined) return <LoadingPage error={error} />
  return (
    <div class="page">
      <nav class="breadcrumb" aria-label="Breadcrumb">
        <a href="/tasks">Tasks</a>
      </nav>
      <h1>
        {card.title} <code>{env}</code>
      </h1>
      <p>{card.description}</p>
      <p class="links">
        <a class="btn primary" href={`/play?env=${encodeURIComponent(env)}`}>
          Play
        </a>
        <a class="btn" href={`/live?env=${encodeURIComponent(env)}`}>
          Episodes
        </a>
        <a class="btn" href={`/groups?env=${encodeURIComponent(env)}`}>
          Groups
        </a>
      </p>
      <SplitTable card={card} />
      {(MEASURED[env] ?? []).map((table) => (
        <MeasuredSection key={table.title} table={table} />
      ))}
      <section class="card">
        <h2>Details</h2>
        <dl class="key-values">
          <dt>licence</dt>
          <dd>{card.licence}</dd>
          <dt>origin</dt>
          <dd>{card.origin}</dd>
          <dt>players</dt>
          <dd>{card.players.join(', ')}</dd>
          <dt>blind play</dt>
          <dd>{blindPlay(card)}</dd>
          <dt>guarantees</dt>
          <dd>{card.guarantees.join(' ')}</dd>
          <dt>pass rates</dt>
          <dd>{passRates(card)}</dd>
          {description !== undefined && <RuleEntries description={description} />}
        </dl>
      </section>
      {description !== undefined && (
        <details class="fold">
          <summary>Tools and settings</summary>
          <CodeBlock text={JSON.stringify(description.tools, null, 2)} language="json" />
          <CodeBlock text={JSON.stringify(description.settings_schema, null, 2)} language="json" />
        </details>
      )}
    </div>
  )
}

/** The measured pass rates of models, from the hardest kind of task to the easiest. */
function passRates({ pass_rates }: Card): string {
  if (pass_rates.length === 0) return 'not measured'
  const percent = (rate: number): string => `${Math.round(100 * rate)} %`
  return pass_rates
    .map(({ model, split, cells }) => {
      const sorted = cells.map(({ rate }) => rate).sort((one, other) => one - other)
      const [low = 0, high = 0] = [sorted[0], sorted.at(-1)]
      return `${model} on ${split}: ${percent(low)} to ${percent(high)} by family and level`
    })
    .join('; ')
}

function RuleEntries({
  description: { reward, metrics, limits },
}: {
  readonly description: Description
}) {
  return (
    <>
      <dt>reward</dt>
      <dd>
        from {formatScore(reward.minimum)} to {formatScore(reward.maximum)}; parts:{' '}
        {reward.parts.join(', ')}
      </dd>
      <dt>metrics</dt>
      <dd>{metrics.join(', ')}</dd>
      {limits !== null && (
        <>
          <dt>limits</dt>
          <dd>
            {limits.turns_max} turns, {limits.tool_calls_per_turn_max} calls per turn,{' '}
            {formatCount(limits.action_characters_max)} characters per turn
          </dd>
        </>
      )}
    </>
  )
}

/** The number of tasks by split and level, with links to them. */
function SplitTable({ card: { env, splits } }: { readonly card: Card }): JSX.Element {
  const levels = [
    ...new Set(splits.flatMap((split) => split.levels.map(({ difficulty }) => difficulty))),
  ].sort((one, other) => one - other)
  return (
    <section>
      <h2>Tasks by split and level</h2>
      <table class="plain big">
        <thead>
          <tr>
            <th scope="col">split</th>
            <th scope="col">tasks</th>
            {levels.map((level) => (
              <th key={level} scope="col">
                level {level}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {splits.map((split) => {
            const path = `/tasks/${pathSegment(env)}/${pathSegment(split.name)}`
            return (
              <tr key={split.name}>
                <th scope="row">
                  <a href={path}>{split.name}</a>
                </th>
                <td>{split.count === null ? 'unlimited' : formatCount(split.count)}</td>
                {levels.map((level) => {
                  const found = split.levels.find(({ difficulty }) => difficulty === level)
                  return (
                    <td key={level}>
                      {found === undefined ? (
                        '–'
                      ) : (
                        <a href={`${path}?level=${level}`}>{formatCount(found.tasks)}</a>
                      )}
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
      {splits.some((split) => split.count === null) && (
        <p class="quiet">Levels of an unlimited split are counted over its first 2,000 tasks.</p>
      )}
    </section>
  )
}

function MeasuredSection({ table }: { readonly table: MeasuredTable }): JSX.Element {
  return (
    <section>
      <h2>{table.title}</h2>
      <Explanation lines={table.about} />
      <table class="plain big one-line" {...FOCUSABLE}>
        <TableHead names={table.columns} />
        <tbody>
          {table.rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, which) => (
                <td key={which}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const ITEM_MARK = '- '

/** Paragraphs of documentation. Lines that begin with a dash form a list. */
function Explanation({ lines }: { readonly lines: readonly string[] }): JSX.Element {
  const items = lines.filter((line) => line.startsWith(ITEM_MARK))
  return (
    <div class="quiet">
      {lines
        .filter((line) => !line.startsWith(ITEM_MARK))
        .map((line) => (
          <p key={line}>{line}</p>
        ))}
      {items.length > 0 && (
        <ul class="items">
          {items.map((line) => (
            <li key={line}>{line.slice(ITEM_MARK.length)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
