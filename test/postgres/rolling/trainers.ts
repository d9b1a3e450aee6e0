import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../../tidy/files.ts'

const PACKAGE = join(ROOT, 'src/train-bridge/python')
const TESTS = join(PACKAGE, 'tests/trainers')

/** What a trainer says of its rollouts when it is done. */
export interface Told {
  readonly rollouts: number
  /** Without a reward: nobody knows what became of them. */
  readonly lost: number
  /** With another reward than the script of its model earns. */
  readonly otherwise: number
  /** That were shown an attempt of their group. */
  readonly shown: number
}

export interface Plan {
  readonly python: string
  readonly url: string
  readonly mode: 'independent' | 'feedback'
  readonly run: string
  readonly rollouts: number
  readonly steps: number
  readonly thoughtSeconds: number
  /** How long it waits for a server that is away. */
  readonly reconnectTimeoutSeconds: number
}

/** TRL's trainer in a process of its own. */
export class Trainer {
  readonly told: Promise<Told>
  #isOver = false

  constructor(plan: Plan) {
    const words = [
      ...[join(TESTS, 'rolling_trainer.py'), '--url', plan.url, '--mode', plan.mode],
      ...['--run', plan.run, '--rollouts', String(plan.rollouts)],
      ...['--steps', String(plan.steps), '--thought', String(plan.thoughtSeconds)],
    ]
    const env = {
      ...process.env,
      ...{ PYTHONPATH: [PACKAGE, TESTS].join(':'), HF_HUB_OFFLINE: '1', OMP_NUM_THREADS: '1' },
      BACKCHANNEL_RECONNECT_TIMEOUT: String(plan.reconnectTimeoutSeconds),
    }
    const child = spawn(plan.python, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const end = (): boolean => child.kill('SIGKILL')
    process.once('exit', end)
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      err += text
    })
    this.told = new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => {
        this.#isOver = true
        process.off('exit', end)
        if (code !== 0) reject(new Error(`the trainer ended with ${code}: ${err.slice(-3_000)}`))
        else resolve(JSON.parse(out.trim().split('\n').at(-1) ?? '') as Told)
      })
    })
    // Whoever waits for it is told; nobody may be left to be.
    this.told.catch(() => undefined)
  }

  get isOver(): boolean {
    return this.#isOver
  }
}
