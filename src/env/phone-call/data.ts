import { z } from 'zod'
import { COMPANIES_MAX, generateWorld } from '../../sim/phone/companies.ts'
import { searchDirectory } from '../../sim/phone/directory.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { generateSplit, generateStreamTask, streamLevel } from '../../sim/phone/tasks.ts'
import type { Company, PhoneWorld } from '../../sim/phone/world.ts'
import { perSplit, type TaskData } from '../task-data.ts'
import { dataReport } from './report.ts'
import { companySchema, publicTask, taskSchema, worldSchema } from './task.ts'

/** The value of the flag: the usual conventions, or the seed of drawn ones. */
const CONVENTIONS = /^(?:standard|drawn:(\d{1,15}))$/

function readConventionsSeed(description: string): number | undefined {
  const [, seed] = CONVENTIONS.exec(description) ?? []
  return seed === undefined ? undefined : Number(seed)
}

const optionsSchema = z.strictObject({
  num_companies: z
    .int()
    .min(2)
    .max(COMPANIES_MAX)
    .default(100)
    .describe('companies; half are kept for test'),
  conventions: z
    .string()
    .regex(CONVENTIONS, 'standard, or drawn:SEED such as drawn:7')
    .default('standard')
    .describe('what is usual in which industry: standard, or drawn:SEED for others'),
})

type PhoneOptions = z.infer<typeof optionsSchema>

/** Companies in `companies/*.json`, and the tasks of their customers. */
export const phoneData: TaskData<PhoneTask, PhoneWorld, Company, PhoneOptions> = {
  taskSchema,
  publicTask,
  world: {
    schema: worldSchema,
    fileSchema: companySchema,
    parse: (seed, companies) => ({ format: 2, seed, companies }),
    prepare: (world) => void searchDirectory(world, 'billing'),
  },
  generate: {
    name: 'phone-call',
    version: 5,
    sizes: { train: 500, val: 100, test: 100 },
    options: optionsSchema,
    make({ seed, sizes, options: { num_companies: companies, conventions }, onTask }) {
      const world = generateWorld(seed, companies, readConventionsSeed(conventions))
      const tasks = perSplit((split) => generateSplit(world, split, sizes[split], onTask))
      const files = world.companies.map(
        (company) =>
          [`companies/${company.id}.json`, `${JSON.stringify(company, null, 1)}\n`] as const,
      )
      return {
        tasks,
        files: new Map(files),
        besides: `${companies} companies`,
        report: () => dataReport(world, tasks),
      }
    },
  },
  stream: generateStreamTask,
  streamDifficulty: streamLevel,
}
