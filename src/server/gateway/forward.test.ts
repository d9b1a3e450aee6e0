// Guards that new messages are found after the end of a turn in every style of template.
import { expect, it } from 'vitest'
import { idsAfterTurn } from './forward.ts'

const [USER, ASSISTANT, END, BREAK] = [1, 2, 3, 4]
const [ASKED, THOUGHT, SAID, NEW] = [10, 11, 12, 13]

it('after an end with a line break, also if the template drops thoughts', () => {
  const turn = (...said: number[]) => [USER, ASKED, END, BREAK, ASSISTANT, ...said, END, BREAK]
  const added = [USER, NEW, END, BREAK, ASSISTANT]
  const alone = turn(THOUGHT, SAID)
  expect(idsAfterTurn(alone, [...alone, ...added], END)).toEqual([BREAK, ...added])
  expect(idsAfterTurn(alone, [...turn(SAID), ...added], END)).toEqual([BREAK, ...added])
})

it('after the start of the next turn, if that ends the turn', () => {
  const alone = [USER, ASKED, ASSISTANT, THOUGHT, SAID]
  const added = [NEW, ASSISTANT]
  expect(idsAfterTurn(alone, [...alone, USER, ...added], USER)).toEqual(added)
  const forgotten = [USER, ASKED, ASSISTANT, SAID, USER, ...added]
  expect(idsAfterTurn(alone, forgotten, USER)).toEqual(added)
})

it('nowhere if the template ends turns with another id than the model', () => {
  const alone = [USER, ASKED, ASSISTANT, SAID, END]
  expect(idsAfterTurn(alone, [...alone, USER, NEW, ASSISTANT], 99)).toBeUndefined()
  // It ends the last turn otherwise than earlier ones.
  const followed = [USER, ASKED, ASSISTANT, SAID, 98, USER, NEW, 98, ASSISTANT]
  expect(idsAfterTurn(alone, followed, END)).toBeUndefined()
})
