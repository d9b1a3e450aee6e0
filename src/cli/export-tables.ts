import { EPISODE_COLUMNS, episodeRow } from '../datasets/tables/episode-table.ts'
import { STEP_COLUMNS, stepRows } from '../datasets/tables/step-table.ts'
import { RowFiles } from '../datasets/training/row-files.ts'
import { finishExport } from './export-finish.ts'
import { conditionsOfFlags, type ExportFlags, toOutputs } from './export-flags.ts'
import { withLogs } from './logs/open.ts'

/** Writes a table of all episodes or all steps, for tools such as DuckDB or pandas. */
export async function exportTable(
  flags: ExportFlags & { readonly format: 'episodes' | 'steps' },
): Promise<void> {
  const isOfEpisodes = flags.format === 'episodes'
  const files = new RowFiles(toOutputs(flags), isOfEpisodes ? EPISODE_COLUMNS : STEP_COLUMNS, true)
  const counts = { episodes: 0 }
  await finishExport(flags, files, () =>
    withLogs(flags, async (source) => {
      for await (const { id, split } of source.episodes(conditionsOfFlags(flags, flags.success))) {
        counts.episodes += 1
        const rows = await source.rows(id)
        for (const row of isOfEpisodes ? [episodeRow(rows, split)] : stepRows(rows)) {
          await files.write('main', row)
        }
      }
      return { source: { kind: 'store' }, counts, remedy: 'Check the filters.' }
    }),
  )
}
