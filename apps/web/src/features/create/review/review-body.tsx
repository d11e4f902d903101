import type { Draft } from '@platemark/api/studio'
import { formatAmount } from '@platemark/rules/amounts'
import { sortTerms } from '@platemark/rules/draft-terms'
import { useEffect } from 'react'
import type { Address } from 'viem'
import { Failure } from '../../../components/failure.tsx'
import { PartFailure } from '../../../components/part-failure.tsx'
import { useSession } from '../../../lib/session.ts'
import { useLastError } from '../../../lib/use-last-error.ts'
import { NameClash } from '../details/name-clash.tsx'
import { useDraftEditor } from '../draft-editor.tsx'
import { CostPanel } from './cost-panel.tsx'
import type { DeployableNetwork } from './deployment-props.ts'
import { FilesSection } from './files/files-section.tsx'
import { MarketPanel } from './market-panel.tsx'
import { groupMissing } from './missing.ts'
import { MissingPanel } from './missing-panel.tsx'
import { RehearsalSection } from './rehearsal/rehearsal-section.tsx'
import { RemarksPanel } from './remarks-panel.tsx'
import { RevealSection } from './reveal/reveal-section.tsx'
import { SchedulePanel } from './schedule-panel.tsx'
import { TermsPanel } from './terms-panel.tsx'
import { useDeployment } from './use-deployment.ts'
import { useNetworkTime } from './use-network-time.ts'
import { whyFrozen } from './why-frozen.ts'

type ReviewBodyProps = { draft: Draft; network: DeployableNetwork }

/** The review of a stored draft. */
export function ReviewBody({ draft, network }: ReviewBodyProps) {
  const { user } = useSession()
  // The wizard is shown to signed-in people only.
  if (!user) return null
  return (
    <Review
      key={`${draft.contract_id} ${user.address}`}
      draft={draft}
      network={network}
      // Safe: the API contract defines it as an address.
      creator={user.address as Address}
    />
  )
}

function Review({ draft, network, creator }: ReviewBodyProps & { creator: Address }) {
  const { fields, freeze } = useDraftEditor()
  const {
    state,
    part,
    error: partError,
    reload,
  } = useDeployment({
    ...{ draftId: draft.contract_id, version: draft.updated_at, account: creator },
    network,
  })
  const { shown, read } = state
  const error = useLastError(read)
  const known = read.data?.data
  const frozen = whyFrozen(shown, known)
  useEffect(() => freeze(frozen), [frozen, freeze])
  const now = useNetworkTime(read)
  const mintFeeWei = known && BigInt(known.mint_fee_wei)
  const amount = (wei: bigint) => formatAmount(wei, network.native_currency)
  const commitment = draft.reveal?.commitment ?? null
  const names = { network: network.name, amount, commitment }
  const common = { draft, network, creator, deployment: state }
  const isSet = fields.art === 'set'
  const isHidden = isSet && fields.shown === 'at_reveal'
  const hasFiles = isSet ? draft.set !== null : draft.image !== null
  const files = hasFiles && <FilesSection contractId={draft.contract_id} isSet={isSet} />
  if (frozen === 'live' && part) {
    return (
      <>
        <part.DeployedCard {...common} known={known} now={now} />
        {files}
      </>
    )
  }
  const missing = groupMissing({ fields, missing: draft.missing }, known?.missing ?? {})
  return (
    <>
      {missing.length > 0 && (
        <MissingPanel missing={missing} draftId={draft.contract_id} />
      )}
      {error && !known && (
        <Failure
          title={`${network.name} cannot be read`}
          text="The cost and the state of the deployment are not known. What you entered is kept. Try again in a moment."
          error={error}
          isBusy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      )}
      {partError && (
        <PartFailure
          title="The deployment cannot be shown yet"
          kept="Nothing was sent from here"
          error={partError}
          onRetry={reload}
        />
      )}
      {part && <part.DeploymentPanel {...common} now={now} />}
      {isHidden && (
        <RevealSection isOpen={known === undefined || known.state === 'open'} />
      )}
      <TermsPanel terms={sortTerms(fields, mintFeeWei, names)} />
      <SchedulePanel {...common} mintFeeWei={mintFeeWei} now={now} />
      <RemarksPanel {...common} now={now} />
      <RehearsalSection
        contractId={draft.contract_id}
        network={network}
        isComplete={missing.length === 0}
      />
      <NameClash name={fields.name} />
      <MarketPanel {...common} address={known?.predicted_address ?? null} />
      {files}
      <CostPanel
        {...common}
        known={known}
        isComplete={missing.length === 0}
        unsent={part && <part.UnsentDeployment {...common} now={now} />}
      />
    </>
  )
}
