/** What an environment outside of this project is written with: `backchannel/env`. */
export { canonicalJson, type Json, type JsonObject } from '../sim/json.ts'
export { childSeed, type RandomStream, stream } from '../sim/random.ts'
export {
  type EffectAnswer,
  type EffectFailure,
  type Effectful,
  type EffectRequest,
  perform,
} from '../tools/effect.ts'
export { type Tool, type ToolSchema, type ToolSignature, toolSchema } from '../tools/tool.ts'
export {
  type AnyEnvironment,
  type BaseTask,
  type Context,
  defineEnvironment,
  END_REASONS,
  type End,
  type EndReason,
  type Environment,
  type HiddenVariant,
  type Limits,
  next,
  type Opening,
  type Outcome,
  type Transition,
  terminated,
  truncated,
} from './environment.ts'
export {
  type EpisodeSetup,
  type EpisodeState,
  endEpisode,
  openEpisode,
  type StepAnswer,
  stepEpisode,
} from './episode.ts'
export {
  type Action,
  type AssistantMessage,
  type ChatMessage,
  system,
  type ToolCall,
  type Transcript,
  toolAnswer,
  user,
} from './message.ts'
export { argumentsOf, type Call, type CallResult, eachCall, type Turn } from './turn.ts'
