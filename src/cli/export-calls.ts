import { conditionsOfFlags } from './export-flags.ts'
import { type LogFlags, withOutput } from './export-logs.ts'
import { withLogs } from './logs/open.ts'
import type { LogSource } from './logs/source.ts'
import { count } from './options.ts'

/** Writes the model calls of episodes as JSON lines, each with facts about its episode. */
export async function exportCalls({ out: path, ...flags }: LogFlags): Promise<void> {
  const counts = { episodes: 0, calls: 0 }
  const writeCalls = async (source: LogSource, write: (text: string) => Promise<void>) => {
    for await (const episode of source.episodes(conditionsOfFlags(flags, flags.success))) {
      const { id, env, split, task, run, score: reward, endReason, success } = episode
      const about = { episode_id: id, env, split, task, run, reward }
      let calls = 0
      for await (const call of source.calls(id)) {
        const line = { ...about, end_reason: endReason, success, ...call }
        await write(`${JSON.stringify(line)}\n`)
        calls += 1
      }
      counts.calls += calls
      if (calls > 0) counts.episodes += 1
    }
  }
  await withLogs(flags, (source) => withOutput(path, (write) => writeCalls(source, write)))
  const { episodes, calls } = counts
  process.stderr.write(`Wrote ${count(calls, 'model call')} of ${count(episodes, 'episode')}.\n`)
}
