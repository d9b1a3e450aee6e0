import { MEASURED } from 'virtual:measured'
import { useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ResultAt } from '../../../client/resources.ts'
import type { MeasuredTable } from '../../build/measured.ts'
import { call } from '../../data/api.ts'
import { useEnvironment } from '../../data/episode-queries.ts'
import { count, score } from '../../data/format.ts'
import { Heads, SCROLLED } from '../../parts/heads.tsx'
import { Code } from '../../parts/message-text.tsx'
import { Awaited } from '../../parts/states.tsx'
import { nameOfSegment, segment } from '../../state/fields.ts'

type Card = ResultAt<'GET /v1/environments/{env}/card'>
type Description = ResultAt<'GET /v1/environments/{env}'>

function blindPlay({ class: worldClass, has_floor: hasFloor }: Card): string {
  if (worldClass === 'foreign') return 'unknown: it is played at another server'
  return hasFloor ? 'earns something, which is allowed for' : 'earns nothing'
}

/** A description of an environment, with the results of good and bad play. */
export function EnvironmentPage({ env: given = '' }): JSX.Element {
  const env = nameOfSegment(given)
  const { data: card, error } = useQuery({
    queryKey: ['card', env],
    queryFn: () => call('GET /v1/environments/{env}/card', { env }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const description = useEnvironment(env).data
  useEffect(() => {
    document.title = `${card?.title ?? env} · Tasks · Backchannel`
  }, [card, env])
  if (card === undefined) return <Awaited error={error} />
  return (
    <div class="page">
      <nav class="crumb" aria-label="Breadcrumb">
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
      <Splits card={card} />
      {(MEASURED[env] ?? []).map((table) => (
        <Measured key={table.title} table={table} />
      ))}
      <section class="card">
        <h2>Card</h2>
        <dl class="kv">
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
          {description !== undefined && <Rules description={description} />}
        </dl>
      </section>
      {description !== undefined && (
        <details class="fold">
          <summary>Tools and settings</summary>
          <Code text={JSON.stringify(description.tools, null, 2)} language="json" />
          <Code text={JSON.stringify(description.settings_schema, null, 2)} language="json" />
        </details>
      )}
    </div>
  )
}

/** What models were measured to solve, from the hardest kind of task to the easiest. */
function passRates({ pass_rates }: Card): string {
  if (pass_rates.length === 0) return 'unmeasured'
  const percent = (rate: number): string => `${Math.round(100 * rate)} %`
  return pass_rates
    .map(({ model, split, cells }) => {
      const sorted = cells.map(({ rate }) => rate).sort((one, other) => one - other)
      const [low = 0, high = 0] = [sorted[0], sorted.at(-1)]
      return `${model} on ${split}: ${percent(low)} to ${percent(high)} by family and level`
    })
    .join('; ')
}

function Rules({
  description: { reward, metrics, limits },
}: {
  readonly description: Description
}) {
  return (
    <>
      <dt>reward</dt>
      <dd>
        from {score(reward.minimum)} to {score(reward.maximum)}, of {reward.parts.join(', ')}
      </dd>
      <dt>metrics</dt>
      <dd>{metrics.join(', ')}</dd>
      {limits !== null && (
        <>
          <dt>limits</dt>
          <dd>
            {limits.turns_max} turns, {limits.tool_calls_per_turn_max} calls a turn,{' '}
            {count(limits.action_characters_max)} characters a turn
          </dd>
        </>
      )}
    </>
  )
}

/** Splits by level: how many tasks there are, each a way in. */
function Splits({ card: { env, splits } }: { readonly card: Card }): JSX.Element {
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
            const path = `/tasks/${segment(env)}/${segment(split.name)}`
            return (
              <tr key={split.name}>
                <th scope="row">
                  <a href={path}>{split.name}</a>
                </th>
                <td>{split.count === null ? 'unlimited' : count(split.count)}</td>
                {levels.map((level) => {
                  const found = split.levels.find(({ difficulty }) => difficulty === level)
                  return (
                    <td key={level}>
                      {found === undefined ? (
                        '–'
                      ) : (
                        <a href={`${path}?level=${level}`}>{count(found.tasks)}</a>
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

function Measured({ table }: { readonly table: MeasuredTable }): JSX.Element {
  return (
    <section>
      <h2>{table.title}</h2>
      {table.about.map((line) => (
        <p key={line} class="quiet">
          {line}
        </p>
      ))}
      <table class="plain big" {...SCROLLED}>
        <Heads names={table.columns} />
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
