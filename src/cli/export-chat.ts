import { readRows } from '../datasets/rows/read.ts'
import { type Row, RowError } from '../datasets/rows/row.ts'
import {
  asJson,
  CHAT_COLUMNS,
  chatMessages,
  chatPair,
  chatPrompt,
  type PlainMessage,
} from '../datasets/training/general-chat.ts'
import { checksumOf, RowFiles } from '../datasets/training/row-files.ts'
import { canonicalJson, type JsonObject } from '../sim/json.ts'
import { finishExport } from './export-finish.ts'
import { type ExportFlags, placesOf } from './export-flags.ts'

const REMEDY = 'Check the file and --min-gap.'

/** Rows of a general chat, and what must not be on both sides of a hold-out: their prompt. */
interface ChatRow {
  readonly row: JsonObject
  readonly prompt: readonly PlainMessage[]
  /** By how much the chosen answer scored higher; null where that is not known. */
  readonly gap: number | null
}

const MAKERS = {
  sft(row: Row): ChatRow {
    const messages = chatMessages(row)
    const prompt = messages.slice(
      0,
      messages.findIndex(({ role }) => role === 'assistant'),
    )
    return { row: { messages: asJson(messages) }, prompt, gap: null }
  },
  preference(row: Row): ChatRow {
    const { prompt, chosen, rejected, gap } = chatPair(row)
    const values = { prompt: asJson(prompt), chosen: asJson(chosen), rejected: asJson(rejected) }
    return { row: values, prompt, gap }
  },
  prompts(row: Row): ChatRow {
    const prompt = chatPrompt(row)
    return { row: { prompt: asJson(prompt) }, prompt, gap: null }
  },
}

/** Writes rows of a local copy of a general chat set, checked and in one form. */
export async function exportChat(
  flags: ExportFlags & { readonly chat: string; readonly format: keyof typeof MAKERS },
): Promise<void> {
  const { chat, format, minGap, skipBad, count: most } = flags
  const files = new RowFiles(placesOf(flags), CHAT_COLUMNS[format], flags.keepDuplicates)
  const counts = { read: 0, bad_rows: 0, too_close: 0, same_answers: 0 }
  await finishExport(flags, files, async () => {
    for await (const read of readRows(chat)) {
      if (most !== undefined && files.rows >= most) break
      counts.read += 1
      const made = read.kind === 'bad' ? read.error : attempt(() => MAKERS[format](read.row))
      if (made instanceof RowError) {
        if (skipBad !== true) throw made
        tell(made, counts.bad_rows)
        counts.bad_rows += 1
      } else if (minGap !== undefined && made.gap !== null && made.gap < minGap) {
        counts.too_close += 1
      } else if (made.row.chosen !== undefined && isSame(made.row)) {
        counts.same_answers += 1
      } else {
        await files.write(files.sideOf(canonicalJson(asJson(made.prompt))), made.row)
      }
    }
    const source = { kind: 'chat', sha256: await checksumOf(chat) }
    return { source, counts, remedy: REMEDY }
  })
}

/** Bad rows that are named; the others are counted only. */
const TOLD_MAX = 10

function tell(error: RowError, before: number): void {
  if (before < TOLD_MAX) process.stderr.write(`note: ${error.message}\n`)
}

function attempt(make: () => ChatRow): ChatRow | RowError {
  try {
    return make()
  } catch (error) {
    if (error instanceof RowError) return error
    throw error
  }
}

const isSame = ({ chosen, rejected }: JsonObject): boolean =>
  canonicalJson(chosen) === canonicalJson(rejected)
