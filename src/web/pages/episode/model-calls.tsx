import type { JSX } from 'preact'
import { memo } from 'preact/compat'
import { useState } from 'preact/hooks'
import { count, counted, duration } from '../../data/format.ts'
import {
  type ShownCall,
  type ShownToken,
  sampledTokens,
  surpriseOf,
} from '../../data/model-calls.ts'
import { Icon } from '../../parts/icons.tsx'
import { Code } from '../../parts/message-text.tsx'
import { Some } from '../../parts/some.tsx'
import { Plain } from '../../parts/text.tsx'

/** Tokens that are drawn before somebody asks for more. */
const FIRST_TOKENS = 1_000
const RARE_TOKENS = 3

/** What an agent program asked its model between two steps. */
export const ModelCalls = memo(function ModelCalls({
  calls,
  isOpen,
}: {
  readonly calls: readonly ShownCall[]
  readonly isOpen: boolean
}): JSX.Element {
  const [isUnfolded, setUnfolded] = useState(false)
  const breaks = calls.filter(({ broken }) => broken !== undefined).length
  const failures = calls.filter(({ call }) => call.failure !== null).length
  const tookMs = calls.reduce((sum, { call }) => sum + call.took_ms, 0)
  const facts = [`${counted(sampledTokens(calls), 'token')} sampled`, duration(tookMs)]
  return (
    <article class="turn calls">
      <div class="who">
        <b>Model</b>
        <span class="m">{counted(calls.length, 'call')}</span>
      </div>
      <details
        class="fold"
        open={isOpen || isUnfolded}
        onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
      >
        <summary>
          <span>{facts.join(' · ')}</span>
          {breaks > 0 && <Mark text={counted(breaks, 'prefix break')} />}
          {failures > 0 && <Mark text={counted(failures, 'failed call')} />}
        </summary>
        {(isOpen || isUnfolded) && (
          <Some of={calls} first={10}>
            {(shown) => <OneCall key={shown.call.call} shown={shown} />}
          </Some>
        )}
      </details>
    </article>
  )
})

const Mark = ({ text }: { readonly text: string }): JSX.Element => (
  <span class="broke">
    <Icon name="broken" />
    {text}
  </span>
)

function OneCall({ shown }: { readonly shown: ShownCall }): JSX.Element {
  const { call, tokens, broken } = shown
  const { failure, text_only: textOnly, messages, answer } = call
  return (
    <section class="call" aria-label={`Model call ${call.call}`}>
      <h3>Call {call.call}</h3>
      <p class="quiet">{factsOf(shown).join(' · ')}</p>
      {broken !== undefined && (
        <p class="broke">
          <Icon name="broken" />
          <span>
            Prefix break: {counted(broken.lost, 'token')} of call {call.parent} are not in this
            prompt. <Plain text={broken.why} />
          </span>
        </p>
      )}
      {call.replayed !== undefined && (
        <p class="quiet">
          Answered as recorded in call {call.replayed.call} of{' '}
          <a href={`/episodes/${call.replayed.episode}`}>{call.replayed.episode}</a>
        </p>
      )}
      {failure !== null && (
        <p class="broke">
          <Icon name="no" />
          <span>
            {failure.code}: <Plain text={failure.message} />
          </span>
        </p>
      )}
      {messages.length > 0 && (
        <details>
          <summary>
            {counted(messages.length, call.parent === null ? 'message' : 'new message')} in the
            prompt
          </summary>
          <Code text={JSON.stringify(messages, null, 2)} language="json" />
        </details>
      )}
      {tokens.length > 0 ? (
        <Tokens tokens={tokens} />
      ) : (
        <>
          {textOnly !== null && (
            <p class="quiet">
              No tokens: <Plain text={textOnly} />
            </p>
          )}
          {answer !== null && <Code text={JSON.stringify(answer, null, 2)} language="json" />}
        </>
      )}
    </section>
  )
}

/** The facts of a call in a few words. */
function factsOf({ call, promptIds, tokens, isBranch }: ShownCall): string[] {
  const { parent, prompt_kept: kept, forwarded, spans = [], constraints, finish_reason } = call
  const from = isBranch
    ? `goes back before the answer of call ${parent}`
    : `continues call ${parent}`
  const keeping = parent === null ? '' : `, ${count(kept)} kept`
  const weights = spans.map(({ version }) => version)
  return [
    ...(parent === null ? [] : [from]),
    ...(promptIds === undefined ? [] : [`prompt ${counted(promptIds, 'token')}${keeping}`]),
    ...(forwarded === undefined ? [] : ['sent as ids']),
    ...(tokens.length === 0 ? [] : [`answer ${counted(tokens.length, 'token')}`]),
    ...(finish_reason === null ? [] : [`ended by ${finish_reason}`]),
    ...(constraints.length === 0 ? [] : [`constrained by ${constraints.join(', ')}`]),
    ...(weights.length === 0 ? [] : [`weights ${weights.join(', ')}`]),
    duration(call.took_ms),
  ]
}

const SHARES = ['90 % or more', '50 to 90 %', '10 to 50 %', '1 to 10 %', 'less than 1 %'] as const

/** A sampled answer, each token marked by how unlikely it was. */
function Tokens({ tokens }: { readonly tokens: readonly ShownToken[] }): JSX.Element {
  return (
    <>
      <p class="tokens">
        <Some of={tokens} first={FIRST_TOKENS}>
          {(token, index) => (
            <span
              key={index}
              class={`sampled s${surpriseOf(token.logprob)}`}
              title={`${chance(token)}, id ${token.id}`}
            >
              <Letters token={token} />
            </span>
          )}
        </Some>
      </p>
      <p class="legend">
        <span>Probability</span>
        {SHARES.map((share, level) => (
          <span key={share}>
            <span class={`sampled s${level}`} aria-hidden="true">
              {'  '}
            </span>{' '}
            {share}
          </span>
        ))}
      </p>
      <Rare tokens={tokens} />
    </>
  )
}

/** The least likely tokens in words: colours and titles do not reach everybody. */
function Rare({ tokens }: { readonly tokens: readonly ShownToken[] }): JSX.Element | null {
  const rare = tokens
    .filter(({ logprob }) => surpriseOf(logprob) > 1)
    .sort((left, right) => left.logprob - right.logprob)
    .slice(0, RARE_TOKENS)
  if (rare.length === 0) return null
  return (
    <p class="quiet">
      Least likely:{' '}
      {rare.map((token, index) => (
        <span key={index}>
          {index > 0 && ', '}
          <code class="field">
            <Letters token={token} />
          </code>{' '}
          {chance(token)}
        </span>
      ))}
    </p>
  )
}

/** A token without a text is shown as its id; line breaks are seen as such. */
function Letters({ token: { text, id } }: { readonly token: ShownToken }): JSX.Element {
  if (text === undefined) return <>{id} </>
  return <Plain text={text.replaceAll('\n', '↵\n')} />
}

function chance({ logprob }: ShownToken): string {
  const share = 100 * Math.exp(logprob)
  const digits = share >= 99.95 || share < 0.01 ? 0 : share >= 10 ? 1 : 2
  const text = share < 0.01 ? 'less than 0.01' : share.toFixed(digits)
  return `${text} % (${logprob.toFixed(2).replace('-', '−')})`
}
