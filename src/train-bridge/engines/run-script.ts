import { playsEpisodes, type RunConfig } from './config.ts'
import { type Layout, ROWS_FOLDER } from './layout.ts'
import type { PlannedCommand } from './plan.ts'

/** Inputs of a run's script. */
interface ScriptOptions {
  readonly config: RunConfig
  readonly layout: Layout
  readonly commands: readonly PlannedCommand[]
  readonly environment: Readonly<Record<string, string>>
  /** Resume from the newest checkpoint, if there is one. */
  readonly resume: boolean
}

/** Quotes a word for a POSIX shell. */
export const shellQuote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

/**
 * The shell script of a run, on this machine or as a Ray job. Output goes to the caller and to the
 * log file. Background programs end with the script. The exit code is that of the failed program,
 * or 0.
 */
export function shellScript(options: ScriptOptions): string {
  const { config, layout, commands, environment } = options
  const { output, checkpoints, log, metrics } = layout
  const python = shellQuote(config.launch.python)
  return [
    '#!/usr/bin/env bash',
    `# ${config.run}: ${config.method} with ${config.engine}, written by backchannel train.`,
    'set -uo pipefail',
    'cd "$(dirname "$0")"',
    `mkdir -p ${shellQuote(checkpoints)} ${shellQuote(parentFolder(log))}`,
    `cp config.yaml ${shellQuote(`${output}/config.yaml`)}`,
    ...exportLines(environment),
    HELPERS,
    ...(config.engine === 'verl' ? [keepMetrics(metrics)] : dataLinks(layout)),
    ...(options.resume ? [newestCheckpoint(checkpoints)] : []),
    'everything() {',
    ...commands.flatMap((command) => commandLines(command, options.resume)),
    '}',
    `everything 2>&1 | (trap '' TERM INT; exec tee -a ${shellQuote(log)})`,
    'code=$' + '{PIPESTATUS[0]}',
    `${python} -m backchannel.results collect ${shellQuote(output)} || true`,
    ...leaveLines(config),
    'exit "$code"',
    '',
  ].join('\n')
}

/** Killed workers could not close their episodes. */
const leaveLines = (config: RunConfig): readonly string[] =>
  config.server === undefined || !playsEpisodes(config)
    ? []
    : [
        `${shellQuote(config.launch.python)} -m backchannel.close_episodes ` +
          `--server ${shellQuote(config.server.url)} --run ${shellQuote(config.run)} || true`,
      ]

const exportLines = (environment: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(environment).map(([name, value]) =>
    name === 'PYTHONPATH'
      ? `export PYTHONPATH=${shellQuote(value)}\${PYTHONPATH:+:$PYTHONPATH}`
      : `export ${name}=${shellQuote(value)}`,
  )

const parentFolder = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/** verl overwrites its metrics file at each start, so earlier files are renamed. */
const keepMetrics = (metrics: string): string =>
  `[ ! -s ${shellQuote(metrics)} ] || mv ${shellQuote(metrics)} ` +
  `${shellQuote(metrics.replace(/\.jsonl$/, ''))}."$(date +%s%N)".jsonl`

/** TRL derives splits from the names of files in a folder. */
function dataLinks({ train, validation }: Layout): readonly string[] {
  const link = (path: string, split: string): string => {
    const ending = path.endsWith('.parquet') ? 'parquet' : 'jsonl'
    return `ln -sfn "$(realpath ${shellQuote(path)})" ${ROWS_FOLDER}/${split}.${ending}`
  }
  return [
    `rm -rf ${ROWS_FOLDER} && mkdir ${ROWS_FOLDER}`,
    link(train, 'train'),
    ...(validation === undefined ? [] : [link(validation, 'validation')]),
  ]
}

/** A checkpoint is complete once its account exists, which is written last. */
const newestCheckpoint = (checkpoints: string): string => `resume=()
for number in $(ls ${shellQuote(checkpoints)} | sed -n 's/^checkpoint-//p' | sort -n); do
  at=${shellQuote(checkpoints)}/checkpoint-$number
  [ ! -f "$at/trainer_state.json" ] || resume=(--resume_from_checkpoint "$at")
done`

const HELPERS = `background=()
# A stopped trainer is given time to end; the script outlives it to tell its exit code.
trap 'true' TERM INT
end_background() { [ \${#background[@]} -eq 0 ] || kill "\${background[@]}" 2>/dev/null || true; }
await() { # address, process
  for _ in $(seq 600); do
    curl --silent --fail --output /dev/null "$1" && return 0
    kill -0 "$2" 2>/dev/null || { echo "the program behind $1 ended at once"; return 1; }
    sleep 1
  done
  echo "$1 was not ready within 10 minutes"
  return 1
}`

function commandLines(command: PlannedCommand, resume: boolean): string[] {
  const { words, environment = {}, background, resumes } = command
  const assignments = Object.entries(environment).map(
    ([name, value]) => `${name}=${shellQuote(value)}`,
  )
  const checkpoint = resume && resumes === true ? ['"$' + '{resume[@]}"'] : []
  const parts = [
    ...(assignments.length === 0 ? [] : ['env', ...assignments]),
    ...words.map(shellQuote),
    ...checkpoint,
  ]
  const line = parts.join(' ')
  if (background !== undefined) {
    return [
      `  ${line} &`,
      '  background+=($!)',
      `  await ${shellQuote(background.readyUrl)} $! || { end_background; return 1; }`,
    ]
  }
  return [`  ${line}`, '  local code=$?', '  end_background', '  [ $code -eq 0 ] || return $code']
}
