import { commitData, registerData } from '@platemark/mint/names/name-calls'
import { formatAmount, formatUsdUp, roundToGwei } from '@platemark/rules/amounts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { zeroHash } from 'viem'
import { useNativeCurrency } from '../../../components/app-config.ts'
import { CallButton } from '../../../components/call/call-button.tsx'
import { CallWayOnButtons } from '../../../components/call/call-way-on.tsx'
import { useCallFee } from '../../../components/call/use-call-fee.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ownNamesQuery } from '../queries.ts'
import type { Registration } from './use-registration.ts'
import { WrongNetwork } from './wrong-network.tsx'

/** Gas of a registration with a primary name, where no node estimates it. */
const USUAL_GAS = 130_000n

/** Costs of a registration, and the button that begins it. */
export function ConfirmRegistration({ registration }: { registration: Registration }) {
  const { name, home, call, facts, account, isPrimary } = registration
  const { network } = home
  const noteId = useId()
  const own = useQuery(ownNamesQuery).data?.data
  const rate = useNativeCurrency(network.alias)?.usd_rate
  // Chosen by default for an account without a primary name.
  const asPrimary = isPrimary ?? !own?.some(({ is_primary }) => is_primary)
  const fee = useCallFee(call, {
    label: '',
    ...(facts?.needsCommitment
      ? { data: commitData(zeroHash) }
      : {
          data: registerData({
            ...{ account, name, isPrimary: asPrimary, secret: null, hash: null },
            ...{ chainId: network.id, contract: call.contract },
          }),
          valueWei: facts?.priceWei ?? 0n,
        }),
  })
  if (!facts) return null
  const { priceWei, balanceWei, needsCommitment } = facts
  const coin = network.native_currency
  const feeWei = roundToGwei(fee?.wei ?? USUAL_GAS * 10n ** 9n)
  const totalWei = priceWei + feeWei
  const isShort = balanceWei < priceWei + (fee?.wei ?? 0n)
  const price = formatAmount(priceWei, coin)
  return (
    <>
      <dl className="register-costs">
        <dt>Name, {name.length} characters</dt>
        <dd>{price}</dd>
        <dt>Network fee, about</dt>
        <dd>{fee ? formatAmount(feeWei, coin) : '…'}</dd>
        <dt className="total">Total</dt>
        <dd className="total">
          {formatAmount(fee ? totalWei : priceWei, coin)}
          {typeof rate === 'number' && (
            <span className="muted small">{formatUsdUp(totalWei, rate)}</span>
          )}
        </dd>
      </dl>
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
      {isShort ? (
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
              Register for {price}
            </CallButton>
          )}
        </>
      )}
    </>
  )
}
