import type { ListedGift } from '@platemark/lists/merge-gifts'
import { type AirdropPlan, saveAirdropPlan } from '@platemark/mint/airdrop/airdrop-plans'
import { batchGas, listBatches } from '@platemark/mint/airdrop/batch-gifts'
import { type Gift, sumGifts } from '@platemark/mint/airdrop/gift'
import { airdropData, readMaxGas } from '@platemark/mint/airdrop/try-batch'
import { noCall } from '@platemark/mint/call-context'
import { formatCount, roundToGwei } from '@platemark/rules/amounts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Address } from 'viem'
import { Amount } from '../../../components/amount.tsx'
import { CallButton } from '../../../components/call/call-button.tsx'
import type { Call } from '../../../components/call/use-call.ts'
import { useCallFee } from '../../../components/call/use-call-fee.ts'
import { Failure } from '../../../components/failure.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Own } from '../page/own.ts'
import { collectionContract, giftKind, useOwnRpc } from './airdrop-terms.ts'
import { ContractGifts, useContractGifts } from './contract-gifts.tsx'
import { TypedDialog } from './typed-dialog.tsx'
import { type EarlierGifts, useEarlierGifts } from './use-earlier-gifts.ts'

type AirdropOfferProps = {
  own: Own
  left: number | null
  source: string
  gifts: readonly ListedGift[]
  onStart(plan: AirdropPlan): void
}

/** Effect and cost of an airdrop before it is sent; wallets that were given tokens before are skipped. */
export function AirdropOffer(props: AirdropOfferProps) {
  const { read, progress } = useEarlierGifts(props.own)
  if (read.data) return <Offer {...props} earlier={read.data} />
  if (read.isError) {
    return (
      <Failure
        title="Earlier airdrops could not be read"
        text="Without them a wallet could get its items twice. Try again in a moment."
        error={read.error}
        isBusy={read.isFetching}
        onRetry={() => void read.refetch()}
      />
    )
  }
  return (
    <>
      <p className="muted small">Reading earlier airdrops of this collection</p>
      <progress className="list-progress" value={progress} aria-label="Reading" />
    </>
  )
}

type OfferProps = AirdropOfferProps & { earlier: EarlierGifts }

function Offer({ own, left, source, gifts, earlier, onStart }: OfferProps) {
  const { network, collection, user } = own
  const [isRepeating, setRepeating] = useState(false)
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const split = useMemo(() => {
    const kept = gifts.filter(({ address }) => !leftOut.has(address))
    return splitEarlier(kept, isRepeating ? undefined : earlier)
  }, [gifts, earlier, isRepeating, leftOut])
  const search = useContractGifts(own, split.gifts)
  const tokens = sumGifts(split.gifts)
  const contract = collectionContract(own)
  // Safe: the server knows accounts by their address.
  const account = user.address as Address
  const start = async () => {
    const plan: AirdropPlan = {
      ...{ chainId: network.id, contract, account, source },
      ...{ startedAt: Date.now(), sinceBlock: earlier.block, endedAt: null },
      ...{ refused: [], sending: null, given: [], ...split },
    }
    await saveAirdropPlan(plan)
    onStart(plan)
  }
  const call: Call = {
    ...{ account, contract, network, subject: `${collection.name} is on` },
    ...{ shown: noCall, isBusy: false, send: start, sendAgain: undefined },
    ...{ stopWaiting: () => undefined, clear: () => undefined },
  }
  const repeated = gifts.filter(({ address }) => isGivenTo(earlier, address)).length
  return (
    <>
      {repeated > 0 && (
        <Repeated
          count={repeated}
          isRepeating={isRepeating}
          onRepeat={() => setRepeating(true)}
          onSkip={() => setRepeating(false)}
        />
      )}
      {leftOut.size > 0 && (
        <p className="between wrap small">
          {formatCount(leftOut.size)}{' '}
          {leftOut.size === 1 ? 'contract gets' : 'contracts get'} nothing.
          <Button look="plain" onClick={() => setLeftOut(new Set())}>
            Include them
          </Button>
        </p>
      )}
      {split.gifts.length === 0 ? (
        <Notice kind="info">
          {leftOut.size > 0
            ? 'No other wallet in this file is left.'
            : 'Every wallet in this file has its items.'}
        </Notice>
      ) : (
        <>
          {left !== null && tokens > left && (
            <Notice
              kind="warning"
              title={`The file has ${formatCount(tokens)} items, and ${formatCount(left)} are left`}
            >
              Rows are given in their order. Those that do not fit are listed and not
              sent.
            </Notice>
          )}
          <ContractGifts
            own={own}
            search={search}
            onLeaveOut={(refusing) =>
              setLeftOut(new Set([...leftOut, ...refusing.map(({ address }) => address)]))
            }
          />
          <Cost
            {...{ own, call, left }}
            gifts={split.gifts}
            obstacle={
              search.kind === 'reading'
                ? 'Wait until the wallets are checked.'
                : undefined
            }
          />
        </>
      )}
    </>
  )
}

