import { chat } from './chat.ts'
import type { Format } from './format.ts'
import { messages } from './messages.ts'
import { responses } from './responses.ts'

/** The API formats of agents, by name. */
export const FORMATS = { chat, responses, messages } as const satisfies Readonly<
  Record<string, Format>
>

export type FormatName = keyof typeof FORMATS
