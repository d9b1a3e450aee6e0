import { MINUTES } from '../../sim/phone/clock/costs.ts'
import { sayMoment } from '../../sim/phone/clock/time.ts'
import { RINGING, type Ringing } from '../../sim/phone/csr.ts'
import { withTime } from '../../sim/phone/listing.ts'
import { waitsAt } from '../../sim/phone/open-line.ts'
import { misheardAt } from '../../sim/phone/settling/read-back.ts'
import { type Settled, type Settling, UNSETTLED } from '../../sim/phone/settling/settled.ts'
import { taskTold } from '../../sim/phone/short-numbers.ts'
import type { Customer, PhoneTask } from '../../sim/phone/task.ts'
import { companyOf, lineOf, type PhoneWorld } from '../../sim/phone/world.ts'
import { type AskArguments, askCustomer } from '../../tools/ask-customer.ts'
import { authInfoForm, type FormArguments, type FormScene } from '../../tools/auth-info-form.ts'
import { companyDirectory, type DirectoryArguments } from '../../tools/company-directory.ts'
import type { EffectAnswer, EffectRequest } from '../../tools/effect.ts'
import { perform } from '../../tools/effect.ts'
import {
  type CallOutcome,
  phoneCall,
  type Spoken,
  type TimedCallArguments,
} from '../../tools/phone-call.ts'
import { hangUp, NOBODY_ON_THE_LINE, type SayArguments, say } from '../../tools/say.ts'
import { IN_NO_QUEUE, IN_THE_QUEUE, wait } from '../../tools/wait.ts'
import { OWN_DATA } from '../card.ts'
import type { End } from '../end.ts'
import { phoneCeilings } from '../phone-call-v2/ceilings.ts'
import { definePlugin } from '../plugin.ts'
import { type Transition, terminated } from '../transition.ts'
import { type CallResult, eachCall, on } from '../turn.ts'
import { accountOfPhoneCall } from './account.ts'
import { afterMinutes, dial, momentIn, queueUp, type Through } from './clock.ts'
import { critiquePhoneCall } from './critique.ts'
import { phoneData } from './data.ts'
import { isEquivalentText } from './equivalent-text.ts'
import { floorOfPhoneCall } from './floor.ts'
import { hiddenVariantOf } from './hidden.ts'
import { afterReport, hindrancesAt, isFinished, noting, secretsIn } from './house.ts'
import { afterRinging, afterSaying, hungUp, talkingOn } from './line.ts'
import { METRICS, measurePhoneCall, metricsOf } from './measure.ts'
import { phonePlayers, REFERENCE } from './players/index.ts'
import { phoneLearner } from './players/learner/index.ts'
import { solveAsShown } from './players/oracle.ts'
import { NUDGE, openingMessages } from './prompts.ts'
import { samplePhoneCall } from './sample.ts'
import { REWARD_PARTS, scorePhoneCall } from './score.ts'
import { solvePhoneCall } from './solve.ts'
import {
  afterCall,
  afterForm,
  alsoRequired,
  isComplete,
  knownValues,
  mattersOf,
  OPENING_STATE,
  type PhoneState,
  phoneCallsMax,
  referenceNumber,
} from './state.ts'
import type { Settings } from './task.ts'
import { type PhoneContext, profilesOf, settingsAt, settingsSchema } from './task.ts'
import { callingTool, TOOLS, toolsOf } from './tools.ts'

const COMPLETED: End = { kind: 'terminated', reason: 'completed' }
const OUT_OF_CALLS: End = { kind: 'truncated', reason: 'call_limit' }

