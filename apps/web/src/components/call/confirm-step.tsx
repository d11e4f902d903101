import { Button } from '../../ui/button.tsx'
import { TrackStep } from './track-step.tsx'

/** Second step of a transaction: the wallet is asked to confirm it. */
export function ConfirmStep({ wallet, place }: { wallet: string; place: number }) {
  return (
    <TrackStep at={1} place={place} title={`Confirm in ${wallet}`}>
      {place === 1
        ? 'Check that the only cost is the network fee, then confirm.'
        : 'One request, for one transaction.'}
    </TrackStep>
  )
}

/** Note about a request that the wallet has not answered for long. */
export function LateRequest({ wallet, onStop }: { wallet: string; onStop: () => void }) {
  return (
    <p className="small">
      {wallet} has not answered. Open it and look for a request.{' '}
      <Button look="quiet" onClick={onStop}>
        Stop waiting
      </Button>
    </p>
  )
}
