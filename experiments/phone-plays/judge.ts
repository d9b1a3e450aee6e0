/**
 * Says how plays ended, on the checkout that they were made on.
 *
 *     npx tsx experiments/phone-plays/judge.ts plays-51a9b84c.jsonl
 */
import { readFileSync } from 'node:fs'
import { playSchema, replayCalls } from './play.ts'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('name a file of plays')
const lines = readFileSync(file, 'utf8').trim().split('\n')
const ends = new Map<string, boolean[]>()
for (const line of lines) {
  const play = playSchema.parse(JSON.parse(line))
  const { success, total, isOver } = replayCalls(play, play.calls)
  const { player, stage, level, index, again = false, calls } = play
  const end = `${success ? 'won' : 'lost'}${isOver ? '' : ', not ended'}`
  const label = `${player} ${stage}-${level}-${index}${again ? '-again' : ''}`
  console.log(`${label}: ${end}, ${total / 1000}, ${calls.length} calls`)
  const key = `${stage}, level ${level}${again ? ', second attempt' : ''}`
  ends.set(key, [...(ends.get(key) ?? []), success])
}
for (const [key, all] of [...ends].sort()) {
  console.log(`${key}: ${all.filter(Boolean).length} of ${all.length}`)
}
