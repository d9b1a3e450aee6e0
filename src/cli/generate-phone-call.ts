import { type PhoneCallOptions, writePhoneCall } from '../datasets/phone-call.ts'
import { FINITE_SPLITS, type FiniteSplit } from '../datasets/splits.ts'
import { generateWorld } from '../sim/phone/companies.ts'
import type { PhoneTask } from '../sim/phone/task.ts'
import { generateTask, levelDeck } from '../sim/phone/tasks.ts'
import type { PhoneWorld } from '../sim/phone/world.ts'
import { type GenerateFlags, reportFiles, sizesOf } from './generate-flags.ts'
import { reportOf, reportText } from './generate-report.ts'
import { startProgress } from './progress.ts'

export const PHONE_SIZES = { companies: 100, train: 500, val: 100, test: 100 }

/** Generates and writes companies and tasks, and reports their ceilings. */
export function generatePhoneCallData(flags: GenerateFlags): void {
  const options: PhoneCallOptions = {
    seed: flags.seed,
    companies: flags.numCompanies ?? PHONE_SIZES.companies,
    tasks: sizesOf(flags, PHONE_SIZES),
  }
  const startMs = performance.now()
  const world = generateWorld(options.seed, options.companies)
  const tasks = drawTasks(world, options)
  const seconds = (performance.now() - startMs) / 1000
  const manifest = writePhoneCall(flags.outputDir, options, { world, tasks })
  const count = FINITE_SPLITS.reduce((sum, split) => sum + tasks[split].length, 0)
  const what = `${options.companies} companies and ${count} tasks`
  reportFiles(what, flags, manifest.files, seconds)
  const report = reportOf(world, tasks)
  process.stdout.write(flags.json ? `${JSON.stringify(report, null, 1)}\n` : reportText(report))
}

function drawTasks(
  world: PhoneWorld,
  { tasks }: PhoneCallOptions,
): Record<FiniteSplit, PhoneTask[]> {
  const total = FINITE_SPLITS.reduce((sum, split) => sum + tasks[split], 0)
  const progress = startProgress({ label: 'tasks', total })
  let done = 0
  const draw = (split: FiniteSplit): PhoneTask[] =>
    levelDeck(world, split, tasks[split]).map((level, index) => {
      progress.update(++done)
      return generateTask(world, split, index, level)
    })
  const drawn = { train: draw('train'), val: draw('val'), test: draw('test') }
  progress.end()
  return drawn
}
