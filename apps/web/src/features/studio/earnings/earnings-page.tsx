import { OwnPage, ownPart } from '../own-page.tsx'
import { StudioHead } from '../studio-head.tsx'
import { EarningsSkeleton } from './earnings-skeleton.tsx'

const part = ownPart(async () => (await import('./own-earnings.tsx')).OwnEarnings)

/** Page `/studio/earnings`: what the contracts owe and paid the signed-in user. */
export function EarningsPage() {
  return (
    <OwnPage
      title="Earnings"
      heading={<StudioHead current="earnings" />}
      signIn={{
        title: 'Sign in to see your earnings',
        text: 'The contracts keep them for your wallet, signed in or not. Signing in is free and sends no transaction.',
      }}
      skeleton={<EarningsSkeleton />}
      part={part}
    />
  )
}
