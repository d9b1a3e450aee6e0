import type { Hand } from '../hand.ts'

/** Openings that attacks use. */
export const BOX = { env: 'mock-v1', split: 'train', index: 1 }
export const PHONE = { env: 'phone-call-v2', split: 'train', index: 1 }
export const MATH = { env: 'math-feedback-v1', split: 'train', index: 1 }
export const Q = { env: 'q-code-v1', split: 'train', index: 1 }

export const toolCall = (name: string, given: object): object => ({
  tool_calls: [{ id: 'a', type: 'function', function: { name, arguments: given } }],
})

/** A turn that the locked box answers at once. */
export const WRONG_CODE = toolCall('enter_code', { code: '0' })

/** A text as long as an environment takes it. */
export const words = (characters: number): string => 'lorem ipsum dolor '.repeat(characters / 18)

/** Episodes with long logs: as many steps as may be, each as large as may be. */
export async function longEpisodes(hand: Hand, count: number): Promise<string[]> {
  const ids = await hand.opened(count, PHONE)
  const line = await hand.line()
  const action = { content: words(15_000) }
  for (let seq = 1; seq <= 29 && !hand.isOver; seq++) {
    await Promise.all(
      ids.map((episode_id) => line.ask('episode.step', { episode_id, seq, action })),
    )
  }
  line.end()
  return ids
}
