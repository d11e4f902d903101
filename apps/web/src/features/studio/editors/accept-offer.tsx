import './editors.css'
import { collectionAbi } from '@platemark/abi/collection'
import type { Network } from '@platemark/api/config'
import type { Offer } from '@platemark/api/ownership'
import { Problem } from '@platemark/api/problem'
import type { User } from '@platemark/api/profile'
import { isSameAddress } from '@platemark/rules/addresses'
import { shortAddress } from '@platemark/rules/amounts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { encodeFunctionData, getAddress } from 'viem'
import { AccountName } from '../../../components/accounts/account-name.tsx'
import { Address } from '../../../components/address.tsx'
import { useNetwork } from '../../../components/app-config.ts'
import { CallButton } from '../../../components/call/call-button.tsx'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import { useCall } from '../../../components/call/use-call.ts'
import { Failure } from '../../../components/failure.tsx'
import { kindNames } from '../../../components/kind-names.ts'
import { PlatePicture, plateUrl } from '../../../components/plate-picture.tsx'
import { studioQuery } from '../../../components/studio-query.ts'
import { useLastError } from '../../../lib/use-last-error.ts'
import { EmptyBlock } from '../../../ui/block.tsx'
import { Link } from '../../../ui/link.tsx'
import { AcceptSkeleton } from './accept-skeleton.tsx'
import { HandOverTerms } from './hand-over-terms.tsx'
import { offerQuery } from './queries.ts'

/** Milliseconds between two reads of the offer: it can be withdrawn, or be accepted. */
const REFRESH_MS = 4_000
/** Milliseconds between two reads once it was accepted: the index follows the block. */
const ACCEPTED_REFRESH_MS = 1_000

/** The collection that is offered to the user, and the transaction that accepts it. */
export function AcceptOffer({ user }: { user: User }) {
  const { contract_id: id = '' } = useParams({ strict: false })
  const read = useQuery({
    ...offerQuery(id),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.error ? false : REFRESH_MS),
  })
  const error = useLastError(read)
  const offer = read.data?.data
  const network = useNetwork(offer?.chain_alias ?? '')
  if (error instanceof Problem && [404, 422].includes(error.status)) {
    return <NoOffer user={user} />
  }
  if (!offer && error) {
    return (
      <Failure
        level="h1"
        title="The offer could not be loaded"
        text="Nothing was changed. Try again in a moment."
        error={error}
        isBusy={read.isFetching}
        onRetry={() => void read.refetch()}
      />
    )
  }
  if (!offer || !network) return <AcceptSkeleton />
  return isSameAddress(offer.owner.address, user.address) ? (
    <OwnOffer offer={offer} network={network} />
  ) : (
    <OpenOffer offer={offer} network={network} user={user} />
  )
}

function NoOffer({ user }: { user: User }) {
  return (
    <EmptyBlock
      level="h1"
      title="No collection is offered to this wallet"
      actions={
        <Link className="button" href="/studio">
          Go to your studio
        </Link>
      }
    >
      You are signed in with {shortAddress(user.address)}. If a collection was offered to
      another wallet of yours, sign in with that one. Withdrawn offers are no longer
      shown.
    </EmptyBlock>
  )
}

type OfferProps = { offer: Offer; network: Network }

/** The user owns the collection: it was accepted, or is offered to another wallet. */
function OwnOffer({ offer, network }: OfferProps) {
  const { offered_to } = offer
  return (
    <div className="accept-offer">
      <OfferHead offer={offer} network={network}>
        {offered_to ? `You offer ${offer.name}` : `${offer.name} is yours`}
      </OfferHead>
      <p>
        {offered_to
          ? `It is offered to ${shortAddress(offered_to.address)}. Only that wallet can accept, on this page.`
          : 'You own its contract and its page. Name your payees and co-editors next.'}
      </p>
      <p>
        <Link className="button" href={`/studio/${offer.contract_id}`}>
          Open {offer.name}
        </Link>
      </p>
    </div>
  )
}

function OpenOffer({ offer, network, user }: OfferProps & { user: User }) {
  const queries = useQueryClient()
  const call = useCall({
    topic: 'owner',
    network,
    account: getAddress(user.address),
    contract: getAddress(offer.contract_address),
    abi: collectionAbi,
    subject: `${offer.name} is on`,
    onMined: () => {
      const keys = [offerQuery(offer.contract_id).queryKey, studioQuery().queryKey]
      for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
    },
  })
  const isAccepted = call.shown.mined !== null
  useQuery({
    ...offerQuery(offer.contract_id),
    refetchInterval: isAccepted ? ACCEPTED_REFRESH_MS : false,
  })
  return (
    <div className="accept-offer">
      <OfferHead offer={offer} network={network}>
        {offer.name} is offered to you
      </OfferHead>
      <p>
        <b>
          <AccountName {...offer.owner} />
        </b>{' '}
        wants to hand it over to you. Anyone can offer a collection to any wallet, so
        accept only what you expect.
      </p>
      <HandOverTerms offer={offer} network={network} isOwner={false} />
      {!isAccepted && (
        <CallButton call={call} request={acceptance}>
          Accept the collection
        </CallButton>
      )}
      <CallPanel call={call} />
    </div>
  )
}

const acceptance = {
  data: encodeFunctionData({ abi: collectionAbi, functionName: 'acceptOwnership' }),
  label: 'Collection accepted',
}

function OfferHead({ offer, network, children }: OfferProps & { children: ReactNode }) {
  const { chain_alias, contract_address, kind, owner, image } = offer
  const plate = plateUrl(`${chain_alias}-${contract_address}`)
  return (
    <div className="offer-head">
      <div className="mat">
        <PlatePicture picture={image} alt="" sizes="140px" fallback={plate} isFirst />
      </div>
      <div>
        <h1>{children}</h1>
        <p className="muted">
          {kindNames[kind]} on {network.name}
        </p>
        <p>
          Contract{' '}
          <Address address={contract_address} noun="contract" network={network} />
        </p>
        <p>
          Owner <Address address={owner.address} isAccount network={network} />
        </p>
      </div>
    </div>
  )
}
