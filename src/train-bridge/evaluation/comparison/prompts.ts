import { DataSetError } from '../../../datasets/manifest.ts'
import { Fields } from '../../../datasets/rows/fields.ts'
import { readRows } from '../../../datasets/rows/read.ts'
import { type FileRow, RowError } from '../../../datasets/rows/row.ts'

/** A prompt that both models answer. */
export interface ComparedPrompt {
  readonly id: string
  readonly text: string
}

/** The prompts of a file, and errors for rows without one. */
interface PromptFile {
  readonly prompts: readonly ComparedPrompt[]
  readonly unreadable: readonly RowError[]
}

/**
 * The first prompts of a file of JSON lines or Parquet in the form of preference data sets.
 * `prompt` is a text or a conversation, of which the first user message counts, as for `messages`.
 *
 * @param count maximum number of rows to read
 * @throws DataSetError if the file as a whole cannot be read; the error of the file system
 */
export async function readPrompts(path: string, count: number): Promise<PromptFile> {
  const prompts: ComparedPrompt[] = []
  const unreadable: RowError[] = []
  for await (const rowRead of readRows(path)) {
    if (prompts.length + unreadable.length >= count) break
    if (rowRead.kind === 'bad') unreadable.push(rowRead.error)
    else readInto(prompts, unreadable, () => toPrompt(rowRead.row))
  }
  return { prompts, unreadable }
}

function toPrompt(row: FileRow): ComparedPrompt {
  const fields = new Fields(row)
  const id = fields.optionalText('prompt_id', 'id') ?? `${row.unit}-${row.number}`
  return { id, text: promptText(row) }
}

/** The prompt of a row. Throws `RowError` if it has none. */
function promptText(row: FileRow): string {
  const { prompt, messages } = row.values
  const conversation = Array.isArray(prompt) ? prompt : prompt === undefined ? messages : undefined
  if (!Array.isArray(conversation)) return new Fields(row).text('prompt', 'question', 'instruction')
  const first = (conversation as readonly unknown[]).find((message) => readRole(message) === 'user')
  const values = (first ?? {}) as Readonly<Record<string, unknown>>
  return new Fields(row, 'messages.', values).text('content')
}

const readRole = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'role' in message ? message.role : undefined

interface StoredAnswer {
  readonly text: string
  /** Whether the token limit truncated it; null if the file does not say so. */
  readonly cut: boolean | null
}

/** Stored answers, by prompt. */
export interface StoredAnswers {
  /** The answer to a prompt, by its id or otherwise its text. */
  find(prompt: ComparedPrompt): StoredAnswer | undefined
  readonly unreadable: readonly RowError[]
}

/**
 * Answers from a file of JSON lines or Parquet: `answer` (or `response`, `completion`, `output`)
 * beside `prompt_id` or `prompt`, and `cut`. The first answer to a prompt counts.
 *
 * @throws DataSetError if the file as a whole cannot be read, or has no answer at all
 */
export async function readAnswers(path: string): Promise<StoredAnswers> {
  const byId = new Map<string, StoredAnswer>()
  const byText = new Map<string, StoredAnswer>()
  const unreadable: RowError[] = []
  for await (const rowRead of readRows(path)) {
    if (rowRead.kind === 'bad') {
      unreadable.push(rowRead.error)
      continue
    }
    const { row } = rowRead
    readInto([], unreadable, () => {
      const fields = new Fields(row)
      const answer = readAnswer(row)
      const id = fields.optionalText('prompt_id', 'id')
      const text = fields.has('prompt', 'messages') ? promptText(row) : null
      if (id === null && text === null) fields.text('prompt_id', 'prompt')
      if (id !== null && !byId.has(id)) byId.set(id, answer)
      if (text !== null && !byText.has(text)) byText.set(text, answer)
    })
  }
  if (byId.size + byText.size === 0) {
    const reason = unreadable[0]?.message ?? ''
    throw new DataSetError(`${path}: holds no answers. ${reason}`.trim())
  }
  return { find: ({ id, text }) => byId.get(id) ?? byText.get(text), unreadable }
}

/** The stored answer, even if it is empty. */
function readAnswer(row: FileRow): StoredAnswer {
  const names = ['answer', 'response', 'completion', 'output']
  const { cut } = row.values
  const stored = names.map((name) => row.values[name]).find((value) => typeof value === 'string')
  const text = stored ?? new Fields(row).text(...names)
  return { text, cut: typeof cut === 'boolean' ? cut : null }
}

/** Adds the parsed item, or the error if there is none. */
function readInto<Item>(items: Item[], errors: RowError[], readItem: () => Item): void {
  try {
    items.push(readItem())
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    errors.push(error)
  }
}
