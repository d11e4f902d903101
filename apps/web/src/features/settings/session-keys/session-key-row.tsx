import { SessionTermList } from '../../../components/session-keys/session-terms.tsx'
import { useNow } from '../../../lib/clock.ts'
import type { AccountSession } from '../../../lib/session-keys/account-sessions.ts'
import {
  describeSessionState,
  describeSessionTerms,
} from '../../../lib/session-keys/session-key-messages.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { type EndingProps, useEndingKeys } from './use-ending-keys.ts'

type SessionKeyRowProps = EndingProps & {
  session: AccountSession
  coin: { symbol: string; decimals: number }
}

/** One session key: its state, its limits in words, and the button that ends it. */
export function SessionKeyRow({ session, coin, ...ending }: SessionKeyRowProps) {
  const { hash, spec, state, isOwn } = session
  const { account, wallet } = ending
  const { end, isPending, failure } = useEndingKeys(ending)
  const now = Math.floor((useNow(60_000) ?? Date.now()) / 1000)
  const terms = describeSessionTerms({ spec, state, account: account.address, coin }, now)
  const isOnChain = state.status !== 'NotInitialized'
  return (
    <li className="session">
      <div>
        <b>
          {terms.title}{' '}
          {isOwn ? <Tag kind="live">This browser</Tag> : <Tag>Elsewhere</Tag>}
        </b>
        <span className="muted small">{describeSessionState({ spec, state }, now)}</span>
        <SessionTermList {...terms} />
        {failure && (
          <FieldError>
            {failure.title.replace(/[^.]$/, '$&.')} {failure.text}
          </FieldError>
        )}
      </div>
      <Button
        look="quiet"
        isBusy={isPending}
        aria-label={`End: ${terms.title}`}
        onClick={() => end({ hashes: [hash], isOnChain })}
      >
        {isPending && isOnChain ? `Confirm in ${wallet.name}` : 'End'}
      </Button>
    </li>
  )
}
