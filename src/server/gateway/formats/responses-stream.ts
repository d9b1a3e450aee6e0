import type { JsonObject } from '../../../sim/json.ts'
import {
  type ChatCompletion,
  type ChatRequest,
  type CompletionHead,
  hasText,
  type ModelToolCall,
} from './chat-form.ts'
import type { AnswerStream } from './format.ts'
import {
  callItem,
  callStatus,
  fromChat,
  messageItem,
  reasoningItem,
  reasoningPart,
  responseEnd,
  textPart,
  toResponse,
} from './responses-answer.ts'
import { createSentText } from './sent-text.ts'
import type { SseEvent } from './sse-event.ts'

/** An item of the output whose text is being sent. */
interface OpenItem {
  readonly kind: 'reasoning' | 'message'
  readonly index: number
  text: string
}

/** The events of an answer in the form of OpenAI's Responses, in the order of its API. */
export function createStream(head: CompletionHead, request: ChatRequest): AnswerStream {
  const sentText = createSentText()
  let sequence = 0
  let items = 0
  let openItem: OpenItem | undefined

  const event = (type: string, members: JsonObject): SseEvent => ({
    event: type,
    data: { type, sequence_number: sequence++, ...members },
  })
  const begin = (kind: OpenItem['kind']): SseEvent[] => {
    openItem = { kind, index: items++, text: '' }
    return itemBegins(head, openItem, event)
  }
  const end = (status: string): SseEvent[] => {
    const events = openItem === undefined ? [] : itemEnds(head, openItem, status, event)
    openItem = undefined
    return events
  }
  const add = (kind: OpenItem['kind'], text: string): SseEvent[] => {
    if (text === '') return []
    const boundaryEvents = openItem?.kind === kind ? [] : [...end('completed'), ...begin(kind)]
    return [
      ...boundaryEvents,
      ...(openItem === undefined ? [] : [itemGrows(head, openItem, text, event)]),
    ]
  }
  const addBoth = ({ reasoning, content }: ReturnType<typeof sentText.take>): SseEvent[] => [
    ...add('reasoning', reasoning),
    ...add('message', content),
  ]
  const endText = (completion: ChatCompletion): SseEvent[] => {
    const added = addBoth(sentText.rest(completion))
    const isMissing = hasText(completion) && openItem?.kind !== 'message'
    const empty = isMissing ? [...end('completed'), ...begin('message')] : []
    return [...added, ...empty, ...end(responseEnd(completion).status)]
  }

  return {
    begin: () =>
      ['response.created', 'response.in_progress'].map((type) =>
        event(type, { response: toResponse(head, request, { status: 'in_progress' }) }),
      ),
    text: (delta) => addBoth(sentText.take(delta)),
    end: (completion) => {
      const text = endText(completion)
      const calls = (completion.message.tool_calls ?? []).flatMap((call, index) =>
        callEvents(completion, call, index, items++, event),
      )
      const { status } = responseEnd(completion)
      const last = event(`response.${status}`, { response: fromChat(completion, request) })
      return [...text, ...calls, last]
    },
  }
}

type MakeEvent = (type: string, members: JsonObject) => SseEvent

const partPosition = (head: CompletionHead, { kind, index }: OpenItem): JsonObject => ({
  item_id: `${kind === 'message' ? 'msg' : 'rs'}_${head.id}`,
  output_index: index,
  content_index: 0,
})

function itemBegins(head: CompletionHead, item: OpenItem, event: MakeEvent): SseEvent[] {
  const isMessage = item.kind === 'message'
  const empty = isMessage
    ? messageItem(head, undefined, 'in_progress')
    : reasoningItem(head, undefined)
  const part = isMessage ? textPart('') : reasoningPart('')
  return [
    event('response.output_item.added', { output_index: item.index, item: empty }),
    event('response.content_part.added', { ...partPosition(head, item), part }),
  ]
}

function itemGrows(
  head: CompletionHead,
  item: OpenItem,
  delta: string,
  event: MakeEvent,
): SseEvent {
  item.text += delta
  const members = { ...partPosition(head, item), delta }
  return item.kind === 'message'
    ? event('response.output_text.delta', { ...members, logprobs: [] })
    : event('response.reasoning_text.delta', members)
}

function itemEnds(
  head: CompletionHead,
  item: OpenItem,
  status: string,
  event: MakeEvent,
): SseEvent[] {
  const { text, index } = item
  const position = partPosition(head, item)
  const isMessage = item.kind === 'message'
  const doneEvent = isMessage
    ? event('response.output_text.done', { ...position, text, logprobs: [] })
    : event('response.reasoning_text.done', { ...position, text })
  const part = isMessage ? textPart(text) : reasoningPart(text)
  const finishedItem = isMessage ? messageItem(head, text, status) : reasoningItem(head, text)
  return [
    doneEvent,
    event('response.content_part.done', { ...position, part }),
    event('response.output_item.done', { output_index: index, item: finishedItem }),
  ]
}

function callEvents(
  completion: ChatCompletion,
  call: ModelToolCall,
  index: number,
  outputIndex: number,
  event: MakeEvent,
): SseEvent[] {
  const position = { item_id: `fc_${completion.id}_${index}`, output_index: outputIndex }
  const { name, arguments: args } = call.function
  const item = (status: 'in_progress' | 'completed' | 'incomplete'): JsonObject => ({
    output_index: outputIndex,
    item: callItem(completion, call, index, status),
  })
  return [
    event('response.output_item.added', item('in_progress')),
    event('response.function_call_arguments.delta', { ...position, delta: args }),
    event('response.function_call_arguments.done', { ...position, name, arguments: args }),
    event('response.output_item.done', item(callStatus(completion, index))),
  ]
}
