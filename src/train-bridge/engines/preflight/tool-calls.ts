import type { Client } from '../../../client/client.ts'
import { createChatClient } from '../../../effects/chat-client.ts'
import { ChatError } from '../../../effects/chat-error.ts'
import type { PromptMessage } from '../../../effects/chat-message.ts'
import type { RunConfig } from '../config.ts'
import type { Trouble } from './row-facts.ts'

/**
 * Checks that the starting model calls tools, by asking for the first turn of some tasks. A model
 * that never calls gets no reward, so it learns nothing from rollouts.
 *
 * @throws BackchannelError if the server cannot be played on
 */
export async function toolCallTrouble(
  config: RunConfig,
  client: Client,
): Promise<Trouble | undefined> {
  const { endpoint, environment } = config
  if (endpoint === undefined || environment === undefined) return undefined
  const { tools } = await client.describe(environment.id)
  if (tools.length === 0) return undefined
  const chat = createChatClient({
    baseUrls: [endpoint.base_url],
    model: endpoint.model,
    temperature: config.training.temperature,
    thinking: config.thinking,
    ...(endpoint.api_key_env === undefined ? {} : { apiKeyEnv: endpoint.api_key_env }),
  })
  let calls = 0
  try {
    for (let index = 0; index < endpoint.tasks; index++) {
      const episode = await client.open({ env: environment.id, split: 'train', index })
      const messages = episode.messages as readonly PromptMessage[]
      await episode.close()
      const answer = await chat.complete({ messages, tools: episode.tools })
      if (answer.toolCalls.length > 0 || answer.content.includes('<tool_call>')) calls++
    }
  } catch (error) {
    if (!(error instanceof ChatError)) throw error
    return [`the starting model could not be asked: ${error.message}`, 'Check endpoint.base_url.']
  }
  if (calls >= endpoint.call_share_min * endpoint.tasks) return undefined
  return [
    `the starting model called a tool in ${calls} of ${endpoint.tasks} openings`,
    'Train it on conversations first (--method sft), or lower endpoint.call_share_min.',
  ]
}
