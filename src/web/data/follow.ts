import { BackchannelError } from '../../client/errors.ts'

/** What a query says of itself, as far as it decides whether to ask again. */
interface Asked<Data> {
  readonly state: { readonly data: Data | undefined; readonly error: Error | null }
}

const isFinal = (error: unknown): boolean => error instanceof BackchannelError && !error.retryable

/**
 * Asks again after so long, as `refetchInterval` wants it told: never for what is over, nor for
 * what was never there or not to be had, whose page would come and go with every answer. What has
 * been seen once is followed through every fault: a server that starts again may tell any.
 */
export const follow =
  <Data>(everyMs: number, isOver: (data: Data | undefined) => boolean = () => false) =>
  ({ state: { data, error } }: Asked<Data>): number | false =>
    (data === undefined && isFinal(error)) || isOver(data) ? false : everyMs
