import type { PreparedMove } from '@platemark/api/move'
import { Problem } from '@platemark/api/problem'
import { prepareMove } from '@platemark/api/studio-operations'
import { formatCount } from '@platemark/rules/amounts'
import { insertContractAddress } from '@platemark/rules/contract-uri'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { stringToHex } from 'viem'
import { CallButton } from '../../../components/call/call-button.tsx'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import { call } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { encodeChange } from '../changes/encode-change.ts'
import { useOwnCall } from '../changes/use-own-call.ts'
import type { MoveProps } from './move-props.ts'
import { findOtherWorks } from './move-terms.ts'
import { MovedTokens } from './moved-tokens.tsx'

const POLL_MS = 2000

type MoveFormProps = MoveProps & { to: 'ipfs' | 'site' }

/** Checks the new address, shows the tokens that were looked up there, and signs the move. */
export function MoveForm({ own, overview, to }: MoveFormProps) {
  const { contract_id = '' } = own.draft
  const transaction = useOwnCall(own, 'move')
  const [isWanted, setWanted] = useState(false)
  const [hasLooked, setLooked] = useState(false)
  const check = useQuery({
    queryKey: ['prepared move', contract_id, to],
    queryFn: () => call(prepareMove, { params: { contract_id }, body: { to } }),
    enabled: isWanted,
    // A press checks again what may have changed.
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
    refetchInterval: ({ state }) => (state.data?.state === 'computing' ? POLL_MS : false),
  })
  const prepared = check.error ? undefined : check.data
  const isBusy = check.isFetching || prepared?.state === 'computing'
  const isReady = !isBusy && prepared?.state === 'ready'
  const press = () => {
    setLooked(false)
    if (isWanted) void check.refetch()
    else setWanted(true)
  }
  const others = isReady ? findOtherWorks(prepared, overview.manifestHash) : undefined
  const obstacle = !isReady
    ? 'Check the new address first.'
    : (others ?? (hasLooked ? undefined : 'Look at the pictures, and tick the box.'))
  return (
    <>
      <p className="small">{introductions[to]}</p>
      <div>
        <Button look="quiet" isBusy={isBusy} onClick={press}>
          {isWanted ? 'Check again' : 'Check the new address'}
        </Button>
      </div>
      {isBusy && (
        <p className="row small" role="status">
          <Spinner />
          {prepared
            ? `${formatCount(prepared.read_works)} of ${formatCount(prepared.works)} works read`
            : 'The files are being looked up'}
        </p>
      )}
      {check.error && !isBusy && <Refused error={check.error} />}
      {isReady && (
        <>
          <dl className="move-uris">
            <dt>Metadata on the chain at</dt>
            <dd>{overview.baseUri}</dd>
            <dt>New</dt>
            <dd>{newBase(own, prepared)}</dd>
          </dl>
          <MovedTokens prepared={prepared} />
          {prepared.shows_unminted && (
            <p className="small danger-text">
              The files have works of items that are not minted yet. Once they are on
              IPFS, everyone can see them, and which item will show which.
            </p>
          )}
          {overview.isMetadataFrozen && to === 'ipfs' && (
            <p className="small danger-text">
              The metadata is frozen, so its address on IPFS is permanently fixed.
            </p>
          )}
          <label className="check">
            <input
              type="checkbox"
              checked={hasLooked}
              onChange={({ target }) => setLooked(target.checked)}
            />
            {to === 'site' || prepared.checked_at !== null
              ? 'I looked at the pictures: these are my works.'
              : 'I opened each link, and saw these pictures and texts there.'}
          </label>
        </>
      )}
      <CallPanel call={transaction} />
      <CallButton
        call={transaction}
        request={
          isReady && obstacle === undefined && prepared.base_uri !== null
            ? encodeChange(
                'setBaseUri',
                [stringToHex(prepared.base_uri), overview.manifestHash],
                to === 'ipfs' ? 'Move to IPFS' : 'Move to this site',
                to === 'ipfs' ? 'Moved to IPFS' : 'Moved to this site',
              )
            : null
        }
        obstacle={obstacle}
      >
        {to === 'ipfs' ? 'Move to IPFS' : 'Move to this site'}
      </CallButton>
    </>
  )
}

const introductions = {
  ipfs: 'Wallets and marketplaces read metadata and pictures from this site. On IPFS anyone can keep them: prepare the files under “Files of your collection”, pin the CAR file with a service of your choice, and move then. This site keeps showing the collection.',
  site: 'Wallets and marketplaces read metadata and pictures from IPFS. This site can serve them again: changes of texts here count there, too.',
}

function newBase(own: MoveProps['own'], { base_uri }: PreparedMove): string {
  return insertContractAddress(base_uri ?? '', own.collection.contract_address)
}

function Refused({ error }: { error: Error }) {
  const sentences =
    error instanceof Problem
      ? (error.fields?.to ?? [error.message])
      : ['This site did not answer. Try again in a moment.']
  return (
    <ul className="small danger-text move-problems" role="alert">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
