import { useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { callServer } from '../../data/api.ts'
import { pluralize } from '../../data/format.ts'

interface TaskPosition {
  readonly env: string
  readonly split: string
  /** The number of the task in its split. */
  readonly index: number
}

/** The first task of a split at or after an index, of one level or any level. */
async function findTask({ env, split, index }: TaskPosition, level?: number) {
  const { tasks } = await callServer('GET /v1/environments/{env}/tasks', {
    ...{ env, split, from: index, limit: 1 },
    ...(level === undefined ? {} : { difficulty: level }),
  })
  const [task] = tasks
  return task && { index: Number(task.index), level: Number(task.difficulty) }
}

/** A menu of levels. Choosing one selects its next task. */
export function LevelMenu({
  env = '',
  split = '',
  index,
  onChange,
}: {
  readonly env: string | undefined
  readonly split: string | undefined
  readonly index: number
  readonly onChange: (fields: { readonly index: number }) => void
}): JSX.Element | null {
  const position = { env, split, index }
  const levels = useLevels(env, split)
  const { data: task } = useQuery({
    queryKey: ['task at', position],
    queryFn: async () => (await findTask(position)) ?? null,
    enabled: env !== '' && split !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const current = task?.index === index ? task.level : undefined
  const choose = async (level: number): Promise<void> => {
    const from = level === current ? index + 1 : index
    const found =
      (await findTask({ ...position, index: from }, level)) ??
      (await findTask({ ...position, index: 0 }, level))
    if (found !== undefined) onChange({ index: found.index })
  }
  if (levels === undefined) return <LoadingMenu />
  if (levels.length < 2) return null
  return (
    <>
      <label>
        level
        <select
          class="input"
          value={current ?? ''}
          onChange={(event) => void choose(Number(event.currentTarget.value))}
        >
          {current === undefined && <option value="">no such task</option>}
          {levels.map(({ difficulty, tasks }) => (
            <option key={difficulty} value={difficulty}>
              {difficulty} ({pluralize(tasks, 'task')})
            </option>
          ))}
        </select>
      </label>
      {current !== undefined && (
        <button type="button" class="btn" onClick={() => void choose(current)}>
          Next task of level {current}
        </button>
      )}
    </>
  )
}

/** The levels of a split with their numbers of tasks; undefined until the card is loaded. */
function useLevels(env: string, split: string) {
  const { data } = useQuery({
    queryKey: ['card', env],
    queryFn: () => callServer('GET /v1/environments/{env}/card', { env }),
    enabled: env !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data && (data.splits.find(({ name }) => name === split)?.levels ?? [])
}

/** Takes the room of the menu, so that the form does not move under the pointer. */
const LoadingMenu = (): JSX.Element => (
  <>
    <label>
      level
      <select class="input" disabled />
    </label>
    <button type="button" class="btn" disabled>
      Next task
    </button>
  </>
)
