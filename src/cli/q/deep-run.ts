import { workerData } from 'node:worker_threads'
import { runHere } from '../q.ts'
import { DEEP, type DeepRun } from './deep-thread.ts'

const { file, flags } = workerData as DeepRun
await runHere(file, flags, { depthMax: DEEP })
