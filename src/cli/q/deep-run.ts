import { workerData } from 'node:worker_threads'
import { type QStart, runHere } from '../q.ts'
import { DEEP } from './deep-thread.ts'

await runHere(workerData as QStart, { depthMax: DEEP })
