import { OwnPage, ownPart } from '../own-page.tsx'
import { AcceptSkeleton } from './accept-skeleton.tsx'

const part = ownPart(async () => (await import('./accept-offer.tsx')).AcceptOffer)

/** Page `/studio/{contract_id}/accept`: a collection that is offered to the signed-in user. */
export function AcceptPage() {
  return (
    <OwnPage
      title="Accept a collection"
      signIn={{
        title: 'Sign in to see what you are offered',
        text: 'Use the wallet that the collection is offered to. Signing in is free and sends no transaction.',
      }}
      skeleton={<AcceptSkeleton />}
      part={part}
    />
  )
}
