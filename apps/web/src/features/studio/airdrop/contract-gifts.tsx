import {
  type ContractGift,
  findContractGifts,
} from '@platemark/mint/airdrop/find-receivers'
import type { Gift } from '@platemark/mint/airdrop/gift'
import { formatCount } from '@platemark/rules/amounts'
import { useEffect, useState } from 'react'
import { type Address as AddressText, getAddress } from 'viem'
import { Address } from '../../../components/address.tsx'
import { MoreRows } from '../../../components/list-rows/more-rows.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Own } from '../page/own.ts'
import { collectionContract, giftKind, useOwnRpc } from './airdrop-terms.ts'

/** State of the search for contracts among the wallets of an airdrop. */
export type ContractSearch =
  | { kind: 'reading'; share: number }
  | { kind: 'failed'; retry(): void }
  | { kind: 'found'; found: readonly ContractGift[] }

/** Finds the contracts among the wallets of a drop's airdrop; an edition asks them itself. */
export function useContractGifts(own: Own, gifts: readonly Gift[]): ContractSearch {
  const rpc = useOwnRpc(own)
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<{ of: unknown; search: ContractSearch }>()
  const isDrop = giftKind(own.collection) === 'drop'
  const contract = collectionContract(own)
  // Safe: the server knows accounts by their address.
  const account = own.user.address as AddressText
  // biome-ignore lint/correctness/useExhaustiveDependencies: `rpc` is made anew in each render.
  useEffect(() => {
    if (!isDrop) return
    const stop = new AbortController()
    const show = (search: ContractSearch) => {
      if (!stop.signal.aborted) setState({ of: gifts, search })
    }
    const onProgress = (share: number) => show({ kind: 'reading', share })
    show({ kind: 'reading', share: 0 })
    findContractGifts(rpc, gifts, {
      ...{ contract, account, onProgress, signal: stop.signal },
    }).then(
      (found) => show({ kind: 'found', found }),
      () => show({ kind: 'failed', retry: () => setTries((count) => count + 1) }),
    )
    return () => stop.abort()
  }, [gifts, isDrop, contract, account, tries])
  if (!isDrop) return { kind: 'found', found: [] }
  return state?.of === gifts ? state.search : { kind: 'reading', share: 0 }
}

const FIRST_ROWS = 10

type ContractGiftsProps = {
  own: Own
  search: ContractSearch
  /** Takes the wallets that are to get nothing. */
  onLeaveOut(gifts: readonly Gift[]): void
}

/** Names each row whose wallet is a contract, before anything is signed. */
export function ContractGifts({ own, search, onLeaveOut }: ContractGiftsProps) {
  const [shown, setShown] = useState(FIRST_ROWS)
  if (search.kind === 'reading') {
    return (
      <>
        <p className="muted small">Checking which wallets are contracts</p>
        <progress className="list-progress" value={search.share} aria-label="Checking" />
      </>
    )
  }
  if (search.kind === 'failed') {
    return (
      <Notice
        kind="warning"
        title="It is not known which wallets are contracts"
        actions={
          <Button look="quiet" onClick={search.retry}>
            Check again
          </Button>
        }
      >
        {own.network.name} did not answer. A contract that cannot move tokens keeps them
        permanently.
      </Notice>
    )
  }
  const { found } = search
  if (found.length === 0) return null
  const refusing = found.filter(({ refuses }) => refuses)
  return (
    <section className="list-rows" aria-label="Contracts among the wallets">
      <Notice
        kind={refusing.length > 0 ? 'warning' : 'info'}
        title={`${formatCount(found.length)} ${found.length === 1 ? 'wallet is a contract' : 'wallets are contracts'}`}
        actions={
          refusing.length > 0 && (
            <Button
              look="quiet"
              onClick={() => onLeaveOut(refusing.map(({ gift }) => gift))}
            >
              Leave out {formatCount(refusing.length)}
            </Button>
          )
        }
      >
        {refusing.length === 0
          ? 'All of them accept items.'
          : `${formatCount(refusing.length)} of them ${refusing.length === 1 ? 'does' : 'do'} not accept items. An airdrop still sends them items, and possibly no one can ever move them.`}
      </Notice>
      <table className="data gift-rows">
        <thead>
          <tr>
            <th>Row</th>
            <th>Contract</th>
            <th className="number">Items</th>
            <th>Accepts items</th>
          </tr>
        </thead>
        <tbody>
          {found.slice(0, shown).map(({ gift, refuses }) => (
            <tr key={gift.address}>
              <td>{formatCount(gift.line)}</td>
              <td>
                <Address address={getAddress(gift.address)} isAccount canCopy={false} />
              </td>
              <td className="number">{gift.quantity}</td>
              <td>{refuses ? <span className="warn-text">No</span> : 'Yes'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreRows count={found.length} shown={shown} onShow={setShown} />
    </section>
  )
}
