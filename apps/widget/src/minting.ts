import { shortAddress } from '@platemark/rules/amounts'
import {
  type MintSubject,
  sentenceOfEnd,
  sentenceOfRefusal,
} from '@platemark/rules/mint-sentences'
import { sayWhen } from '@platemark/rules/times'
import type { MintOrder } from '@platemark/sale/mint-call'
import type { PendingMint } from '@platemark/sale/pending-mints'
import type { Rpc } from '@platemark/sale/rpc'
import type { Desk } from './connection.ts'
import type { Address, Facts } from './facts.ts'
import type { MintEnd } from './follow-mint.ts'
import { orderOf, termsAhead } from './model.ts'
import type { Store } from './store.ts'
import type { Provider } from './wallets.ts'

/** What the page around the panel hears of a mint that went through. */
export type MintDetail = {
  chain: string
  address: Address
  account: Address
  transaction: Address
  quantity: number
  token_ids: readonly string[]
}

export type Minting = {
  mint(): Promise<void>
  /** Finds a mint again that was sent before a reload, or in another tab. */
  resume(): Promise<void>
  /** Looks away from the mint of an account that is not there any more. */
  leave(): void
}

type Needs = {
  loadDesk(): Promise<Desk>
  rpc(facts: Facts): Rpc
  provider(): Provider | null
  refresh(): Promise<void>
  onMint(detail: MintDetail): void
}

