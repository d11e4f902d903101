import './editors.css'
import { collectionAbi } from '@platemark/abi/collection'
import type { Network } from '@platemark/api/config'
import type { Offer } from '@platemark/api/ownership'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { encodeFunctionData, getAddress, zeroAddress } from 'viem'
import { AccountField } from '../../../components/accounts/account-field.tsx'
import { AccountName } from '../../../components/accounts/account-name.tsx'
import { Address } from '../../../components/address.tsx'
import { CallButton } from '../../../components/call/call-button.tsx'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import { type Call, useCall } from '../../../components/call/use-call.ts'
import { Failure } from '../../../components/failure.tsx'
import { useLastError } from '../../../lib/use-last-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Copy } from '../../../ui/copy.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { ChangeProps } from '../page/change-props.ts'
import { useRefreshOwn } from '../page/own-queries.ts'
import { HandOverTerms } from './hand-over-terms.tsx'
import { offerQuery } from './queries.ts'
import { useNewOwner } from './use-new-owner.ts'

/** Milliseconds between two reads of the offer while a transaction is not indexed yet. */
const REFRESH_MS = 2_000

/** Offers a collection to another account, and withdraws the offer until it is accepted. */
export function HandOver({ own, onClose }: ChangeProps) {
  const { draft, collection, network, user } = own
  const refresh = useRefreshOwn(own)
  const call = useCall({
    topic: 'owner',
    network,
    account: getAddress(user.address),
    contract: getAddress(collection.contract_address),
    abi: collectionAbi,
    subject: `${collection.name} is on`,
    onMined: ({ blockNumber }) => void refresh(BigInt(blockNumber)),
  })
  const read = useQuery({
    ...offerQuery(draft.contract_id),
    staleTime: 0,
    // The index follows the block of an offer. Once it is accepted the collection has
    // another owner, to whom alone the offer answers.
    refetchInterval: ({ state }) =>
      isIndexed(state.data?.data, call.shown) ? false : REFRESH_MS,
    refetchOnWindowFocus: false,
  })
  const error = useLastError(read)
  const offer = read.data?.data
  if (!offer && error) {
    return (
      <Failure
        level="h3"
        title="The ownership could not be loaded"
        text="Nothing was changed. Try again in a moment."
        error={error}
        isBusy={read.isFetching}
        onRetry={() => void read.refetch()}
      />
    )
  }
  if (!offer) return <Skeleton width="100%" height={160} />
  return (
    <div className="hand-over">
      <h3>Hand over {offer.name}</h3>
      {isIndexed(offer, call.shown) &&
        (offer.offered_to ? (
          <OpenOffer offer={offer} call={call} network={network} />
        ) : (
          <OfferForm offer={offer} call={call} network={network} />
        ))}
      <CallPanel call={call} />
      <Button look="quiet" onClick={onClose}>
        Close
      </Button>
    </div>
  )
}

const labels = { offer: 'Ownership offered', withdrawal: 'Offer withdrawn' }

/** Returns whether an offer shows what the last transaction did, if there was one. */
function isIndexed(offer: Offer | undefined, { mined, label }: Call['shown']): boolean {
  if (!mined || !offer) return true
  return (label === labels.offer) === (offer.offered_to !== null)
}

type PartProps = { offer: Offer; call: Call; network: Network }

function OfferForm({ offer, call, network }: PartProps) {
  const [written, setWritten] = useState('')
  const [typed, setTyped] = useState('')
  const found = useNewOwner(written, network, offer)
  const { account, isContract } = found
  const isTyped = typed.trim() === offer.name.trim()
  const obstacle = account
    ? isTyped
      ? undefined
      : `Type ${offer.name} above to confirm.`
    : ((written.trim() === '' ? undefined : found.problem) ??
      'Enter the address or the name of the new owner.')
  return (
    <>
      <AccountField
        label="New owner"
        hint="The wallet that will own the collection. Nothing moves until it accepts."
        written={written}
        found={found}
        onWrite={setWritten}
      />
      {account && isContract && (
        <Notice kind="warning" title="This address is a contract">
          It can accept only if it can send transactions on {network.name}, as a shared
          wallet does. Until then you can withdraw the offer.
        </Notice>
      )}
      <HandOverTerms offer={offer} network={network} isOwner />
      <TextField
        label="Type the name to confirm"
        hint={offer.name}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <CallButton
        call={call}
        request={
          account && isTyped ? { data: offerTo(account), label: labels.offer } : null
        }
        obstacle={obstacle}
      >
        Offer the collection
      </CallButton>
    </>
  )
}

function OpenOffer({ offer, call, network }: PartProps) {
  const { offered_to } = offer
  if (!offered_to) return null
  const link = `${location.origin}/studio/${offer.contract_id}/accept`
  return (
    <>
      <Notice
        kind="info"
        title={
          <>
            Offered to <AccountName {...offered_to} />
          </>
        }
      >
        Nothing has moved yet. The collection is theirs once they accept it in their
        studio or with the link below.
      </Notice>
      <dl className="hand-over-facts">
        <div>
          <dt>Offered to</dt>
          <dd>
            <Address address={offered_to.address} isAccount network={network} />
          </dd>
        </div>
        <div>
          <dt>Link for them</dt>
          <dd>
            <code translate="no">{link}</code>
            <Copy text={link} label="Copy the link" />
          </dd>
        </div>
      </dl>
      <HandOverTerms offer={offer} network={network} isOwner />
      <CallButton
        call={call}
        request={{ data: offerTo(zeroAddress), label: labels.withdrawal }}
        look="danger"
      >
        Cancel the offer
      </CallButton>
    </>
  )
}

/** Encodes the offer to an account; the zero address withdraws the one before. */
function offerTo(account: `0x${string}`): `0x${string}` {
  return encodeFunctionData({
    abi: collectionAbi,
    functionName: 'transferOwnership',
    args: [account],
  })
}
