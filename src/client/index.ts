export type { FeedChange } from '../wire/feed.ts'
export type { CallOptions } from './call.ts'
export { type Client, connect, type EpisodeTurn } from './client.ts'
export { Episode } from './episode.ts'
export { BackchannelError } from './errors.ts'
export type { ClientOptions } from './options.ts'
export { Resources } from './resources.ts'
export type {
  Action,
  CloseReason,
  CloseResult,
  EnvironmentDescription,
  EnvironmentSummary,
  EpisodeLimits,
  ForkRequest,
  GroupFeedback,
  GroupPage,
  GroupRequest,
  GroupStatus,
  LogRow,
  Message,
  OpenRequest,
  PublicEvent,
  ShownAttempt,
  StepInfo,
  StepResult,
  ToolSchema,
} from './types.ts'
