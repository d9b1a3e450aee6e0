import { expect, it } from 'vitest'
import { longTexts } from '../env/long-texts.ts'
import { toolAnswer } from '../env/message.ts'
import type { AppendRow, EventStore } from './event-store.ts'
import { SAMPLE_WORLD, SampleEpisode } from './sample.contract.ts'

/** A text that is long enough to be shared, and hard to write: quotes, lines, many letters. */
export const longText = (name: string): string =>
  `${name}: "${'é \\ \u{1f388} ☎ \n"'.repeat(40)}" ${'a long way '.repeat(10)}`

/** The next step of an episode, which says these texts, and says so to the store. */
export function stepWithTexts(sample: SampleEpisode, texts: readonly string[]): AppendRow {
  const messages = texts.map((text) => toolAnswer({ id: 'call_1', name: 'tool' }, text))
  const payload = JSON.stringify({ reward: 0, effects: [], messages, parts: {} })
  const row = sample.step(payload)
  const all = longTexts(payload, messages) ?? []
  return { ...row, texts: { owner: sample.index.principal, all } }
}

/** What every store must do with texts that rows share. */
export function textsContract(getStore: () => EventStore): void {
  it('gives rows back as they were, whoever else has their texts', async () => {
    const { log } = getStore()
    await log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
    const samples = ['local', 'local', 'other'].map(
      (principal, at) => new SampleEpisode(`shared-${at}`, { principal }),
    )
    const payloads = new Map<string, string[]>()
    for (const sample of samples) {
      const texts = [longText('one'), longText('two'), 'short', longText('one')]
      const rows = [
        sample.open(),
        stepWithTexts(sample, texts),
        stepWithTexts(sample, [longText(sample.episode)]),
        sample.close(),
      ]
      await log.append(rows)
      payloads.set(
        sample.episode,
        rows.map(({ payload }) => payload),
      )
    }
    for (const { episode } of samples) {
      const loaded = await log.load(episode)
      expect(loaded?.defect).toBeNull()
      expect(loaded?.rows.map(({ payload }) => payload)).toEqual(payloads.get(episode))
      const [second] = (await log.load(episode, 2, 1))?.rows ?? []
      expect(second?.payload).toBe(payloads.get(episode)?.[2])
    }
    const query = { words: 'way', limit: 10, budgetMs: Number.POSITIVE_INFINITY }
    expect((await log.searchTranscripts({ ...query, principal: 'local' })).found).toHaveLength(2)
    expect((await getStore().check()).problems).toEqual([])
  })

  it('believes no place that it was told: what is read is what was written', async () => {
    const { log } = getStore()
    await log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
    const rows = ['first', 'second'].flatMap((name, at) => {
      const sample = new SampleEpisode(name)
      const payload = JSON.stringify({ reward: 0, of: name, at, text: 'y'.repeat(300) })
      const range = { from: 5 + at, to: 40 + 3 * at }
      return [sample.open(), { ...sample.step(payload), texts: { owner: 'local', all: [range] } }]
    })
    await log.append(rows)
    for (const { episode, position, payload } of rows) {
      expect((await log.load(episode))?.rows[position]?.payload).toBe(payload)
    }
    expect((await getStore().check()).problems).toEqual([])
  })
}
