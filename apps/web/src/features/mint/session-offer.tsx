import { formatCount } from '@platemark/rules/amounts'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { formatMoment } from '@platemark/rules/times'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Address } from 'viem'
import { dialogs } from '../../lib/dialogs.ts'
import type { Wallet } from '../../lib/session.ts'
import type { MintKey } from '../../lib/session-keys/find-mint-key.ts'
import { isSmartWallet } from '../../lib/session-keys/is-smart-wallet.ts'
import { hasSessionKeys } from '../../lib/session-keys/stored-session-keys.ts'
import { Link } from '../../ui/link.tsx'
import type { MintPanelContext } from './mint-panel-context.ts'
import type { useMintPanel } from './use-mint-panel.ts'

type SessionOfferProps = {
  context: MintPanelContext
  wallet: Wallet
  panel: ReturnType<typeof useMintPanel>
  isBusy: boolean
}

/**
 * Offers a smart account a key that mints without a prompt, for the public phase only, and shows
 * what the key of this browser may still mint.
 */
export function SessionOffer({ context, wallet, panel, isBusy }: SessionOfferProps) {
  const { state, order, config, networkFeeWei } = panel
  const { collection, network } = context
  const isOffered =
    state.code === 'ready' &&
    state.params.phase.phaseId === PUBLIC_PHASE_ID &&
    isSmartWallet(config, wallet, network.id)
  const key = useMintKey(isOffered, { panel, wallet, contract: order?.contract })
  if (!isOffered || !order || networkFeeWei === null) return null
  const { contract, unitWei } = order
  const terms = { contract, unitWei, feeWei: networkFeeWei }
  const isActive = key !== null && key.expiresAt > panel.now
  return (
    <>
      {key && isActive && (
        <p className="small muted">
          {describeKey(key, state.params.quantity, panel.now)}{' '}
          <Link className="link" href="/settings">
            Session keys
          </Link>
        </p>
      )}
      <button
        type="button"
        className="link small"
        disabled={isBusy}
        onClick={() =>
          dialogs.write({
            name: 'session-key',
            ...{ chainId: network.id, collection: collection.name },
            ...terms,
          })
        }
      >
        {isActive ? 'Create another key' : 'Mint without a prompt'}
      </button>
    </>
  )
}

function describeKey(
  { tokensLeft, expiresAt }: MintKey,
  quantity: number,
  now: number,
): string {
  const left = tokensLeft === 1 ? '1 item' : `${formatCount(tokensLeft)} items`
  return quantity > tokensLeft
    ? `Your session key has ${left} left, so your wallet asks for this mint.`
    : `Your session key mints without a prompt: ${left} left, until ${formatMoment(expiresAt, true, now)}.`
}

type KeyQuery = Pick<SessionOfferProps, 'panel' | 'wallet'> & {
  contract: Address | undefined
}

/** Returns the key of this browser for a collection, read again whenever a dialog has closed. */
function useMintKey(isOffered: boolean, { panel, wallet, contract }: KeyQuery) {
  const dialog = useSyncExternalStore(dialogs.subscribe, dialogs.read, () => null)
  const { address, chainId } = wallet
  const { data } = useQuery({
    queryKey: ['mint-key', address, chainId, contract],
    enabled: isOffered && contract !== undefined && dialog === null,
    staleTime: 0,
    retry: false,
    queryFn: async (): Promise<MintKey | null> => {
      if (!contract || !(await hasSessionKeys({ account: address, chainId }))) return null
      const { findMintKey } = await import('../../lib/session-keys/find-mint-key.ts')
      return findMintKey(panel.config, wallet, contract)
    },
  })
  return data ?? null
}