/** Gets a customer's business done by phone: what to ask, whom to call, in which order. */
export const phoneCallEnvironment = definePlugin<PhoneTask, PhoneWorld, Settings, PhoneState>({
  environment: {
    id: 'phone-call-v1',
    revision: 1,
    card: {
      title: 'Business by phone',
      description:
        'Infer which details a company’s departments will ask for, collect them from the ' +
        'customer in one form, and call the departments in the right order.',
      ...OWN_DATA,
    },
    settings: {
      schema: settingsSchema,
      resolve: settingsAt,
      tools: toolsOf,
      moreTools: [askCustomer, say, hangUp, wait],
      takesAnswers: ({ page }) => page === 'on',
      metrics: metricsOf,
      profiles: profilesOf,
    },
    limits: { turnsMax: 30, toolCallsPerTurnMax: 4, actionCharactersMax: 16_000 },
    tools: TOOLS,
    turnRules: {
      nudge: NUDGE,
      // Where there is a report, who has called and rung off ends with it.
      isFinalAnswer: ({ reports, phone_calls, line, queue }, content) =>
        reports && phone_calls > 0 && line === null && queue === null && content.trim() !== '',
    },
    metrics: METRICS,
    reward: { parts: REWARD_PARTS, minimum: 0, maximum: 1000 },
    usesSeed: true,
    open: (context) => ({
      state: { ...OPENING_STATE, reports: context.settings.page === 'on' },
      messages: openingMessages(context),
    }),
    *step(state, turn, context) {
      if (turn.calls.length === 0) return reported(state, turn.content, context)
      return yield* eachCall(state, turn, [
        on(companyDirectory, (now, args) => search(now, args, context)),
        on(authInfoForm, (now, args) => sendForm(now, args, context)),
        on(callingTool(context.settings), (now, args) => ring(now, args, context)),
        on(askCustomer, (now, args) => ask(now, args, context)),
        on(say, (now, args) => talkOn(now, args, context)),
        on(hangUp, (now, args) => putDown(now, args, context)),
        on(wait, (now, args) => stay(now, args, context)),
      ])
    },
    score: scorePhoneCall,
    measure: measurePhoneCall,
  },
  data: phoneData,
  audit: {
    solve: (task, world, { transcript }) => solvePhoneCall(task, world, transcript),
    hiddenVariant: hiddenVariantOf,
    sampleActions: ({ transcript }, random) => samplePhoneCall(transcript, random),
    floor: floorOfPhoneCall,
    ceilings: (tasks, world) => phoneCeilings(tasks, world),
    isEquivalentText,
  },
  teaching: {
    // This world has no events of its own: what it teaches is read from the conversation.
    critique: (_, outcome, transcript) => critiquePhoneCall(transcript, outcome),
    account: (_events, _outcome, transcript) => accountOfPhoneCall(transcript),
    demonstrate: (task, world, { transcript }) => solveAsShown(task, world, transcript),
    learner: phoneLearner,
    players: phonePlayers,
    reference: REFERENCE,
  },
})

/** The report, with which an episode ends under the rules of a house. */
function reported(
  state: PhoneState,
  content: string,
  context: PhoneContext,
): Transition<PhoneState> {
  const after = afterReport(state, content)
  return terminated(after, [], isFinished(after, context) ? 'completed' : 'answered')
}

function search(
  state: PhoneState,
  args: DirectoryArguments,
  context: PhoneContext,
): CallResult<PhoneState> {
  const { world, settings } = context
  const found = companyDirectory.run(args, { world, form: settings })
  const after = afterMinutes(context, state, MINUTES.search)
  const content =
    settings.clock === 'on' ? withTime(found, settings, sayMoment(momentIn(context, after))) : found
  return { state: { ...after, searches: state.searches + 1 }, content }
}

function sendForm(
  state: PhoneState,
  args: FormArguments,
  context: PhoneContext,
): CallResult<PhoneState> {
  const { task, settings } = context
  const { customer } = taskTold(task, settings.numbers)
  const outcome = authInfoForm.run(args, sceneOfForm(state, customer))
  const after = afterForm(state, outcome)
  const isSent = after.form !== state.form
  const minutes = isSent ? MINUTES.customer : 0
  return { state: afterMinutes(context, after, minutes), content: outcome.content }
}

function sceneOfForm(state: PhoneState, customer: Customer): FormScene {
  if (state.form !== null) return { customer, closed: 'used' }
  return state.phone_calls > 0 ? { customer, closed: 'called' } : { customer }
}

/** How the episode stands for a department that hears this. */
function ringingFor(
  context: PhoneContext,
  state: PhoneState,
  {
    line,
    request,
    given,
    referenceNumber: quoted,
    settled = UNSETTLED,
  }: Spoken & { readonly settled?: Settled | undefined },
): Ringing {
  const { task, world, settings } = context
  const { id } = line.department
  const talks = settings.conversation === 'on'
  return {
    line,
    request,
    given,
    referenceNumber: quoted,
    company: companyOf(world, task.company),
    known: knownValues(taskTold(task, settings.numbers), state),
    alsoRequired: alsoRequired(task, id),
    lacking: [...task.customer.missing, ...secretsIn(context)],
    matters: mattersOf(task, id),
    done: state.done,
    held: state.held,
    // On an open line whoever is asked back can answer at once.
    clarified: talks ? [] : state.clarified,
    wrongBefore: state.wrong[id] ?? 0,
    reference: referenceNumber(task, id),
    file: settings.records === 'strict' ? task.file : null,
    changed: state.changes[id]?.slots,
    ...(talks ? { talk: RINGING, settling: settlingAt(context, id, settled) } : {}),
  }
}