/** Sends mints and follows them to their end, one at a time. */
export function openMinting(store: Store, needs: Needs): Minting {
  const { model } = store
  let following: { place: string; end: AbortController } | undefined
  let listening: { place: string; stop(): void } | undefined
  store.signal.addEventListener('abort', () => {
    following?.end.abort()
    listening?.stop()
  })

  const follow = async (facts: Facts, sent: PendingMint, order?: MintOrder) => {
    following?.end.abort()
    const end = new AbortController()
    following = { place: placeOf(sent), end }
    const desk = await needs.loadDesk()
    const rpc = needs.rpc(facts)
    const showSent = (hash: Address) =>
      store.update({ attempt: { step: 'sent', ...askedOf(sent), hash } })
    showSent(sent.hash)
    store.update({ ahead: aheadOf(sent, sent.asked) })
    const ending = await desk.followMint(sent, {
      rpc,
      signal: end.signal,
      onReplaced: (hash) => {
        void desk.keepPendingMint({ ...sent, hash })
        const fault = `Your wallet sent a new copy with a higher fee; we follow ${shortAddress(hash)} now.`
        store.update({ fault })
        showSent(hash)
      },
    })
    if (!ending) return
    following = undefined
    await desk.forgetPendingMint(sent)
    await settle({ desk, facts, rpc, sent, order }, ending)
    await needs.refresh()
  }

  const settle = async (
    { desk, facts, rpc, sent, order }: Sent & { desk: Desk; rpc: Rpc },
    ending: MintEnd,
  ) => {
    if (ending.end === 'mined') {
      const { receipt } = ending
      const minted = desk.readReceipt(receipt, sent)
      const hash = receipt.transactionHash
      const returnedWei = sent.unitWei * BigInt(sent.asked - minted.quantity)
      const result = { ...minted, asked: sent.asked, hash, returnedWei }
      const ahead = aheadOf(sent, minted.quantity)
      store.update({ attempt: null, fault: null, result, ahead })
      const { quantity, tokenIds: token_ids } = minted
      const { contract: address, account } = sent
      const chain = facts.network.alias
      needs.onMint({ chain, address, account, transaction: hash, quantity, token_ids })
      return
    }
    const reason =
      ending.end === 'reverted' && order
        ? await desk.simulate(rpc, order, facts.network).then(
            () => undefined,
            (error: unknown) => desk.refusalIn(error),
          )
        : undefined
    const fault = sentenceOfEnd({ end: ending.end }, subjectOf(sent.phaseId), reason)
    store.update({ attempt: null, ahead: null, fault })
  }

  const subjectOf = (phaseId: number): MintSubject => {
    const phase = model.facts?.terms.phases.find((one) => one.phaseId === phaseId)
    const own = model.wallet?.facts?.phases.find((one) => one.phaseId === phaseId)
    return {
      phase: {
        title: phase?.title ?? 'The phase',
        allowed: own?.isListed ? own.allowed : (phase?.maxPerWallet ?? 0),
      },
      network: model.facts?.network.name ?? 'The network',
      wallet: model.wallet?.name ?? 'Your wallet',
      now: model.now,
      when: sayWhen,
    }
  }

  /** Asks the chain, then the wallet, and keeps what was sent. Throws what either says. */
  const sendNow = async (
    { desk, rpc, provider }: { desk: Desk; rpc: Rpc; provider: Provider },
    order: MintOrder,
    facts: Facts,
  ) => {
    await desk.simulate(rpc, order, facts.network)
    const { quantity, unitWei } = order
    const totalWei = unitWei * BigInt(quantity)
    store.update({
      attempt: { step: 'wallet', quantity, hash: null, totalWei, sentAt: null },
    })
    const mintedBefore = termsAhead(model).minted
    const sent = await desk.send({ rpc, provider }, order, { facts, mintedBefore })
    await desk.keepPendingMint(sent)
    return sent
  }

  const resume = async () => {
    const { facts, wallet } = model
    if (!facts || !wallet) return
    const place = placeIn(facts, wallet.address)
    const desk = await needs.loadDesk()
    listen(desk, place)
    if (model.attempt || following?.place === placeOf(place)) return
    const sent = await desk.findPendingMint(place)
    if (sent && !following && !model.attempt) await follow(facts, sent)
  }
  /** Hears of mints that other tabs, and other panels of this page, send or see end. */
  const listen = (desk: Desk, place: ReturnType<typeof placeIn>) => {
    if (store.signal.aborted || listening?.place === placeOf(place)) return
    listening?.stop()
    const stop = desk.onPendingMint(place, () => {
      void resume().catch(() => undefined)
      void needs.refresh()
    })
    listening = { place: placeOf(place), stop }
  }

  return {
    resume,
    async mint() {
      const desk = await needs.loadDesk()
      const state = store.state()
      const order = orderOf(model, state)
      const { facts } = model
      const provider = needs.provider()
      if (state?.code !== 'ready' || !order || !facts || !provider || model.isBusy) return
      store.update({ fault: null, result: null, isBusy: true })
      const rpc = needs.rpc(facts)
      const isHere = () => model.wallet?.address === order.account
      try {
        const place = placeIn(facts, order.account)
        const isAlone = await desk.aloneAt(place, async () => {
          // Another tab, or another panel of this page, may have sent one a moment ago.
          const earlier = await desk.findPendingMint(place)
          const sent = earlier ?? (await sendNow({ desk, rpc, provider }, order, facts))
          // Whoever connects this wallet next finds it again.
          if (isHere()) void follow(facts, sent, earlier ? undefined : order)
        })
        const busy = sentenceOfRefusal({ kind: 'busy' }, subjectOf(order.phaseId))
        if (!isAlone) store.update({ fault: busy })
      } catch (error) {
        if (!isHere()) return
        const refusal = desk.refusalIn(error)
        const isReferrerBarred =
          refusal.kind === 'contract' && refusal.error === 'BadReferrer'
        const fault = sentenceOfRefusal(refusal, subjectOf(order.phaseId))
        store.update({
          attempt: null,
          fault,
          ...(isReferrerBarred && { isReferrerBarred }),
        })
        void needs.refresh()
      } finally {
        store.update({ isBusy: false })
      }
    },
    leave() {
      following?.end.abort()
      following = undefined
      listening?.stop()
      listening = undefined
      store.update({ attempt: null, result: null, ahead: null, notice: null })
    },
  }
}

type Sent = { facts: Facts; sent: PendingMint; order: MintOrder | undefined }

function placeOf(place: Pick<PendingMint, 'account' | 'chainId' | 'contract'>): string {
  return `${place.account}:${place.chainId}:${place.contract}`.toLowerCase()
}

function placeIn({ network, contract }: Facts, account: Address) {
  return { account, chainId: network.id, contract }
}

function askedOf({ asked, unitWei, sentAt }: PendingMint) {
  return { quantity: asked, totalWei: unitWei * BigInt(asked), sentAt }
}

function aheadOf(sent: PendingMint, quantity: number) {
  return { minted: sent.mintedBefore + quantity, phaseId: sent.phaseId }
}
