import { findChain } from '@platemark/wallet/find-chain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { Hash } from 'viem'
import { useAppConfig } from '../../../components/app-config.ts'
import { Failure } from '../../../components/failure.tsx'
import type { Wallet } from '../../../lib/session.ts'
import {
  type AccountSessions,
  listAccountSessions,
} from '../../../lib/session-keys/account-sessions.ts'
import { openSessionAccount } from '../../../lib/session-keys/session-account.ts'
import { Notice } from '../../../ui/notice.tsx'
import { EndAllKeys } from './end-all-keys.tsx'
import { SessionKeyRow } from './session-key-row.tsx'
import { SessionKeysSkeleton } from './session-keys-skeleton.tsx'

/** Session keys of the connected smart account: those of this browser, and all others. */
export function SessionKeys({ wallet }: { wallet: Wallet }) {
  const config = useAppConfig()
  const account = useMemo(() => openSessionAccount(config, wallet), [config, wallet])
  const queryKey = ['session-keys', wallet.address, wallet.chainId]
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: () => listAccountSessions(account),
    networkMode: 'always',
    staleTime: 0,
  })
  const queries = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const network = findChain(config.networks, wallet.chainId)
  const onEnded = (hashes: readonly Hash[]) => {
    queries.setQueryData<AccountSessions>(
      queryKey,
      (known) =>
        known && {
          ...known,
          sessions: known.sessions.filter(({ hash }) => !hashes.includes(hash)),
        },
    )
    // Removing the row removes the focused button.
    list.current?.focus()
    return refetch()
  }
  if (!data) {
    if (!error) return <SessionKeysSkeleton />
    return (
      <Failure
        title="Your session keys could not be loaded"
        text="They stay as they are."
        error={error}
        onRetry={refetch}
        isBusy={isFetching}
      />
    )
  }
  const { sessions, isWhole } = data
  const common = { account, wallet, onEnded }
  return (
    <>
      {!isWhole && (
        <Notice kind="warning" title="Only the keys of this browser are listed.">
          {`The node of ${network?.name ?? 'the network'} does not list others. They stay as they are.`}
        </Notice>
      )}
      <ul className="card sessions" ref={list} tabIndex={-1}>
        {sessions.map((session) => (
          <SessionKeyRow
            key={session.hash}
            {...common}
            session={session}
            coin={network?.native_currency ?? account.chain.nativeCurrency}
          />
        ))}
      </ul>
      {sessions.length === 0 && (
        <p className="muted">
          {isWhole ? 'No session key is open.' : 'This browser has no session key.'}{' '}
          {`Collections on ${network?.name ?? 'this network'} offer one below their mint button.`}
        </p>
      )}
      <EndAllKeys {...common} sessions={sessions} />
    </>
  )
}
