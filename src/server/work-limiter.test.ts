// Guards the limit of a principal's work in progress, and that others do not wait for it.
import { expect, it } from 'vitest'
import { WorkLimiter } from './work-limiter.ts'

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('begins waiting work in order as other work ends or fails, and delays nobody else', async () => {
  const progress = new WorkLimiter(2)
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const work = (owner: string, name: string): Promise<void> =>
    progress.run(owner, () => {
      begun.push(name)
      return new Promise((resolve, reject) =>
        ends.set(name, (error) => (error === undefined ? resolve() : reject(error))),
      )
    })
  const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => work(name[0] as string, name))
  await settle()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  ends.get('a2')?.(new Error('no'))
  await expect(all[1]).rejects.toThrow('no')
  await settle()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const name of ['a1', 'a3', 'b1']) ends.get(name)?.()
  await settle()
  ends.get('a4')?.()
  await Promise.allSettled(all)
  const again = ['a5', 'a6', 'a7'].map((name) => work('a', name))
  await settle()
  expect(begun.slice(5)).toEqual(['a5', 'a6'])
  for (const name of ['a5', 'a6']) ends.get(name)?.()
  await settle()
  ends.get('a7')?.()
  await Promise.all(again)
})
