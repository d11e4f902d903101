import type { Network } from '@platemark/api/config'
import { findChain } from '@platemark/wallet/find-chain'
import { useAppConfig } from '../../../components/app-config.ts'
import { useSession } from '../../../lib/session.ts'
import { Notice } from '../../../ui/notice.tsx'

/** Notice for a wallet on another network than the one of the names. */
export function WrongNetwork({ network }: { network: Network }) {
  const { wallet } = useSession()
  const { networks } = useAppConfig()
  if (!wallet || wallet.chainId === network.id) return null
  const other = findChain(networks, wallet.chainId)?.name
  return (
    <Notice kind="warning">
      Your wallet is on {other ?? 'another network'}. Names are on {network.name}.
    </Notice>
  )
}
