import { openStore } from './open.ts'
import { SampleEpisode } from './sample.contract.ts'
import { longText, stepWithTexts } from './texts.contract.ts'

/**
 * The process that the kill test kills: appends batches without end and prints each episode and
 * position once it is acknowledged. Arguments: path, durability, a name for this life.
 */
const [path = '', durability = 'process', life = ''] = process.argv.slice(2)
const store = await openStore({ path, durability: durability === 'full' ? 'full' : 'process' })

for (let set = 0; ; set++) {
  const episodes = Array.from({ length: 16 }, (_, at) => new SampleEpisode(`${life}-${set}-${at}`))
  for (let position = 0; position < 8; position++) {
    const rows = episodes.map((one) =>
      position === 0 ? one.open() : stepWithTexts(one, [longText(`${set % 9}`)]),
    )
    const outcomes = await store.log.append(rows)
    const lines = rows
      .filter((row) => outcomes.get(row.episode)?.status === 'stored')
      .map((row) => `${row.episode} ${row.position}\n`)
    process.stdout.write(lines.join(''))
    // Lets the pipe drain: what is only in this process's memory dies with it.
    await new Promise(setImmediate)
  }
}
