import { Command } from 'commander'
import { ownVersion } from '../server/own-version.ts'
import { loadPipeline } from '../train-bridge/pipeline/config.ts'
import { runPipeline, summaryTable } from '../train-bridge/pipeline/run.ts'
import { RUNS_FOLDER } from '../train-bridge/runs/record.ts'
import { EXIT } from './errors.ts'
import { ENDS_SOON, untilInterrupted } from './interrupt.ts'
import { helpEnd, print } from './options.ts'

interface Flags {
  readonly runs: string
  readonly preflight: boolean
  readonly anew?: true
}

/** The command `pipeline`: several stages of training, and a comparison of their models. */
export function pipelineCommand(): Command {
  const command = new Command('pipeline')
    .description('Train in several stages, and compare the models.')
    .addHelpText('after', helpEnd(['pipeline run presets/pipelines/chat.yaml'], 'a stage failed'))
  command
    .command('run')
    .description(
      'Run the stages of a file in order, and print a table. A finished stage is skipped ' +
        'while its settings, data, model and program are unchanged. A changed stage starts ' +
        'again, and so do its successors. Ctrl-C stops the current stage; the same command ' +
        'continues it.',
    )
    .argument('<file>', 'YAML file of the stages')
    .option('--runs <folder>', 'where runs are recorded', RUNS_FOLDER)
    .option('--anew', 'start every stage again; earlier results are kept in other folders')
    .option('--no-preflight', 'start stages without the checks before them')
    .action(run)
  return command
}

async function run(file: string, { runs, preflight, anew }: Flags): Promise<void> {
  const config = loadPipeline(file)
  const state = await untilInterrupted(ENDS_SOON, (signal) =>
    runPipeline(config, {
      folder: process.cwd(),
      runsFolder: runs,
      program: [process.execPath, ...process.execArgv, process.argv[1] ?? ''],
      version: ownVersion(),
      anew: anew === true,
      preflight,
      write: (text) => process.stderr.write(text),
      signal,
      nowMs: () => Date.now(),
    }),
  )
  print(summaryTable(config, state))
  const isDone = config.stages.every(({ name }) => state.stages[name]?.status === 'done')
  if (!isDone) process.exitCode = EXIT.found
}
