/** The public module for external environments: `backchannel-rl/env`. */
export { z } from 'zod'
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
export type { Audit, Ceiling, Floor, HiddenVariant } from './audit.ts'
export type { Card } from './card.ts'
export {
  type ConformanceCheck,
  type ConformanceSubject,
  checkConformance,
} from './conformance/contract.ts'
export { uncheckedIn } from './conformance/unchecked.ts'
export { END_REASONS, type End, type EndReason } from './end.ts'
export type { Context, Environment, TurnRules } from './environment.ts'
export {
  type EpisodeSetup,
  type EpisodeState,
  endEpisode,
  openEpisode,
  type StepAnswer,
  stepEpisode,
} from './episode.ts'
export type { Limits } from './limits.ts'
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
export { CONTRACT_VERSION, type PackageIdentity } from './package.ts'
export type { Player, Players, RolloutResult, Situation } from './player.ts'
export { type AnyEnvironment, definePlugin, type Plugin } from './plugin.ts'
export type { SettingsRules } from './settings-rules.ts'
export {
  type BaseTask,
  type BuiltInData,
  type DataGenerator,
  type DataReport,
  type FiniteSplit,
  type GeneratedData,
  type GenerateRequest,
  numberedTask,
  type PerSplit,
  perSplit,
  SEED_WORLD,
  seedWorld,
  type TaskData,
  taskSchema,
  type WorldData,
} from './task-data.ts'
export type { Account, Outcome, Teaching } from './teaching.ts'
export { next, type Opening, type Transition, terminated, truncated } from './transition.ts'
export { type Call, type CallResult, eachCall, type Handler, on, type Turn } from './turn.ts'
