import { useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { call } from '../../data/api.ts'
import { counted } from '../../data/format.ts'

interface TaskPlace {
  readonly env: string
  readonly split: string
  /** The number of the task in its split. */
  readonly index: number
}

/** The first task of a split from a number on, of any level or of one. */
async function findTask({ env, split, index }: TaskPlace, level?: number) {
  const { tasks } = await call('GET /v1/environments/{env}/tasks', {
    ...{ env, split, from: index, limit: 1 },
    ...(level === undefined ? {} : { difficulty: level }),
  })
  const [task] = tasks
  return task && { index: Number(task.index), level: Number(task.difficulty) }
}

/** The levels of a split, as a menu that goes to the next task of a level. */
export function LevelMenu({
  env = '',
  split = '',
  index,
  set,
}: {
  readonly env: string | undefined
  readonly split: string | undefined
  readonly index: number
  readonly set: (index: number) => void
}): JSX.Element | null {
  const place = { env, split, index }
  const levels = useLevels(env, split)
  const { data: task } = useQuery({
    queryKey: ['task at', place],
    queryFn: async () => (await findTask(place)) ?? null,
    enabled: env !== '' && split !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const current = task?.index === index ? task.level : undefined
  const choose = async (level: number): Promise<void> => {
    const from = level === current ? index + 1 : index
    const found =
      (await findTask({ ...place, index: from }, level)) ??
      (await findTask({ ...place, index: 0 }, level))
    if (found !== undefined) set(found.index)
  }
  if (levels.length < 2) return null
  return (
    <>
      <label>
        level
        <select
          class="field-in"
          value={current ?? ''}
          onChange={(event) => void choose(Number(event.currentTarget.value))}
        >
          {current === undefined && <option value="">no such task</option>}
          {levels.map(({ difficulty, tasks }) => (
            <option key={difficulty} value={difficulty}>
              {difficulty} ({counted(tasks, 'task')})
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

/** The levels of a split, each with its number of tasks, as the card of the environment has it. */
function useLevels(env: string, split: string) {
  const { data } = useQuery({
    queryKey: ['card', env],
    queryFn: () => call('GET /v1/environments/{env}/card', { env }),
    enabled: env !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.splits.find(({ name }) => name === split)?.levels ?? []
}
