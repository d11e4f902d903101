import { campaignBadgesAbi } from '@platemark/abi/campaign-badges'
import type { RewardClaim } from '@platemark/api/campaigns'
import type { Network } from '@platemark/api/config'
import { findChain } from '@platemark/wallet/find-chain'
import { useEffect, useRef } from 'react'
import { getAddress } from 'viem'
import { useAppConfig } from '../../../components/app-config.ts'
import { CallButton } from '../../../components/call/call-button.tsx'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import { useCall } from '../../../components/call/use-call.ts'
import { useNow } from '../../../lib/clock.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { claimBadgeData } from './claim-data.ts'

type MintBadgeProps = {
  claim: RewardClaim
  title: string
  /** Names the transaction through reloads and in other tabs. */
  topic: string
  account: string
  onChange: () => void
  onExpired: () => void
}

/** Mints a badge on its network, where this site has it. */
export function MintBadge(props: MintBadgeProps) {
  const { networks } = useAppConfig()
  const { claim } = props
  if (claim.status !== 'signed') return null
  const network = findChain(networks, claim.chain_id)
  if (!network) {
    return (
      <Notice
        kind="error"
        title="This badge is on a network that this site does not list"
      >
        Its network has the id {claim.chain_id}. Ask the operator to add it. Your claim is
        kept.
      </Notice>
    )
  }
  return <MintOnNetwork {...props} claim={claim} network={network} />
}

type Signed = Extract<RewardClaim, { status: 'signed' }>

/** Milliseconds between two looks at the server once the badge is in a block. */
const LOOK_MS = 2_000

/** Milliseconds before the deadline from which a voucher is not used any more. */
const MARGIN_MS = 30_000

function MintOnNetwork(props: MintBadgeProps & { claim: Signed; network: Network }) {
  const { claim, network, title, topic, account, onChange, onExpired } = props
  const { voucher, signature, contract } = claim
  const now = useNow()
  const call = useCall({
    ...{ topic, network, abi: campaignBadgesAbi },
    account: getAddress(account),
    contract: getAddress(contract),
    subject: `${title} is on`,
    onMined: onChange,
  })
  const isMined = call.shown.mined !== null
  const { fault } = call.shown
  // A used voucher: the badge was minted elsewhere, and the server may have read it.
  const isRefused = fault?.kind === 'refused' && fault.refusal.kind === 'contract'
  useLooks(isMined || isRefused, onChange)
  const isLate = now !== undefined && now > voucher.deadline * 1000 - MARGIN_MS
  return (
    <>
      {!isMined && (
        <p className="muted">
          The badge is minted on {network.name} and stays with your wallet. You pay the
          network fee, nothing else.
        </p>
      )}
      {!isMined &&
        (isLate && !call.isBusy ? (
          <Notice
            kind="warning"
            title="This voucher has expired"
            actions={
              <Button look="quiet" onClick={onExpired}>
                Get a new voucher
              </Button>
            }
          >
            You can get a new one while rewards can be claimed.
          </Notice>
        ) : (
          <CallButton
            call={call}
            request={{ data: claimBadgeData(voucher, signature), label: 'Badge' }}
          >
            Mint the badge
          </CallButton>
        ))}
      <CallPanel call={call} />
      {isMined && (
        <p className="muted small">The badge appears here once its block is indexed.</p>
      )}
    </>
  )
}

/** Asks the server again and again while a mined badge is not indexed. */
function useLooks(isWanted: boolean, look: () => void) {
  const latest = useRef(look)
  latest.current = look
  useEffect(() => {
    if (!isWanted) return
    const timer = setInterval(() => latest.current(), LOOK_MS)
    return () => clearInterval(timer)
  }, [isWanted])
}
