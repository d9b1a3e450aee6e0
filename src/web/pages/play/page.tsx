import { useMutation, useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { call, openKey } from '../../data/api.ts'
import { useEnvironment } from '../../data/episode-queries.ts'
import { Code } from '../../parts/said.tsx'
import { FaultBox, Skeleton } from '../../parts/states.tsx'
import { useFields } from '../../state/address.ts'
import { text, whole } from '../../state/fields.ts'

const FIELDS = { env: text(), split: text(), index: whole(0), settings: text() }

/** Which task to play: environment, split, number, settings. */
export function PlayPage(): JSX.Element {
  const [fields, setFields] = useFields(FIELDS)
  const { route } = useLocation()
  const environments = useQuery({
    queryKey: ['environments'],
    queryFn: () => call('GET /v1/environments', {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const env = fields.env ?? environments.data?.[0]?.env
  const chosen = environments.data?.find((each) => each.env === env)
  const split =
    fields.split ?? (chosen?.splits.find(({ name }) => name === 'val') ?? chosen?.splits[0])?.name
  const [settings, setSettings] = useState(fields.settings ?? '')
  const open = useMutation({
    mutationFn: async () => {
      const given = settings.trim() === '' ? {} : { settings: JSON.parse(settings) }
      const opened = await call('POST /v1/episodes', {
        ...{ env: env ?? '', split: split ?? '', index: fields.index, ...given },
        ...{ labels: { run: 'played' }, open_key: openKey() },
      })
      route(`/play/${opened.episode_id}`)
    },
  })
  useEffect(() => {
    document.title = 'Play · Backchannel'
  }, [])
  if (environments.data === undefined) {
    return environments.error === null ? <Skeleton /> : <FaultBox error={environments.error} />
  }
  return (
    <div class="page">
      <h1>Play</h1>
      <p>
        You are the agent: the tools are forms, every step is stored and rewarded as a model’s would
        be.
      </p>
      <form
        class="filters plainform"
        aria-label="What to play"
        onSubmit={(event) => {
          event.preventDefault()
          open.mutate()
        }}
      >
        <label>
          environment
          <select
            class="field-in"
            value={env}
            onChange={(event) => setFields({ env: event.currentTarget.value, split: undefined })}
          >
            {environments.data.map((each) => (
              <option key={each.env} value={each.env}>
                {each.title} · {each.env}
              </option>
            ))}
          </select>
        </label>
        <label>
          split
          <select
            class="field-in"
            value={split}
            onChange={(event) => setFields({ split: event.currentTarget.value })}
          >
            {chosen?.splits.map(({ name, count }) => (
              <option key={name} value={name}>
                {name} {count === null ? '' : `(${count})`}
              </option>
            ))}
          </select>
        </label>
        <label>
          number of the task
          <input
            class="field-in"
            type="number"
            min={0}
            value={fields.index}
            onChange={(event) => setFields({ index: Number(event.currentTarget.value) })}
          />
        </label>
        <label>
          settings, as JSON
          <input
            class="field-in"
            value={settings}
            placeholder="{}"
            onInput={(event) => setSettings(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="btn primary" disabled={open.isPending}>
          {open.isPending ? 'Opening…' : 'Play this task'}
        </button>
      </form>
      {open.error !== null && <FaultBox error={open.error} />}
      <Settings env={env} />
    </div>
  )
}

function Settings({ env }: { readonly env: string | undefined }): JSX.Element | null {
  const { data } = useEnvironment(env)
  if (data === undefined) return null
  return (
    <>
      <p>{data.description}</p>
      <details class="fold">
        <summary>Settings of {data.env}</summary>
        <Code
          text={JSON.stringify(data.settings_schema.properties ?? {}, null, 2)}
          language="json"
        />
      </details>
    </>
  )
}
