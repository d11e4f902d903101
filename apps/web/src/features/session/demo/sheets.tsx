import type { Network } from '@platemark/api/config'
import { formatAmount, roundToGwei, shortAddress } from '@platemark/rules/amounts'
import { shownTotal } from '@platemark/rules/price'
import { listPriceParts, type PricePart } from '@platemark/rules/price-parts'
import { demoWallet } from '@platemark/wallet/wallets'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { Address, Hex } from 'viem'
import { Amount } from '../../../components/amount.tsx'
import { collectionPlateUrl, PlatePicture } from '../../../components/plate-picture.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { WalletTile } from '../wallet-tile.tsx'
import {
  describeTransaction,
  type Simulation,
  type Subject,
  splitPayment,
  type Transaction,
} from './transaction.ts'

type Asking = { account: { address: Address }; network: Network }

/** Shows the full message; resolves to whether it may be signed. */
export function confirmMessage(request: Asking & { message: string }): Promise<boolean> {
  return show((answer) => <MessageSheet {...request} answer={answer} />)
}

/**
 * Shows effect and cost of a transaction and sends it. Resolves without a hash when
 * refused.
 */
export function confirmTransaction(
  request: Asking & {
    transaction: Transaction
    /** The called collection, if any. */
    subject: Promise<Subject | null>
    simulation: Promise<Simulation>
    send: (gas: bigint) => Promise<Hex>
  },
): Promise<Hex | undefined> {
  return show((answer) => <TransactionSheet {...request} answer={answer} />)
}

let turn: Promise<unknown> = Promise.resolve()

/** Shows one sheet at a time, in a React root of its own like an extension's window. */
function show<T>(sheet: (answer: (value: T) => void) => ReactNode): Promise<T> {
  const shown = turn.then(
    () =>
      new Promise<T>((resolve) => {
        const home = document.createElement('div')
        document.body.append(home)
        const root = createRoot(home)
        root.render(sheet((value) => resolve(close(root, home, value))))
      }),
  )
  turn = shown
  return shown
}

function close<T>(root: Root, home: HTMLElement, value: T): T {
  root.unmount()
  home.remove()
  return value
}

type Answer<T> = { answer: (value: T) => void }

function MessageSheet({
  account,
  network,
  message,
  answer,
}: Asking & { message: string } & Answer<boolean>) {
  return (
    <Sheet title="Sign a message" onRefuse={() => answer(false)}>
      <Who account={account} network={network} />
      <div className="message">
        <p className="tiny muted">Full message</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard. */}
        <pre tabIndex={0} translate="no">
          {message}
        </pre>
      </div>
      <div className="split">
        <Button look="quiet" onClick={() => answer(false)}>
          Reject
        </Button>
        <Button onClick={() => answer(true)}>Sign</Button>
      </div>
    </Sheet>
  )
}

type TransactionSheetProps = Asking & {
  transaction: Transaction
  subject: Promise<Subject | null>
  simulation: Promise<Simulation>
  send: (gas: bigint) => Promise<Hex>
} & Answer<Hex | undefined>

function TransactionSheet(props: TransactionSheetProps) {
  const { account, network, transaction, subject, simulation, send, answer } = props
  const [outcome, setOutcome] = useState<Simulation>()
  const [collection, setCollection] = useState<Subject | null>()
  const [isSending, setSending] = useState(false)
  useEffect(() => void simulation.then(setOutcome), [simulation])
  useEffect(() => void subject.then(setCollection), [subject])

  const { title, noun, quantity } = describeTransaction(transaction)
  const refuse = () => answer(undefined)
  if (outcome?.isFine === false) {
    return (
      <Sheet title="Confirm a transaction" onRefuse={refuse}>
        <Notice kind="error" title={`This ${noun} would fail.`}>
          {outcome.reason} Nothing was sent.
        </Notice>
        <Button look="quiet" isWide onClick={refuse}>
          Close
        </Button>
      </Sheet>
    )
  }
  const confirm = async (gas: bigint) => {
    setSending(true)
    try {
      answer(await send(gas))
    } catch {
      setSending(false)
      setOutcome({ isFine: false, reason: 'The network refused it.' })
    }
  }
  return (
    <Sheet title="Confirm a transaction" onRefuse={isSending ? undefined : refuse}>
      <Who account={account} network={network} />
      <What title={title} to={transaction.to} collection={collection} />
      {!isSending && (
        <Costs
          {...{ network, quantity, collection, outcome }}
          value={transaction.value}
        />
      )}
      <div className="split">
        <Button look="quiet" disabled={isSending} onClick={refuse}>
          Reject
        </Button>
        <Button
          isBusy={isSending || !outcome}
          onClick={() => void (outcome && confirm(outcome.gas))}
        >
          {isSending ? 'Sending' : 'Confirm'}
        </Button>
      </div>
    </Sheet>
  )
}

