import { searchDirectory } from '../../sim/phone/directory.ts'
import { taskTold } from '../../sim/phone/short-numbers.ts'
import type { Customer, PhoneTask } from '../../sim/phone/task.ts'
import { companyOf, type PhoneWorld } from '../../sim/phone/world.ts'
import { authInfoForm, type FormArguments, type FormScene } from '../../tools/auth-info-form.ts'
import { companyDirectory, type DirectoryArguments } from '../../tools/company-directory.ts'
import type { EffectAnswer, EffectRequest } from '../../tools/effect.ts'
import { perform } from '../../tools/effect.ts'
import { type CallArguments, phoneCall } from '../../tools/phone-call.ts'
import { OWN_DATA } from '../card.ts'
import { defineEnvironment, type End } from '../environment.ts'
import { type CallResult, eachCall, on } from '../turn.ts'
import { accountOfPhoneCall } from './account.ts'
import { phoneCeilings } from './ceilings.ts'
import { critiquePhoneCall } from './critique.ts'
import { phoneData } from './data.ts'
import { floorOfPhoneCall } from './floor.ts'
import { hiddenVariantOf } from './hidden.ts'
import { phonePlayers, REFERENCE } from './players/index.ts'
import { NUDGE, openingMessages } from './prompts.ts'
import { samplePhoneCall } from './sample.ts'
import {
  METRICS,
  measurePhoneCall,
  type PhoneContext,
  REWARD_PARTS,
  scorePhoneCall,
} from './score.ts'
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
import { profilesOf, publicTask, settingsSchema, taskSchema, worldSchema } from './task.ts'

const COMPLETED: End = { kind: 'terminated', reason: 'completed' }
const OUT_OF_CALLS: End = { kind: 'truncated', reason: 'call_limit' }

/** Gets a customer's business done by phone: what to ask, whom to call, in which order. */
export const phoneCallEnvironment = defineEnvironment<PhoneTask, PhoneWorld, Settings, PhoneState>({
  id: 'phone-call-v1',
  card: {
    title: 'Business by phone',
    description:
      'Infer which details a company’s departments will ask for, collect them from the customer ' +
      'in one form, and call the departments in the right order.',
    ...OWN_DATA,
  },
  taskSchema,
  worldSchema,
  settingsSchema,
  data: phoneData,
  limits: { turnsMax: 30, toolCallsPerTurnMax: 4, actionCharactersMax: 16_000 },
  tools: [companyDirectory, authInfoForm, phoneCall],
  turnRules: { nudge: NUDGE },
  metrics: METRICS,
  reward: { parts: REWARD_PARTS, minimum: 0, maximum: 1000 },
  usesSeed: true,

  open: (context) => ({ state: OPENING_STATE, messages: openingMessages(context) }),
  *step(state, turn, context) {
    return yield* eachCall(state, turn, [
      on(companyDirectory, (now, args) => search(now, args, context)),
      on(authInfoForm, (now, args) => sendForm(now, args, context)),
      on(phoneCall, (now, args) => ring(now, args, context)),
    ])
  },
  score: scorePhoneCall,
  measure: measurePhoneCall,
  critique: critiquePhoneCall,
  account: accountOfPhoneCall,
  publicTask,
  profilesOf,
  hiddenVariant: hiddenVariantOf,
  solve: solvePhoneCall,
  sampleActions: samplePhoneCall,
  players: phonePlayers,
  reference: REFERENCE,
  floor: floorOfPhoneCall,
  ceilings: phoneCeilings,
  prepare: (world) => void searchDirectory(world, 'billing'),
})

function search(
  state: PhoneState,
  args: DirectoryArguments,
  { world, settings }: PhoneContext,
): CallResult<PhoneState> {
  const content = companyDirectory.run(args, { world, form: settings })
  return { state: { ...state, searches: state.searches + 1 }, content }
}

function sendForm(
  state: PhoneState,
  args: FormArguments,
  { task, settings }: PhoneContext,
): CallResult<PhoneState> {
  const { customer } = taskTold(task, settings.numbers)
  const outcome = authInfoForm.run(args, sceneOfForm(state, customer))
  return { state: afterForm(state, outcome), content: outcome.content }
}

function sceneOfForm(state: PhoneState, customer: Customer): FormScene {
  if (state.form !== null) return { customer, closed: 'used' }
  return state.phone_calls > 0 ? { customer, closed: 'called' } : { customer }
}

function* ring(
  state: PhoneState,
  args: CallArguments,
  context: PhoneContext,
): Generator<EffectRequest, CallResult<PhoneState>, EffectAnswer> {
  const { task, world, settings } = context
  const work = phoneCall.run(args, {
    world,
    numbers: settings.numbers,
    random: context.random(`csr-${state.phone_calls}`),
    profile: settings.csr_source === 'model' ? settings.csr_profile : null,
    ringing: ({ line, request, given, referenceNumber: quoted }) => ({
      line,
      request,
      given,
      referenceNumber: quoted,
      company: companyOf(world, task.company),
      known: knownValues(taskTold(task, settings.numbers), state),
      alsoRequired: alsoRequired(task, line.department.id),
      lacking: task.customer.missing,
      matters: mattersOf(task, line.department.id),
      done: state.done,
      held: state.held,
      clarified: state.clarified,
      wrongBefore: state.wrong[line.department.id] ?? 0,
      reference: referenceNumber(task, line.department.id),
      file: settings.records === 'strict' ? task.file : null,
      changed: state.changes[line.department.id]?.slots,
    }),
  })
  const outcome = yield* perform(work)
  const after = afterCall(task, state, outcome)
  const note = outcome.wording === undefined ? undefined : { ...outcome.wording }
  const result = { state: after, content: outcome.content, note }
  if (isComplete(task, after)) return { ...result, end: COMPLETED }
  return after.phone_calls >= phoneCallsMax(task) ? { ...result, end: OUT_OF_CALLS } : result
}
