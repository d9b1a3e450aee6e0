interface Page<Task> {
  readonly tasks: readonly Task[]
}

/**
 * Pages of a table of tasks as one list. A run that goes on moves tasks between two questions; one
 * that came twice stands where it came first, as it was told last.
 */
export function tasksOnce<Task extends { readonly env: string; readonly task: string }>(
  pages: readonly Page<Task>[],
): readonly Task[] {
  const told = new Map<string, Task>()
  for (const task of pages.flatMap(({ tasks }) => tasks)) {
    told.set(JSON.stringify([task.env, task.task]), task)
  }
  return [...told.values()]
}
