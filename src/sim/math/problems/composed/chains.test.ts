// Every part of a chain has to be right: a wrong answer of one part changes the bill.
import { expect, it } from 'vitest'
import { stream } from '../../../random.ts'
import { drawPeople } from '../wording.ts'
import { answersOf, costOf, drawLinks, inputFrom } from './chains.ts'

it('needs the right answer of each part', () => {
  let [wrong, unnoticed, handedOn, decided] = [0, 0, 0, 0]
  for (let seed = 1; seed <= 30; seed++) {
    const random = stream(seed, 0, 'chain')
    const links = drawLinks(random, 2 + (seed % 4), seed % 3 === 0, drawPeople(random)) ?? []
    const answers = answersOf(links)
    for (const [at, link] of links.entries()) {
      const right = answers[at] as number
      const slips = link.slips(inputFrom(link, answers[at - 1] ?? 0))
      for (const answer of [right - 1, right + 1, right + 10, ...slips]) {
        if (answer === right) continue
        const others = answersOf(links, { at, answer })
        wrong += 1
        if (costOf(links, others) === costOf(links, answers)) unnoticed += 1
        if (at + 1 === links.length) continue
        handedOn += 1
        if (others[at + 1] !== answers[at + 1]) decided += 1
      }
    }
  }
  expect(wrong).toBeGreaterThan(500)
  expect(unnoticed / wrong).toBeLessThan(0.01)
  // An answer that decides the same number of the next part by chance does not change that part.
  expect(decided / handedOn).toBeGreaterThan(0.75)
})
