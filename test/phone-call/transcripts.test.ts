// Guards that the page of transcripts shows what is really played.
import { it } from 'vitest'
import { expectPage } from '../support/golden.ts'
import { transcriptsPage } from './transcripts.ts'

it('the ten conversations of the page are those that are played', () => {
  expectPage('experiments/phone-plays/conversations.md', transcriptsPage())
})
