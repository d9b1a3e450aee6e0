import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { RunConfig } from '../config.ts'
import { type Check, failedCheck } from './check.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Problems that the settings alone show: the starting model, or a tracker without a key. */
export function settingChecks(config: RunConfig, environment: Environment): readonly Check[] {
  const { after, model } = config
  const checks: Check[] = []
  if (after !== undefined && !/^\.{0,2}\//.test(model)) {
    const message = `model is ${model}, and the run goes on from the model of ${after}`
    const remedy = `Train that first and set model to its folder, or take "after" out of the file.`
    checks.push(failedCheck('preflight/model', 'model', [message, remedy]))
  }
  if (config.logging.wandb !== undefined && !knowsTracker(config, environment)) {
    const message = 'logging.wandb is set, and WANDB_API_KEY is not'
    const remedy = 'Set it, or WANDB_MODE: offline in launch.environment, or leave wandb out.'
    checks.push(failedCheck('preflight/tracker', 'Weights & Biases', [message, remedy]))
  }
  return checks
}

function knowsTracker({ launch }: RunConfig, environment: Environment): boolean {
  const mode = launch.environment.WANDB_MODE ?? environment.WANDB_MODE
  if (environment.WANDB_API_KEY !== undefined || mode === 'offline' || mode === 'disabled') {
    return true
  }
  // The file where "wandb login" stores the key. On a cluster nobody logs in.
  const login = join(homedir(), '.netrc')
  return (
    launch.kind === 'process' &&
    existsSync(login) &&
    readFileSync(login, 'utf8').includes('api.wandb.ai')
  )
}
