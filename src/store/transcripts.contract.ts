import { expect, it } from 'vitest'
import type { AppendRow, EventStore } from './event-store.ts'
import { SampleEpisode } from './sample.contract.ts'
import type { TranscriptQuery } from './transcripts/search.ts'

const call = {
  id: 'a',
  type: 'function',
  function: { name: 'phone_call', arguments: '{"request":"caf\\u00e9\\nclosing"}' },
}
const stepOf = (content: string, answer: string): string =>
  JSON.stringify({
    action: { content, tool_calls: [call] },
    effects: [{ request: { reference: 'hidden' }, answer: 'hidden' }],
    messages: [{ role: 'tool', content: answer }],
    detail: 'hidden',
  })

/** A row whose answer is kept apart, as long texts are. */
function sharedRow(sample: SampleEpisode, text: string): AppendRow {
  const row = sample.step(
    JSON.stringify({ reward: 0, messages: [{ role: 'tool', content: text }] }),
  )
  const from = row.payload.indexOf(text)
  return { ...row, texts: { owner: 'local', all: [{ from, to: from + text.length }] } }
}

/** What every search of words must do. */
export function transcriptContract(getStore: () => EventStore): void {
  longTranscriptContract(getStore)
  const search = async (query: Partial<TranscriptQuery>) => {
    const page = await getStore().log.searchTranscripts({
      ...{ words: 'word', limit: 10, budgetMs: Number.POSITIVE_INFINITY },
      ...query,
    })
    return { ...page, ids: page.found.map(({ episode }) => episode.episode) }
  }

  async function fill(count: number): Promise<void> {
    for (let at = 0; at < count; at++) {
      const sample = new SampleEpisode(`e${at}`, { principal: at % 2 === 0 ? 'local' : 'other' })
      const messages = [
        { role: 'system', content: 'The rules say rule.' },
        { role: 'user', content: `Task ${at}, opened.` },
      ]
      const opening = JSON.stringify({ task: { secret: 'hidden' }, labels: {}, messages })
      const step = stepOf(at % 5 === 0 ? 'A word.' : 'None.', `Answer ${at}.`)
      await getStore().log.append([sample.open(opening), sample.step(step)])
    }
  }

  it('finds what was said, by whom and where, the newest episodes first', async () => {
    await fill(11)
    const page = await search({})
    expect(page.ids).toEqual(['e10', 'e5', 'e0'])
    expect(page).toMatchObject({ looked: 11, next: null })
    expect(page.found[0]?.places).toEqual([
      { position: 1, role: 'assistant', snippet: 'A word.', ranges: [[2, 6]] },
    ])
    expect((await search({ words: '"answer 7"' })).found[0]?.places[0]?.role).toBe('tool')
    expect((await search({ words: '"task 7"' })).found[0]?.places[0]?.role).toBe('user')
    expect((await search({ words: 'café closing', limit: 1 })).ids).toEqual(['e10'])
  })

  it('finds nothing that nobody said: rules, tasks, effects, details', async () => {
    await fill(2)
    for (const words of ['hidden', 'rule', 'secret', 'reference', 'tool']) {
      expect((await search({ words })).ids).toEqual([])
    }
  })

  it('goes on where it stopped for want of room or time, and looks at nobody else’s', async () => {
    await fill(11)
    const first = await search({ limit: 2 })
    expect(first.ids).toEqual(['e10', 'e5'])
    expect((await search({ limit: 2, after: first.next as string })).ids).toEqual(['e0'])
    let after: string | null = null
    const found: string[] = []
    do {
      const page = await search({ budgetMs: 0, ...(after === null ? {} : { after }) })
      found.push(...page.ids)
      after = page.next
    } while (after !== null)
    expect(found).toEqual(['e10', 'e5', 'e0'])
    expect(await search({ principal: 'other' })).toMatchObject({ ids: ['e5'], looked: 5 })
  })
}

function longTranscriptContract(getStore: () => EventStore): void {
  it('finds what was said at the end of many turns, and of long ones', async () => {
    const long = 'x '.repeat(200_000)
    const turns = { none: [], short: Array(16).fill('Short.'), many: Array(40).fill('Short.') }
    for (const [name, texts] of Object.entries({ ...turns, long: [long, long, 'Short.', long] })) {
      const sample = new SampleEpisode(name)
      const opening = sample.open()
      const rows = [...texts, 'The end, a word.'].map((text) => sharedRow(sample, text))
      await getStore().log.append([opening, ...rows])
    }
    const { found, looked, next } = await getStore().log.searchTranscripts({
      ...{ words: 'word', limit: 10, budgetMs: Number.POSITIVE_INFINITY },
    })
    const places = found.map(({ episode, places: [place] }) => [episode.episode, place?.position])
    expect(places).toEqual([
      ['long', 5],
      ['many', 41],
      ['short', 17],
      ['none', 1],
    ])
    expect([looked, next]).toEqual([4, null])
  })
}
