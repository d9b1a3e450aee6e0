import { parentPort, workerData } from 'node:worker_threads'
import { openTakeover, type TakeoverCall } from './takeover-rounds.ts'

const { answer, close } = openTakeover(workerData as string)

parentPort?.on('message', (call: TakeoverCall | 'end') => {
  if (call !== 'end') return parentPort?.postMessage(answer(call))
  close()
  parentPort?.close()
})
