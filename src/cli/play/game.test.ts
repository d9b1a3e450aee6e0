/** Guards that a stray word such as "help" ends no episode: final answers need confirmation. */
import { expect, it } from 'vitest'
import { withServer } from '../local-server.ts'
import { Game } from './game.ts'

it('sends a message that may be the final answer only after :send', async () => {
  const said: string[] = []
  await withServer({}, async ({ client }) => {
    const episode = await client.open({ env: 'math-feedback-v1', split: 'val', index: 0 })
    const game = new Game(episode, (text) => said.push(text), true)
    expect(await game.play(':send')).toBe(true)
    expect(said.at(-1)).toBe('No message waits to be sent.')
    expect(await game.play('help')).toBe(true)
    expect(said.at(-1)).toMatch(/is a final answer.*:send/)
    expect(game.episode.nextSeq).toBe(1)
    expect(await game.play('\\boxed{-1}')).toBe(true)
    expect(await game.play(':send')).toBe(false)
    expect(game.episode.over).toBe(true)
  })
})
