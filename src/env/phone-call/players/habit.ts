import { type Scenario, scenariosOf, type View } from '../../../sim/phone/belief.ts'
import { bestForm } from '../../../sim/phone/best-form.ts'
import { withoutPage } from '../../../sim/phone/house/wording.ts'
import type { Transcript } from '../../message.ts'
import type { Player } from '../../player.ts'
import { lastTurn } from '../solve.ts'
import { readEpisode } from '../transcript.ts'
import {
  formTurn,
  nextCall,
  nextSearch,
  STOP,
  type Survey,
  surveyOf,
  viewOfSurvey,
} from './survey.ts'
import { askFirst, askForLacking, talkOn } from './talking.ts'

/** The share of success that one more field on the form must bring: its price as over-asking. */
const FIELD_COST = 0.02

/**
 * Plays phone-call-v1 by the habits of department kinds and industries: asks for the typical
 * fields and hedges where it pays, then calls in the habitual order. It sees the conversation only.
 */
export const habitPlayer = (): Player => habitWith((_, view) => scenariosOf(view))

/** The same, who does not read the rules of its house. */
export function ruleBlindPlayer(): Player {
  const habit = habitPlayer()
  const blind = ({ role, content, ...rest }: Transcript[number]): Transcript[number] =>
    role === 'system'
      ? { ...rest, role, content: withoutPage(content) }
      : { ...rest, role, content }
  return {
    needsHidden: false,
    act: ({ transcript, ...situation }) =>
      habit.act({ ...situation, transcript: transcript.map(blind) }),
  }
}

/** What a player believes about the hidden side, given the conversation. */
type Belief = (survey: Survey, view: View) => readonly Scenario[]

/** A habit player with its own way of forming a belief. */
export function habitWith(believe: Belief): Player {
  return {
    needsHidden: false,
    act({ transcript }) {
      const survey = surveyOf(readEpisode(transcript))
      if (survey === undefined) return STOP
      return (
        nextSearch(survey) ??
        talkOn(survey) ??
        askFirst(survey, () => believe(survey, viewOfSurvey(survey))) ??
        askForLacking(survey) ??
        fillForm(survey, believe) ??
        nextCall(survey) ??
        lastTurn(survey.seen)
      )
    },
  }
}

function fillForm(survey: Survey, believe: Belief): ReturnType<typeof formTurn> {
  const { isDialogue, forms, calls } = survey.seen
  if (isDialogue || forms.length > 0 || calls.length > 0) return undefined
  const view = viewOfSurvey(survey)
  const { form } = bestForm(believe(survey, view), view.tells, FIELD_COST)
  return formTurn(survey, form)
}