type SheetProps = {
  title: string
  onRefuse: (() => void) | undefined
  children: ReactNode
}

function Sheet({ title, onRefuse, children }: SheetProps) {
  return (
    <Dialog
      title={title}
      isOpen
      className="demo-sheet"
      {...(onRefuse && { onClose: onRefuse })}
    >
      <p className="demo-line">
        <Icon name="info" size={16} />
        Test funds on this computer. Nothing here has value.
      </p>
      {children}
    </Dialog>
  )
}

function Who({ account, network }: Asking) {
  return (
    <div className="what">
      <WalletTile name={demoWallet.name} isDemo />
      <div>
        <b>{demoWallet.name}</b>
        <span className="muted small">
          {shortAddress(account.address)} on {network.name}
        </span>
      </div>
    </div>
  )
}

type WhatProps = {
  title: string
  to: Address | undefined
  /** Undefined: not read yet. Null: there is none. */
  collection: Subject | null | undefined
}

/** Called contract: a collection with the picture and name that its page shows. */
function What({ title, to, collection }: WhatProps) {
  return (
    <div className="what">
      {to && collection !== null && (
        <span className="mat" aria-busy={collection === undefined || undefined}>
          {collection && (
            <PlatePicture
              picture={collection.image}
              alt=""
              sizes="64px"
              fallback={collectionPlateUrl(collection)}
            />
          )}
        </span>
      )}
      <div>
        <b>{title}</b>
        {collection && <span>{collection.name}</span>}
        {to && <span className="muted small">{shortAddress(to)}</span>}
      </div>
    </div>
  )
}

type CostsProps = Pick<WhatProps, 'collection'> & {
  network: Network
  value: bigint
  quantity: bigint | undefined
  outcome: Extract<Simulation, { isFine: true }> | undefined
}

/** Costs of a transaction, rounded before they are added so that the rows make up the total. */
function Costs({ network, value, quantity, collection, outcome }: CostsProps) {
  const coin = network.native_currency
  const amount = (wei: bigint) => formatAmount(wei, coin)
  const shown = shownTotal({ totalWei: value, networkFeeWei: outcome?.fee ?? null })
  const received = outcome?.received ?? null
  const paid =
    received === null
      ? listPaid({ value, quantity, collection, coin })
      : [{ name: 'You get', amount: amount(received) }]
  return (
    <dl className="key-values box">
      {paid.map((part) => (
        <Fragment key={part.name}>
          <dt>{part.name}</dt>
          <dd className="nowrap" translate="no">
            {part.amount}
          </dd>
        </Fragment>
      ))}
      {/* Nodes estimate the limit of a withdrawal, which uses a part of it. */}
      <dt>Network fee, {received === null ? 'estimate' : 'at most'}</dt>
      <dd className="nowrap">
        {outcome && shown.networkFeeWei !== null ? (
          <Amount wei={outcome.fee} shownWei={shown.networkFeeWei} coin={coin} />
        ) : (
          '…'
        )}
      </dd>
      <dt className="total">
        {received === null ? 'Total' : 'Yours after the fee, at least'}
      </dt>
      <dd className="total nowrap" translate="no">
        {outcome
          ? amount(received === null ? shown.wholeWei : received - shown.wholeWei)
          : '…'}
      </dd>
      <dt>Left after, about</dt>
      <dd className="nowrap">
        {outcome ? (
          <Amount
            wei={outcome.left}
            shownWei={roundToGwei(outcome.left, 'down')}
            coin={coin}
          />
        ) : (
          '…'
        )}
      </dd>
    </dl>
  )
}

type Paid = Pick<CostsProps, 'value' | 'quantity' | 'collection'> & {
  coin: { decimals: number; symbol: string }
}

/** Rows of what is sent: those of the mint panel for a mint, else the amount alone. */
function listPaid({ value, quantity, collection, coin }: Paid): PricePart[] {
  const whole = [{ name: 'Pay', amount: formatAmount(value, coin) }]
  if (quantity === undefined || collection === null) return whole
  // As many rows as later, so that the buttons below stay where they are.
  if (!collection) return ['Price', 'Mint fee'].map((name) => ({ name, amount: '…' }))
  const unit = splitPayment(value, quantity, collection)
  if (!unit) return whole
  const { priceWei, feeWei: mintFeeWei } = unit
  return listPriceParts({ priceWei, mintFeeWei, quantity: Number(quantity) }, coin)
}
