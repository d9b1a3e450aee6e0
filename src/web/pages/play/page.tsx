import { useMutation, useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { EnvironmentSummary } from '../../../client/index.ts'
import { callServer } from '../../data/api.ts'
import { useEnvironment } from '../../data/episode-queries.ts'
import { openTask } from '../../data/open-task.ts'
import { readStages } from '../../data/stages.ts'
import { readArguments } from '../../data/tool-call.ts'
import { CommittedInput } from '../../parts/committed-input.tsx'
import { CodeBlock } from '../../parts/message-text.tsx'
import { ErrorBox, Skeleton } from '../../parts/states.tsx'
import { type SetUrlFields, useUrlFields } from '../../state/address.ts'
import { integerField, pathSegment, type StateValues, textField } from '../../state/fields.ts'
import { LevelMenu } from './level-menu.tsx'

const FIELDS = {
  env: textField(),
  split: textField(),
  index: integerField(0),
  settings: textField(),
}

/** Selects a task to play: environment, split, stage, level, number and settings. */
export function PlayPage(): JSX.Element {
  const [fields, setFields] = useUrlFields(FIELDS)
  const { route } = useLocation()
  const environments = useQuery({
    queryKey: ['environments'],
    queryFn: () => callServer('GET /v1/environments', {}),
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
      const taskRef = { env: env ?? '', split: split ?? '', index: fields.index }
      route(await openTask({ ...taskRef, ...given }))
    },
  })
  useEffect(() => {
    document.title = 'Play · Backchannel'
  }, [])
  if (environments.data === undefined) {
    return environments.error === null ? <Skeleton /> : <ErrorBox error={environments.error} />
  }
  return (
    <div class="page">
      <h1>Play</h1>
      <p>
        You are the agent. Each tool is a form. Your steps are stored and rewarded as those of a
        model.
      </p>
      <TaskForm
        fields={fields}
        onChange={setFields}
        environments={environments.data}
        env={env}
        split={split}
        settings={settings}
        setSettings={setSettings}
        isOpening={open.isPending}
        open={() => open.mutate()}
      />
      {open.error !== null && <ErrorBox error={open.error} />}
      <StageMeaning env={env} settings={settings} />
      {env !== undefined && split !== undefined && (
        <p>
          <a href={`/tasks/${pathSegment(env)}/${pathSegment(split)}`}>
            Tasks of this split, by level
          </a>
        </p>
      )}
      <EnvironmentSettings env={env} />
    </div>
  )
}

/** A menu of stages, which writes the setting `stage`. Empty for environments without stages. */
function StageMenu({
  env,
  settings,
  setSettings,
}: {
  readonly env: string | undefined
  readonly settings: string
  readonly setSettings: (text: string) => void
}): JSX.Element | null {
  const stages = readStages(useEnvironment(env).data?.settings_schema)
  if (stages === undefined) return null
  const given = readArguments(settings) ?? {}
  const stage = String(given.stage ?? stages.defaultName)
  return (
    <label>
      stage
      <select
        class="input"
        value={stage}
        onChange={(event) =>
          setSettings(JSON.stringify({ ...given, stage: event.currentTarget.value }))
        }
      >
        {stages.names.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  )
}

/** The meaning of the chosen stage. */
function StageMeaning({
  env,
  settings,
}: {
  readonly env: string | undefined
  readonly settings: string
}): JSX.Element | null {
  const stages = readStages(useEnvironment(env).data?.settings_schema)
  if (stages === undefined) return null
  const stage = String(readArguments(settings)?.stage ?? stages.defaultName)
  const meaning = stages.meanings[stage]
  if (meaning === undefined) return null
  return (
    <p>
      Stage <code>{stage}</code>: {meaning}.
    </p>
  )
}

function EnvironmentSettings({ env }: { readonly env: string | undefined }): JSX.Element | null {
  const { data } = useEnvironment(env)
  if (data === undefined) return null
  return (
    <>
      <p>{data.description}</p>
      <details class="fold">
        <summary>Settings of {data.env}</summary>
        <CodeBlock
          text={JSON.stringify(data.settings_schema.properties ?? {}, null, 2)}
          language="json"
        />
      </details>
    </>
  )
}

/** What the address names although the server does not have it. */
const MissingOption = ({ name }: { readonly name: string }): JSX.Element => (
  <option value={name}>{name} · not on this server</option>
)

interface TaskFormProps {
  readonly fields: StateValues<typeof FIELDS>
  readonly onChange: SetUrlFields<typeof FIELDS>
  readonly environments: readonly EnvironmentSummary[]
  readonly env: string | undefined
  readonly split: string | undefined
  readonly settings: string
  readonly setSettings: (text: string) => void
  readonly isOpening: boolean
  readonly open: () => void
}

function TaskForm(props: TaskFormProps): JSX.Element {
  const { fields, onChange, environments, env, split, settings, setSettings, isOpening, open } =
    props
  const chosen = environments.find((each) => each.env === env)
  const hasSplit = chosen?.splits.some(({ name }) => name === split) === true
  return (
    <form
      class="filters column-form"
      aria-label="What to play"
      onSubmit={(event) => {
        event.preventDefault()
        open()
      }}
    >
      <label class="wide">
        environment
        <select
          class="input"
          value={env}
          onChange={(event) => onChange({ env: event.currentTarget.value, split: undefined })}
        >
          {env !== undefined && chosen === undefined && <MissingOption name={env} />}
          {environments.map((each) => (
            <option key={each.env} value={each.env}>
              {each.env} · {each.title}
            </option>
          ))}
        </select>
      </label>
      <label>
        split
        <select
          class="input"
          value={split}
          onChange={(event) => onChange({ split: event.currentTarget.value })}
        >
          {split !== undefined && !hasSplit && <MissingOption name={split} />}
          {chosen?.splits.map(({ name, count }) => (
            <option key={name} value={name}>
              {name} {count === null ? '' : `(${count})`}
            </option>
          ))}
        </select>
      </label>
      <StageMenu env={env} settings={settings} setSettings={setSettings} />
      <LevelMenu {...{ env, split, onChange }} index={fields.index} />
      <label>
        task number
        <CommittedInput
          type="number"
          min={0}
          value={String(fields.index)}
          onCommit={(text) => onChange({ index: FIELDS.index.parse(text) })}
        />
      </label>
      <label>
        settings, as JSON
        <input
          class="input"
          value={settings}
          placeholder="{}"
          onInput={(event) => setSettings(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="btn primary" disabled={isOpening}>
        {isOpening ? 'Opening…' : 'Play this task'}
      </button>
    </form>
  )
}
