import { formatAmount, roundToGwei } from '@platemark/rules/amounts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { CallButton } from '../../../components/call/call-button.tsx'
import { CallWayOnButtons } from '../../../components/call/call-way-on.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ownNamesQuery } from '../queries.ts'
import { labelRegister, RegistrationCosts } from './registration-costs.tsx'
import type { Registration } from './use-registration.ts'
import { useRegistrationFee } from './use-registration-fee.ts'
import { WrongNetwork } from './wrong-network.tsx'

/** Costs of a registration, and the button that begins it. */
export function ConfirmRegistration({ registration }: { registration: Registration }) {
  const { name, home, call, facts, isPrimary } = registration
  const { network } = home
  const noteId = useId()
  const own = useQuery(ownNamesQuery).data?.data
  // Chosen by default for an account without a primary name.
  const asPrimary = isPrimary ?? !own?.some(({ is_primary }) => is_primary)
  const feeWei = useRegistrationFee(registration, {
    isPrimary: asPrimary,
    isCommitted: false,
  })
  if (!facts) return null
  const { priceWei, balanceWei, needsCommitment } = facts
  const coin = network.native_currency
  const totalWei = priceWei + (feeWei ?? 0n)
  const costs = { name, network, priceWei, feeWei }
  return (
    <>
      <RegistrationCosts {...costs} />
      <label className="register-tick">
        <input
          type="checkbox"
          checked={asPrimary}
          onChange={(event) => registration.setPrimary(event.target.checked)}
        />
        <span>
          <b>Make it my primary name</b>
          <span className="muted small">Shown instead of your address.</span>
        </span>
      </label>
      {balanceWei < totalWei ? (
        <Notice
          kind="warning"
          title={`You need ${formatAmount(totalWei, coin)} on ${network.name}.`}
          actions={
            <>
              <CallWayOnButtons
                wayOn="get_funds"
                network={network}
                subject={call.subject}
              />
              <Button look="quiet" onClick={() => void registration.read.refetch()}>
                Check again
              </Button>
            </>
          }
        >
          This wallet has {formatAmount(roundToGwei(balanceWei, 'down'), coin)} there.
        </Notice>
      ) : (
        <>
          <WrongNetwork network={network} />
          {needsCommitment ? (
            <>
              <p className="muted small" id={noteId}>
                Two transactions: a reservation that hides the name, and the registration
                a minute later.
              </p>
              <CallButton
                call={{ ...call, send: () => registration.commit(asPrimary) }}
                request={{ data: '0x', label: '' }}
                isFeeShown
              >
                Send the reservation
              </CallButton>
            </>
          ) : (
            <CallButton
              call={{ ...call, send: () => registration.register(facts, asPrimary) }}
              request={{ data: '0x', label: '' }}
              isFeeShown
            >
              {labelRegister(costs)}
            </CallButton>
          )}
        </>
      )}
    </>
  )
}