function isGivenTo({ given }: EarlierGifts, address: string): boolean {
  // Safe: rows of a file are read as addresses.
  return given.has(address as Address)
}

/** Splits the gifts of a file into those that are made, and those to wallets that had one. */
function splitEarlier(
  listed: readonly ListedGift[],
  earlier: EarlierGifts | undefined,
): Pick<AirdropPlan, 'gifts' | 'earlier'> {
  // Safe: rows of a file are read as addresses.
  const all = listed as readonly Gift[]
  const given = all.map((gift) => ({ gift, given: earlier?.given.get(gift.address) }))
  return {
    gifts: given.flatMap((one) => (one.given ? [] : [one.gift])),
    earlier: given.flatMap(({ gift, given }) => (given ? [{ gift, given }] : [])),
  }
}

type RepeatedProps = {
  count: number
  isRepeating: boolean
  onRepeat(): void
  onSkip(): void
}

function Repeated({ count, isRepeating, onRepeat, onSkip }: RepeatedProps) {
  const [isAsked, setAsked] = useState(false)
  const wallets = `${formatCount(count)} ${count === 1 ? 'wallet' : 'wallets'}`
  return (
    <>
      <Notice
        kind="warning"
        title={
          isRepeating
            ? `${wallets} will be given items again`
            : `${wallets} in this file had items before`
        }
        actions={
          <Button look="quiet" onClick={isRepeating ? onSkip : () => setAsked(true)}>
            {isRepeating ? 'Skip them' : 'Give again'}
          </Button>
        }
      >
        {isRepeating
          ? 'They keep what earlier airdrops gave them.'
          : 'They are skipped, so nothing is sent twice.'}
      </Notice>
      <TypedDialog
        title={`Give ${wallets} items again?`}
        word="GIVE AGAIN"
        action="Give again"
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false)
          onRepeat()
        }}
      >
        Earlier airdrops of this collection already gave them items. What is given cannot
        be taken back.
      </TypedDialog>
    </>
  )
}

type CostProps = {
  own: Own
  call: Call
  gifts: readonly Gift[]
  left: number | null
  /** Why it cannot be sent yet, in a sentence. */
  obstacle: string | undefined
}

function Cost({ own, call, gifts, left, obstacle }: CostProps) {
  const { network, collection } = own
  const kind = giftKind(collection)
  const rpc = useOwnRpc(own)
  const maxGas = useQuery({
    queryKey: ['batch gas', network.id],
    queryFn: () => readMaxGas(rpc),
    staleTime: 60_000,
  }).data
  const batches = useMemo(
    () => (maxGas === undefined ? [] : listBatches(gifts, kind, maxGas)),
    [gifts, kind, maxGas],
  )
  const request = useMemo(() => {
    const [first] = batches
    return first ? { data: airdropData(first), label: 'Airdrop' } : null
  }, [batches])
  const fee = useCallFee(call, request)
  const [first] = batches
  const tokens = sumGifts(gifts)
  // By the planned gas: the fee of the first batch is known.
  const together =
    fee && first
      ? (fee.wei * batches.reduce((sum, one) => sum + batchGas(one, kind), 0n)) /
        batchGas(first, kind)
      : null
  return (
    <>
      <dl className="gift-cost">
        <div>
          <dt>Items</dt>
          <dd>
            {formatCount(tokens)}
            {left !== null && ` of ${formatCount(left)} left`}
          </dd>
        </div>
        <div>
          <dt>Transactions</dt>
          <dd>
            {batches.length === 0
              ? '…'
              : `${formatCount(batches.length)}, one signature each`}
          </dd>
        </div>
        <div>
          <dt>Price and mint fee</dt>
          <dd>None</dd>
        </div>
        <div>
          <dt>Network fee in total</dt>
          <dd>
            {together === null ? (
              '…'
            ) : (
              <>
                about{' '}
                <Amount wei={roundToGwei(together)} coin={network.native_currency} />
              </>
            )}
          </dd>
        </div>
      </dl>
      <CallButton {...{ call, request, obstacle }} isFeeShown={batches.length > 1}>
        {batches.length > 1
          ? `Send ${formatCount(batches.length)} batches`
          : 'Send airdrop'}
      </CallButton>
    </>
  )
}
