import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { formatCount, formatDuration, pluralize } from '../../data/format.ts'
import {
  type CallView,
  sampledTokens,
  surpriseLevel,
  type TokenView,
} from '../../data/model-calls.ts'
import { FirstItems } from '../../parts/first-items.tsx'
import { Icon } from '../../parts/icons.tsx'
import { memo } from '../../parts/memo.tsx'
import { CodeBlock } from '../../parts/message-text.tsx'
import { PlainText } from '../../parts/text.tsx'

/** Tokens that show at first. */
const INITIAL_TOKENS = 1_000
const LEAST_LIKELY_MAX = 3

/** The model calls of an agent program between two steps. */
export const ModelCalls = memo(function ModelCalls({
  calls,
  isOpen,
}: {
  readonly calls: readonly CallView[]
  readonly isOpen: boolean
}): JSX.Element {
  const [isUnfolded, setUnfolded] = useState(false)
  const breaks = calls.filter(({ prefixBreak }) => prefixBreak !== undefined).length
  const failures = calls.filter(({ call }) => call.failure !== null).length
  const tookMs = calls.reduce((sum, { call }) => sum + call.took_ms, 0)
  const facts = [`${pluralize(sampledTokens(calls), 'token')} sampled`, formatDuration(tookMs)]
  return (
    <article class="turn calls">
      <div class="speaker">
        <b>Model</b>
        <span class="mono">{pluralize(calls.length, 'call')}</span>
      </div>
      <details
        class="fold"
        open={isOpen || isUnfolded}
        onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
      >
        <summary>
          <span>{facts.join(' · ')}</span>
          {breaks > 0 && <WarningLabel text={pluralize(breaks, 'prefix break')} />}
          {failures > 0 && <WarningLabel text={pluralize(failures, 'failed call')} />}
        </summary>
        {(isOpen || isUnfolded) && (
          <FirstItems items={calls} pageSize={10}>
            {(shown) => <ModelCallView key={shown.call.call} shown={shown} />}
          </FirstItems>
        )}
      </details>
    </article>
  )
})

const WarningLabel = ({ text }: { readonly text: string }): JSX.Element => (
  <span class="prefix-break">
    <Icon name="broken" />
    {text}
  </span>
)

function ModelCallView({ shown }: { readonly shown: CallView }): JSX.Element {
  const { call, tokens, prefixBreak } = shown
  const { failure, text_only: textOnly, messages, answer } = call
  return (
    <section class="call" aria-label={`Model call ${call.call}`}>
      <h3>Call {call.call}</h3>
      <p class="quiet">{describeCall(shown).join(' · ')}</p>
      {prefixBreak !== undefined && (
        <p class="prefix-break">
          <Icon name="broken" />
          <span>
            Prefix break: {pluralize(prefixBreak.lostTokens, 'token')} of call {call.parent} are not
            in this prompt. <PlainText text={prefixBreak.why} />
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
        <p class="prefix-break">
          <Icon name="no" />
          <span>
            {failure.code}: <PlainText text={failure.message} />
          </span>
        </p>
      )}
      {messages.length > 0 && (
        <details>
          <summary>
            {pluralize(messages.length, call.parent === null ? 'message' : 'new message')} in the
            prompt
          </summary>
          <CodeBlock text={JSON.stringify(messages, null, 2)} language="json" />
        </details>
      )}
      {tokens.length > 0 ? (
        <Tokens tokens={tokens} />
      ) : (
        <>
          {textOnly !== null && (
            <p class="quiet">
              No tokens: <PlainText text={textOnly} />
            </p>
          )}
          {answer !== null && <CodeBlock text={JSON.stringify(answer, null, 2)} language="json" />}
        </>
      )}
    </section>
  )
}

/** The facts of a call in a few words. */
function describeCall({ call, promptIds, tokens, isBranch }: CallView): string[] {
  const { parent, prompt_kept: kept, forwarded, spans = [], constraints, finish_reason } = call
  const from = isBranch
    ? `goes back before the answer of call ${parent}`
    : `continues call ${parent}`
  const keeping = parent === null ? '' : `, ${formatCount(kept)} kept`
  const weights = spans.map(({ version }) => version)
  return [
    ...(parent === null ? [] : [from]),
    ...(promptIds === undefined ? [] : [`prompt ${pluralize(promptIds, 'token')}${keeping}`]),
    ...(forwarded === undefined ? [] : ['sent as ids']),
    ...(tokens.length === 0 ? [] : [`answer ${pluralize(tokens.length, 'token')}`]),
    ...(finish_reason === null ? [] : [`ended by ${finish_reason}`]),
    ...(constraints.length === 0 ? [] : [`constrained by ${constraints.join(', ')}`]),
    ...(weights.length === 0 ? [] : [`weights ${weights.join(', ')}`]),
    formatDuration(call.took_ms),
  ]
}

const PROBABILITY_LABELS = [
  '90 % or more',
  '50 to 90 %',
  '10 to 50 %',
  '1 to 10 %',
  'less than 1 %',
] as const

/** A sampled answer. The background of a token shows how unlikely it was. */
function Tokens({ tokens }: { readonly tokens: readonly TokenView[] }): JSX.Element {
  return (
    <>
      <p class="tokens">
        <FirstItems items={tokens} pageSize={INITIAL_TOKENS}>
          {(token, index) => (
            <span
              key={index}
              class={`sampled probability-${surpriseLevel(token.logprob)}`}
              title={`${probabilityText(token)}, id ${token.id}`}
            >
              <TokenText token={token} />
            </span>
          )}
        </FirstItems>
      </p>
      <p class="legend">
        <span>Probability</span>
        {PROBABILITY_LABELS.map((share, level) => (
          <span key={share}>
            <span class={`sampled probability-${level}`} aria-hidden="true">
              {'  '}
            </span>{' '}
            {share}
          </span>
        ))}
      </p>
      <LeastLikely tokens={tokens} />
    </>
  )
}

/** The least likely tokens as text, because not everybody can perceive colors and tooltips. */
function LeastLikely({ tokens }: { readonly tokens: readonly TokenView[] }): JSX.Element | null {
  const rare = tokens
    .filter(({ logprob }) => surpriseLevel(logprob) > 1)
    .sort((left, right) => left.logprob - right.logprob)
    .slice(0, LEAST_LIKELY_MAX)
  if (rare.length === 0) return null
  return (
    <p class="quiet">
      Least likely:{' '}
      {rare.map((token, index) => (
        <span key={index}>
          {index > 0 && ', '}
          <code class="field">
            <TokenText token={token} />
          </code>{' '}
          {probabilityText(token)}
        </span>
      ))}
    </p>
  )
}

/** The text of a token with visible line breaks, or its id if the text is unknown. */
function TokenText({ token: { text, id } }: { readonly token: TokenView }): JSX.Element {
  if (text === undefined) return <>{id} </>
  return <PlainText text={text.replaceAll('\n', '↵\n')} />
}

function probabilityText({ logprob }: TokenView): string {
  const share = 100 * Math.exp(logprob)
  const digits = share >= 99.95 || share < 0.01 ? 0 : share >= 10 ? 1 : 2
  const text = share < 0.01 ? 'less than 0.01' : share.toFixed(digits)
  return `${text} % (${logprob.toFixed(2).replace('-', '−')})`
}
