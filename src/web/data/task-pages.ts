interface Page<Task> {
  readonly tasks: readonly Task[]
}

/**
 * Joins the pages of a table of tasks. An active run may move a task between two requests. A task
 * on two pages keeps its first position and its newest data, because a map keeps the position of a
 * key that is set again.
 */
export function mergeTaskPages<Task extends { readonly env: string; readonly task: string }>(
  pages: readonly Page<Task>[],
): readonly Task[] {
  const byId = new Map<string, Task>()
  for (const task of pages.flatMap(({ tasks }) => tasks)) {
    byId.set(JSON.stringify([task.env, task.task]), task)
  }
  return [...byId.values()]
}
