import type { JsonObject } from '../sim/json.ts'
import type { AnyEnvironment } from './environment.ts'

/** What decides which numbers a closed episode reports. */
interface MetricsAsked {
  readonly environment: Pick<AnyEnvironment, 'metrics' | 'metricsOf'>
  readonly settings: JsonObject
}

/** The metrics of an episode: those of its environment, unless its settings choose others. */
export const metricsIn = ({ environment, settings }: MetricsAsked): readonly string[] =>
  environment.metricsOf?.(settings) ?? environment.metrics
