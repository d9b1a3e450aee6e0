import { fileHash } from '../datasets/file-hash.ts'
import { readRows } from '../datasets/rows/read.ts'
import { type FileRow, parseRow, REPORTED_MAX, RowError } from '../datasets/rows/row.ts'
import {
  asJson,
  CHAT_COLUMNS,
  chatMessages,
  chatPair,
  chatPrompt,
  type PlainMessage,
} from '../datasets/training/general-chat.ts'
import { RowFiles } from '../datasets/training/row-files.ts'
import { canonicalJson, type JsonObject } from '../sim/json.ts'
import { finishExport } from './export-finish.ts'
import { type ExportFlags, toOutputs } from './export-flags.ts'

const REMEDY = 'Check the file and --min-gap.'

/**
 * Rows of a general chat set, each with its prompt, which may appear on one side of a hold-out
 * only.
 */
interface ChatRow {
  readonly row: JsonObject
  readonly prompt: readonly PlainMessage[]
  /** How much higher the chosen answer scored; null if unknown. */
  readonly gap: number | null
}

const MAKERS = {
  sft(row: FileRow): ChatRow {
    const messages = chatMessages(row)
    const prompt = messages.slice(
      0,
      messages.findIndex(({ role }) => role === 'assistant'),
    )
    return { row: { messages: asJson(messages) }, prompt, gap: null }
  },
  preference(row: FileRow): ChatRow {
    const { prompt, chosen, rejected, gap } = chatPair(row)
    const values = { prompt: asJson(prompt), chosen: asJson(chosen), rejected: asJson(rejected) }
    return { row: values, prompt, gap }
  },
  prompts(row: FileRow): ChatRow {
    const prompt = chatPrompt(row)
    return { row: { prompt: asJson(prompt) }, prompt, gap: null }
  },
}

/** Checks rows of a local copy of a general chat set and writes them in one form. */
export async function exportChat(
  flags: ExportFlags & { readonly chat: string; readonly format: keyof typeof MAKERS },
): Promise<void> {
  const { chat, format, minGap, skipBad, count: rowsMax } = flags
  const files = new RowFiles(toOutputs(flags), CHAT_COLUMNS[format], flags.keepDuplicates)
  const counts = { read: 0, bad_rows: 0, too_close: 0, without_scores: 0, same_answers: 0 }
  await finishExport(flags, files, async () => {
    for await (const rowRead of readRows(chat)) {
      if (rowsMax !== undefined && files.rows >= rowsMax) break
      counts.read += 1
      const result = parseRow(rowRead, MAKERS[format])
      if (result instanceof RowError) {
        if (skipBad !== true) throw result
        reportBadRow(result, counts.bad_rows)
        counts.bad_rows += 1
      } else if (minGap !== undefined && result.gap === null) {
        counts.without_scores += 1
      } else if (minGap !== undefined && result.gap !== null && result.gap < minGap) {
        counts.too_close += 1
      } else if (result.row.chosen !== undefined && isSame(result.row)) {
        counts.same_answers += 1
      } else {
        await files.write(files.chooseSide(canonicalJson(asJson(result.prompt))), result.row)
      }
    }
    const source = { kind: 'chat', sha256: await fileHash(chat) }
    return { source, counts, remedy: REMEDY }
  })
}

function reportBadRow(error: RowError, reportedCount: number): void {
  if (reportedCount < REPORTED_MAX) process.stderr.write(`note: ${error.message}\n`)
}

const isSame = ({ chosen, rejected }: JsonObject): boolean =>
  canonicalJson(chosen) === canonicalJson(rejected)
