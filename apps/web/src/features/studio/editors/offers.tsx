import './editors.css'
import type { Offer } from '@platemark/api/ownership'
import { useQuery } from '@tanstack/react-query'
import { AccountName } from '../../../components/accounts/account-name.tsx'
import { useNetworkNames } from '../../../components/app-config.ts'
import { PlatePicture, plateUrl } from '../../../components/plate-picture.tsx'
import { Link } from '../../../ui/link.tsx'
import { offersQuery } from './queries.ts'

/** Collections that are offered to the user; empty without one. */
export function Offers() {
  const { data } = useQuery({ ...offersQuery(), staleTime: 0 })
  const offers = data?.data ?? []
  if (offers.length === 0) return null
  return (
    <section className="offers" aria-labelledby="offers">
      <h2 id="offers">Offered to you</h2>
      <ul>
        {offers.map((offer) => (
          <OfferRow key={offer.contract_id} offer={offer} />
        ))}
      </ul>
    </section>
  )
}

function OfferRow({ offer }: { offer: Offer }) {
  const nameNetwork = useNetworkNames()
  const { contract_id, name, image, owner, chain_alias, contract_address } = offer
  const plate = plateUrl(`${chain_alias}-${contract_address}`)
  return (
    <li>
      <div className="mat">
        <PlatePicture picture={image} alt="" sizes="52px" fallback={plate} />
      </div>
      <span>
        <b>{name}</b>
        <small className="muted">
          <AccountName {...owner} /> wants to hand it over to you, on{' '}
          {nameNetwork(chain_alias)}
        </small>
      </span>
      <Link className="button quiet" href={`/studio/${contract_id}/accept`}>
        View the offer<span className="hide"> of {name}</span>
      </Link>
    </li>
  )
}
