import type { JsonObject } from '../../../src/sim/json.ts'
import type { RawSocket } from './raw-socket.ts'

const TURNS = 18

/** A turn of the locked box that does nothing but take up room in the log. */
export const bulkyTurn = (characters: number, text = 'x'): JsonObject => ({
  content: text.repeat(characters),
  tool_calls: [
    { id: 'call_1', type: 'function', function: { name: 'enter_code', arguments: { code: 'no' } } },
  ],
})

/** Opens a locked box; answers the episode's id. */
export async function openBox(socket: RawSocket, index: number): Promise<string> {
  const params = { env: 'mock-v1', split: 'train', index, open_key: `box-${index}` }
  return String((await socket.result('episode.open', params)).episode_id)
}

/** Plays and closes episodes of about 170 kB each, to be pruned later. */
export async function fillWithBallast(socket: RawSocket, episodes: number): Promise<void> {
  const fill = async (index: number): Promise<void> => {
    const episode_id = await openBox(socket, index)
    for (let seq = 1; seq <= TURNS; seq++) {
      await socket.result('episode.step', { episode_id, seq, action: bulkyTurn(9_000) })
    }
    await socket.result('episode.close', { episode_id })
  }
  await Promise.all(Array.from({ length: episodes }, (_, index) => fill(index)))
}
