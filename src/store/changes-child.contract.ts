import { openStore } from './open.ts'
import { SampleEpisode } from './sample.contract.ts'

/** Writes episodes into a shared file, batch after batch, until it is killed. */
const [path = '', name = ''] = process.argv.slice(2)
const store = await openStore({ path })
for (let round = 0; ; round++) {
  const batch = [0, 1, 2].map((at) => new SampleEpisode(`${name}-${round}-${at}`))
  await store.log.append(batch.map((one) => one.open()))
  for (let step = 0; step < 4; step++) await store.log.append(batch.map((one) => one.step()))
  if (round === 0) process.stdout.write('writing\n')
  await new Promise((resolve) => setTimeout(resolve, round % 3))
}
