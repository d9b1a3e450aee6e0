/** Guards the rows that critiques are written from: all of an episode's, or none. */
import { expect, it } from 'vitest'
import { RecentLogs } from './recent-logs.ts'

it('has all rows of an episode from its opening on, or none', () => {
  const logs = new RecentLogs()
  logs.add('unknown', { position: 1, payload: 'x' })
  expect(logs.of('unknown')).toBeUndefined()
  logs.begin('one', 'opening')
  logs.add('one', { position: 1, payload: 'step' })
  expect(logs.of('one')).toEqual(['opening', 'step'])
  // Another server has stored row 2.
  logs.add('one', { position: 3, payload: 'later' })
  expect(logs.of('one')).toBeUndefined()
  logs.add('one', { position: 1, payload: 'step' })
  expect(logs.of('one')).toBeUndefined()
})

it('drops the oldest episodes when there are too many characters', () => {
  const logs = new RecentLogs(10)
  logs.begin('one', '12345')
  logs.begin('two', '123')
  logs.add('one', { position: 1, payload: '67' })
  expect(logs.of('one')).toEqual(['12345', '67'])
  logs.add('two', { position: 1, payload: '4' })
  expect(logs.of('one')).toBeUndefined()
  expect(logs.of('two')).toEqual(['123', '4'])
  logs.begin('three', '12345678901')
  expect(logs.of('three')).toBeUndefined()
  logs.begin('four', '1234567890')
  expect(logs.of('four')).toEqual(['1234567890'])
})
