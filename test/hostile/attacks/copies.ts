import type { Attack, Hand } from '../hand.ts'
import type { Answer, Line } from '../line.ts'
import { TOKENS } from '../tokens.ts'
import { BOX, WRONG_CODE } from './plays.ts'

interface Opened {
  readonly episode_id: string
  readonly resume_key: string
  readonly view_key: string
}

const idOf = ({ result }: Answer): string | undefined => result?.episode_id as string | undefined

/** Copies an episode of another by its keys, has those revoked, and plays the copies on. */
async function copyAndPlay(hand: Hand, alice: Line, mallory: Line): Promise<void> {
  const { result } = await alice.ask('episode.open', BOX)
  if (result === undefined) return
  const { episode_id, resume_key, view_key } = result as unknown as Opened
  const fork = (key: string) => ({ episode_id, position: 0, resume_key: key })
  const viewed = await mallory.ask('episode.fork', fork(view_key))
  if (viewed.result !== undefined) hand.breach('a view key made a copy to play')
  const copy = idOf(await mallory.ask('episode.fork', fork(resume_key)))
  const again = idOf(await mallory.ask('episode.fork', { episode_id: copy ?? '', position: 0 }))
  const revoked = await alice.ask('episode.revoke', { episode_id })
  if (revoked.result === undefined) return
  for (const id of [copy, again]) {
    if (id === undefined) continue
    const turn = { episode_id: id, action: WRONG_CODE }
    for (const [name, params] of [
      ['episode.step', turn],
      ['episode.resume', { episode_id: id }],
      ['episode.fork', { episode_id: id, position: 0 }],
    ] as const) {
      const answer = await mallory.ask(name, params)
      if (answer.result !== undefined) hand.breach(`${name} works on a copy of a revoked key`)
    }
  }
}

/** Copies of what belongs to others. */
export const COPY_ATTACKS: readonly Attack[] = [
  {
    name: 'copies by key',
    what: 'forks an episode of another by its keys, and plays on once they are revoked',
    run: (hand) =>
      hand.repeat(4, async () => {
        const [alice, mallory] = [await hand.line(TOKENS.alice), await hand.line()]
        while (!hand.isOver && alice.isOpen && mallory.isOpen) {
          await copyAndPlay(hand, alice, mallory)
        }
        for (const line of [alice, mallory]) line.end()
      }),
  },
]
