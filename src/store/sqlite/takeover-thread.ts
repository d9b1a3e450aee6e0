import { parentPort, workerData } from 'node:worker_threads'
import { type TakeoverCall, takeoverOf } from './takeover-rounds.ts'

const answer = takeoverOf(workerData as string)

parentPort?.on('message', (call: TakeoverCall) => parentPort?.postMessage(answer(call)))
