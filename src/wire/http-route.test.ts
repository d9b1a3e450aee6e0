// Guards that the texts of a query are read as the values that its schema means.
import { expect, it } from 'vitest'
import { HTTP_ROUTES, queryValues } from './http-route.ts'

it('reads numbers in every form of JSON, and nothing else as one', () => {
  const query = HTTP_ROUTES.find(({ name }) => name === 'episode.list')?.query
  const read = (text: string): unknown => queryValues(query, { score_min: [text] }).score_min
  const numbers = ['7', '-0.5', '1.332194040653702e-266', '1e3', '2E+2']
  expect(numbers.map(read)).toEqual(numbers.map(Number))
  for (const text of ['', 'e3', '0x10', '1e', ' 1', 'Infinity']) expect(read(text)).toBe(text)
})