/** What the department settles before it acts; nothing where neither offers nor values matter. */
function settlingAt(
  context: PhoneContext,
  department: string,
  settled: Settled,
): Settling | undefined {
  const { task, settings } = context
  const { records, page } = settings
  const readsBack = records === 'strict'
  if (!readsBack && page === 'off') return undefined
  const misheard = readsBack ? misheardAt(task, department) : {}
  return { settled, readsBack, misheard, ...hindrancesAt(context, department) }
}

/** Who words what is said: a profile of the server, or nobody but the rules. */
const profileOf = ({ csr_source, csr_profile }: Settings): string | null =>
  csr_source === 'model' ? csr_profile : null

type Answering = Generator<EffectRequest, CallResult<PhoneState>, EffectAnswer>

function* ring(before: PhoneState, args: TimedCallArguments, context: PhoneContext): Answering {
  const dialled = dial(hungUp(before), args, context)
  if ('content' in dialled) return settled(context.task, dialled.state, dialled)
  return yield* putThrough(dialled, context)
}

function* stay(state: PhoneState, args: Record<string, never>, context: PhoneContext): Answering {
  const through = wait.run(args, { turn: queueUp(state, context) })
  if (through === null) return { state, content: IN_NO_QUEUE }
  return yield* putThrough(through, context)
}

/** A call that somebody answers. */
function* putThrough({ state, said, reaches, heard }: Through, context: PhoneContext): Answering {
  const { task, world, settings } = context
  const work = phoneCall.run(reaches, {
    world,
    numbers: settings.numbers,
    random: context.random(`csr-${state.phone_calls}`),
    profile: profileOf(settings),
    ringing: (spoken) => ringingFor(context, state, spoken),
  })
  const answered = yield* perform(work)
  const outcome = { ...answered, content: [...heard, answered.content].join('\n') }
  const after =
    settings.conversation === 'on'
      ? afterRinging(context, state, outcome)
      : afterCall(task, state, outcome)
  if (outcome.department === undefined) return settled(task, after, outcome)
  const noted = noting(context, state, after, outcome, { text: said.request, ...said })
  return settled(task, noted, outcome)
}

function* talkOn(before: PhoneState, args: SayArguments, context: PhoneContext): Answering {
  const { task, world, settings } = context
  if (before.queue !== null) return { state: before, content: IN_THE_QUEUE }
  if (before.line === null) return { state: before, content: NOBODY_ON_THE_LINE }
  const state = afterMinutes(context, before, MINUTES.say)
  const work = say.run(args, {
    world,
    random: context.random(`say-${state.phone_calls}-${state.line?.says ?? 0}`),
    profile: profileOf(settings),
    talking: talkingOn(state, context, (spoken) => ringingFor(context, state, spoken)),
  })
  const outcome = yield* perform(work)
  if (outcome === null) return { state, content: NOBODY_ON_THE_LINE }
  const after = afterSaying(context, state, outcome)
  return settled(task, noting(context, state, after, outcome, args), outcome)
}

/** An answer on the phone, and whether the episode ends with it. */
function settled(
  task: PhoneTask,
  state: PhoneState,
  { content, wording }: Pick<CallOutcome, 'content' | 'wording'>,
): CallResult<PhoneState> {
  const note = wording === undefined ? undefined : { ...wording }
  const result = { state, content, note }
  // Who has to report may do so after the last call, too.
  if (isComplete(task, state) && !state.reports) return { end: COMPLETED, ...result }
  const callsMax = phoneCallsMax(task) + (state.reports ? 1 : 0)
  const isOver = !isOnPhone(state) && state.phone_calls >= callsMax
  return isOver ? { end: OUT_OF_CALLS, ...result } : result
}

const isOnPhone = ({ line, queue }: PhoneState): boolean => line !== null || queue !== null

function putDown(
  state: PhoneState,
  args: Record<string, never>,
  { task }: PhoneContext,
): CallResult<PhoneState> {
  const content = hangUp.run(args, { isOpen: isOnPhone(state) })
  return settled(task, hungUp(state), { content })
}

function ask(state: PhoneState, args: AskArguments, context: PhoneContext): CallResult<PhoneState> {
  const { task, world, settings, random } = context
  const { line, talk } = state
  const at = line === null ? null : lineOf(world, line.department)
  const onLine =
    line === null || at === null
      ? null
      : { line: at, employee: line.employee, waits: waitsAt(world, at.company) }
  const asked = askCustomer.run(args, {
    told: taskTold(task, settings.numbers),
    talk,
    onLine,
    random: random(`customer-${talk.messages}`),
  })
  const minutes = talk.gone ? 0 : MINUTES.customer
  const after = { ...afterMinutes(context, state, minutes), talk: asked.talk }
  // Who has left is not asked, so nobody has to wait.
  const waited = onLine === null || onLine.waits || talk.gone
  return settled(task, waited ? after : hungUp(after), asked)
}
