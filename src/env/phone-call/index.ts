import { caseForTask } from '../../sim/phone/draw-case.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import { askCustomer } from '../../tools/phone/ask-customer.ts'
import { authInfoForm } from '../../tools/phone/auth-info-form.ts'
import { companyDirectory } from '../../tools/phone/company-directory.ts'
import { hangUp, lineCall, sayOnLineTool } from '../../tools/phone/line-call.ts'
import { phoneCall } from '../../tools/phone/phone-call.ts'
import { report } from '../../tools/phone/report.ts'
import type { ToolSignature } from '../../tools/tool.ts'
import { OWN_DATA } from '../card.ts'
import { definePlugin } from '../plugin.ts'
import { eachCall, on } from '../turn.ts'
import { accountOfPhoneCall } from './account.ts'
import { phoneCeilings } from './ceilings.ts'
import { critiquePhoneCall } from './critique.ts'
import { phoneData } from './data.ts'
import type { PhoneEvent } from './events.ts'
import { floorOfPhoneCall } from './floor.ts'
import { drawHiddenVariant } from './hidden.ts'
import { TURNS_MAX } from './limits.ts'
import { METRICS, measurePhoneCall } from './measure.ts'
import { phonePlayers } from './players/index.ts'
import { phoneLearner } from './players/learner/index.ts'
import { NUDGE, seedOpening } from './prompts.ts'
import { sampleSeed, sampleTalk } from './sample.ts'
import { REWARD_PARTS, scorePhoneCall } from './score.ts'
import { callDepartment, search, sendForm } from './seed-step.ts'
import { findSolution, isTalk } from './solution.ts'
import { INITIAL_STATE, type PhoneState } from './state.ts'
import { putQuestion } from './talk-ask.ts'
import { accountOfTalk, critiqueTalk } from './talk-critique.ts'
import type { TalkEvent } from './talk-events.ts'
import { openingOfTalk } from './talk-prompts.ts'
import { measureTalk, scoreTalk, TALK_METRICS, TALK_PARTS, type TalkContext } from './talk-score.ts'
import { INITIAL_TALK, type TalkState } from './talk-state.ts'
import { callInTalk, hangUpInTalk, reportInTalk, sayInTalk, searchInTalk } from './talk-step.ts'
import { listProfiles, type PhoneContext, type Settings, settingsSchema } from './task.ts'

const SEED_TOOLS: readonly ToolSignature[] = [companyDirectory, authInfoForm, phoneCall]
const TALK_TOOLS: readonly ToolSignature[] = [
  companyDirectory,
  askCustomer,
  lineCall,
  sayOnLineTool,
  hangUp,
  report,
]

/** The state of an episode, which depends on the stage. */
type State = PhoneState | TalkState

const isTalking = (state: State): state is TalkState => 'completed' in state

/** The context of the stages with a dialogue. */
function talkIn(context: PhoneContext): TalkContext {
  const { task, world, settings } = context
  if (settings.stage === 'seed') throw new Error('phone: nobody talks at this stage')
  return { phoneCase: caseForTask(task, world, settings.stage), world, context }
}

/** Tools of the first stage that would be refused now. */
function usedUpTools({ form, phone_calls: calls }: PhoneState): Readonly<Record<string, string>> {
  if (form !== null) return { [authInfoForm.name]: 'it was used' }
  return calls > 0 ? { [authInfoForm.name]: 'it must come before the first call' } : {}
}

/** Tools of a dialogue that need an open line, or a customer who listens. */
const usedUpInTalk = ({ line, gone }: TalkState): Readonly<Record<string, string>> => ({
  ...(gone ? { [askCustomer.name]: 'the customer has left' } : {}),
  ...(line === null
    ? { [sayOnLineTool.name]: 'no line is open', [hangUp.name]: 'no line is open' }
    : {}),
})

/** Gets a customer's business done by phone: what to ask, whom to call for what, in which order. */
export const phoneCallEnvironment = definePlugin<PhoneTask, PhoneWorld, Settings, State>({
  environment: {
    id: 'phone-call-v2',
    revision: 1,
    card: {
      title: 'Business by phone, with typed services',
      description:
        'Choose the services that the customer wants, find out which details their departments ' +
        'ask for, and call the departments in the right order.',
      ...OWN_DATA,
    },
    settings: {
      schema: settingsSchema,
      profiles: listProfiles,
      tools: ({ stage }) => (stage === 'seed' ? SEED_TOOLS : TALK_TOOLS),
      moreTools: [askCustomer, sayOnLineTool, hangUp, report],
      metrics: ({ stage }) => (stage === 'seed' ? METRICS : TALK_METRICS),
    },
    limits: { turnsMax: TURNS_MAX, toolCallsPerTurnMax: 4, actionCharactersMax: 16_000 },
    tools: SEED_TOOLS,
    turnRules: { nudge: NUDGE },
    metrics: METRICS,
    reward: { parts: [...new Set([...REWARD_PARTS, ...TALK_PARTS])], minimum: 0, maximum: 1000 },
    usesSeed: true,
    open: (context) =>
      context.settings.stage === 'seed'
        ? { state: INITIAL_STATE, ...seedOpening(context) }
        : { state: INITIAL_TALK, ...openingOfTalk(talkIn(context)) },
    *step(state, turn, context) {
      if (!isTalking(state)) {
        return yield* eachCall<PhoneState>(state, turn, [
          on(companyDirectory, (now, args) => search(now, args, context)),
          on(authInfoForm, (now, args) => sendForm(now, args, context)),
          on(phoneCall, (now, args) => callDepartment(now, args, context)),
        ])
      }
      const talk = talkIn(context)
      return yield* eachCall<TalkState>(state, turn, [
        on(companyDirectory, (now, args) => searchInTalk(now, args, talk)),
        on(askCustomer, (now, args) => putQuestion(now, args, talk)),
        on(lineCall, (now, args) => callInTalk(now, args, talk)),
        on(sayOnLineTool, (now, args) => sayInTalk(now, args, talk)),
        on(hangUp, (now) => hangUpInTalk(now, talk)),
        on(report, (now, args) => reportInTalk(now, args, talk)),
      ])
    },
    nextTurn: (state) => ({ usedUp: isTalking(state) ? usedUpInTalk(state) : usedUpTools(state) }),
    score: (state, context) =>
      isTalking(state) ? scoreTalk(state, talkIn(context)) : scorePhoneCall(state, context),
    measure: (state, context) =>
      isTalking(state) ? measureTalk(state, talkIn(context)) : measurePhoneCall(state, context),
  },
  data: phoneData,
  audit: {
    solve: (task, world, seen) => findSolution(task, world, seen),
    sampleActions: ({ events }, random) =>
      isTalk(events)
        ? sampleTalk(events as readonly TalkEvent[], random)
        : sampleSeed(events as readonly PhoneEvent[], random),
    hiddenVariant: drawHiddenVariant,
    floor: floorOfPhoneCall,
    ceilings: phoneCeilings,
  },
  teaching: {
    critique: (events, outcome) =>
      isTalk(events)
        ? critiqueTalk(events as readonly TalkEvent[], outcome)
        : critiquePhoneCall(events as readonly PhoneEvent[], outcome),
    account: (events) =>
      isTalk(events)
        ? accountOfTalk(events as readonly TalkEvent[])
        : accountOfPhoneCall(events as readonly PhoneEvent[]),
    learner: phoneLearner,
    players: phonePlayers,
  },
})
