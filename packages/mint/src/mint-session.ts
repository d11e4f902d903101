import {
  copyMessage,
  endMessage,
  type MintSubject,
  type Refusal,
  refusalMessage,
  returnMessage,
} from '@platemark/rules/mint-result-messages'
import { mintRefusals } from '@platemark/rules/refusal-messages'
import { walletTimes } from '@platemark/wallet/wallet-request'
import type { Hex } from 'viem'
import { anySignal } from './abort-signals.ts'
import { findBundleEnd } from './find-bundle-end.ts'
import { findMintReceipt, startMintSearch } from './find-mint.ts'
import type { MintOrder } from './mint-order.ts'
import {
  type MintShown,
  mintAttempt,
  mintResult,
  optimisticMinted,
} from './mint-result.ts'
import { monitorBlock, monitorMissing } from './monitor-transaction.ts'
import {
  deleteEndedMint,
  deletePendingMint,
  type EndedMint,
  findPendingMint,
  listEndedMints,
  type MintScope,
  type MissingEnd,
  onPendingMint,
  type PendingMint,
  saveEndedMint,
  savePendingMint,
  updateIfPending,
  withMintLock,
} from './pending-mints.ts'
import { reportRefusal, SignerError, StoppedWaitingError } from './refusal.ts'
import { type Signer, untilStopped } from './request-transaction.ts'
import type { BlockTag, Rpc } from './rpc.ts'
import { sendMint, simulateMint } from './send-mint.ts'
import {
  type FindEffect,
  type TransactionEnd,
  trackTransaction,
} from './track-transaction.ts'

type MintSessionOptions = {
  scope: MintScope
  rpc: Rpc
  blockTag: BlockTag
  /** Blocks above a mint until it counts as final. */
  depth: number
  /** Returns the wallet; called when it is needed. */
  signer(): Promise<Signer>
  /** Service that may pay the network fee where the wallet takes one (ERC-7677). */
  sponsorUrl?: string | null
  /** Returns the names for sentences about a phase. */
  subjectOf(phaseId: number): MintSubject
  show(changes: Partial<MintShown>): void
  /** Called when earlier reads of the chain are out of date. */
  onChanged(): void
  /**
   * Milliseconds between polls, without a result until a mint counts as dropped, and without an
   * answer of the wallet until the wait can be ended; for tests.
   */
  pollMs?: number
  patienceMs?: number
  promptMs?: number
}

export type MintSession = {
  /** Sends one mint; `mintedBefore` is the count that its tokens come on top of. */
  send(order: MintOrder, mintedBefore: number): Promise<Refusal | undefined>
  /**
   * Ends the wait for a wallet that has not answered; what it answers later is tracked all the
   * same, and shown as a `warning` until then.
   */
  stopWaiting(): void
  /** Finds mints that were sent before a reload, or in another tab, and tracks them. */
  recover(): Promise<void>
  /** Stops tracking; the next session of the same scope recovers a mint that is pending. */
  end(): void
}

type Session = MintSessionOptions & {
  /** Aborted by `end`. */
  signal: AbortSignal
  isSending: boolean
  /** Ends the wait for the request that the wallet shows; null where it shows none. */
  stopWaiting: (() => void) | null
  /** Requests of this session that the wallet has not answered, by the time of each. */
  unanswered: Map<number, PendingMint>
  /** Aborts the tracking of the pending mint. */
  tracking: AbortController | null
  /** A mint that is in no block yet is being tracked. */
  isTracking: boolean
  /** Aborts the monitoring of an ended mint, by the time at which it was sent. */
  monitored: Map<number, AbortController>
  /** Transactions of mints that ended in this session, by the time at which each was sent. */
  minted: Map<string, number>
}

/**
 * Sends the mints of one wallet in one collection and tracks each until it ended, one at a time;
 * also one that was sent before a reload, or in another tab. Results are passed to `show`.
 */
export function createMintSession(options: MintSessionOptions): MintSession {
  const closing = new AbortController()
  const { signal } = closing
  const session: Session = {
    ...options,
    show(changes) {
      if (!signal.aborted) options.show(changes)
    },
    signal,
    isSending: false,
    stopWaiting: null,
    unanswered: new Map(),
    tracking: null,
    isTracking: false,
    monitored: new Map(),
    minted: new Map(),
  }
  const stop = onPendingMint(options.scope, () => {
    options.onChanged()
    void recover(session)
  })
  void recover(session)
  return {
    send: (order, mintedBefore) => send(session, order, mintedBefore),
    stopWaiting: () => session.stopWaiting?.(),
    recover: () => recover(session),
    end() {
      if (session.isTracking) session.show({ attempt: null, optimisticMinted: null })
      closing.abort()
      // Otherwise a wallet that never answers would keep every later panel from sending.
      session.stopWaiting?.()
      stop()
    },
  }
}

/**
 * A mint that no node knows is forgotten after this time; signers of a shared wallet take longer
 * than a mempool, and wallets withdraw a request soon after its page is gone.
 */
const MAX_MISSING_MS = {
  dropped: 24 * 3_600_000,
  unseen: 7 * 24 * 3_600_000,
  unanswered: 3_600_000,
}

/** Tracks the pending mint that this browser stored, if there is one, and monitors ended ones. */
async function recover(session: Session): Promise<void> {
  const sent = await findPendingMint(session.scope)
  const before = await listEndedMints(session.scope)
  if (session.signal.aborted) return
  if (sent && !session.isTracking) void track(session, sent)
  const isIdle = !session.isTracking && !session.isSending
  const unseen = before.find(({ end }) => end === 'unseen')
  // Without it, a reload would offer the mint as if none had been sent.
  if (unseen && isIdle && !session.monitored.has(unseen.mint.sentAt))
    session.show({ fault: missingMessage(session, unseen) })
  await showWarning(session, before)
  for (const ended of before) void monitor(session, ended)
}

async function send(
  session: Session,
  order: MintOrder,
  mintedBefore: number,
): Promise<Refusal | undefined> {
  const { scope, show, subjectOf } = session
  if (session.isSending || session.isTracking) return undefined
  session.isSending = true
  show({ fault: null, faultCode: null, result: null })
  try {
    const isAlone = await withMintLock(scope, async () => {
      // Another tab, or another panel of this page, may have sent one a moment ago.
      const earlier = await findPendingMint(scope)
      const sent = earlier ?? (await sendNow(session, order, mintedBefore))
      // The next session of this scope recovers it.
      if (sent && !session.signal.aborted)
        void track(session, sent, earlier ? undefined : order)
    })
    const subject = subjectOf(order.phaseId)
    if (!isAlone) show({ fault: refusalMessage({ kind: 'busy' }, subject) })
    return undefined
  } catch (error) {
    const refusal = reportRefusal(error)
    // What the wallet may still do is shown as a warning.
    const isOpen = refusal.kind === 'unanswered'
    const fault = isOpen ? null : refusalMessage(refusal, subjectOf(order.phaseId))
    show({ attempt: null, fault, faultCode: unknownErrorCode(refusal) })
    if (!session.signal.aborted) session.onChanged()
    return refusal
  } finally {
    session.isSending = false
  }
}

/**
 * Simulates the mint on the chain, requests it from the wallet and stores it; undefined when the
 * session ended before. Rejects like `simulateMint` and `sendMint`.
 */
async function sendNow(
  session: Session,
  order: MintOrder,
  mintedBefore: number,
): Promise<PendingMint | undefined> {
  const { rpc, blockTag, scope, sponsorUrl } = session
  await simulateMint(rpc, order, blockTag)
  const { quantity, unitWei } = order
  const totalWei = unitWei * BigInt(quantity)
  const attempt = {
    step: 'wallet',
    quantity,
    hash: null,
    totalWei,
    sentAt: null,
  } as const
  session.show({ attempt })
  const signer = await session.signer().catch((cause: unknown) => {
    throw new SignerError('wallet is not available', { cause })
  })
  if (session.signal.aborted) return undefined
  const { chainId } = scope
  const { promptMs = walletTimes.promptMs } = session
  const stop = new AbortController()
  let requested: PendingMint | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const onRequest = (mint: PendingMint) => {
    if (session.signal.aborted) throw new StoppedWaitingError('session ended')
    requested = mint
    clearTimeout(timer)
    session.stopWaiting = () => stop.abort()
    const showLate = () => session.show({ attempt: { ...attempt, isLate: true } })
    timer = setTimeout(showLate, promptMs)
  }
  const answer = sendMint(order, {
    ...{ rpc, signer, chainId, mintedBefore, sponsorUrl, onRequest },
    signal: stop.signal,
  })
  try {
    const sent = await untilStopped(answer, stop.signal)
    await savePendingMint(sent)
    return sent
  } catch (error) {
    const isOpen = error instanceof StoppedWaitingError && requested
    if (isOpen)
      void awaitLate(session, { mint: isOpen, end: 'unanswered' }, answer, order)
    throw error
  } finally {
    clearTimeout(timer)
    session.stopWaiting = null
  }
}

type UnansweredEnd = MissingEnd & { end: 'unanswered' }

/**
 * Warns of a request that the wallet has not answered until it is answered, and then tracks the
 * mint; until then its effect is looked for on the chain, also after a reload.
 */
async function awaitLate(
  session: Session,
  ended: UnansweredEnd,
  answer: Promise<PendingMint>,
  order: MintOrder,
): Promise<void> {
  const { sentAt, phaseId } = ended.mint
  session.unanswered.set(sentAt, ended.mint)
  await saveEndedMint(ended)
  await showWarning(session)
  void monitor(session, ended, order)
  const late = await answer.catch((error: unknown) => reportRefusal(error))
  session.monitored.get(sentAt)?.abort()
  session.monitored.delete(sentAt)
  session.unanswered.delete(sentAt)
  await deleteEndedMint(ended)
  await showWarning(session)
  if (!('kind' in late)) return adopt(session, ended.mint, late, order)
  const isIdle = !session.isTracking && !session.isSending
  if (isIdle) session.show({ fault: refusalMessage(late, session.subjectOf(phaseId)) })
}

/** Tracks a mint whose hash came late, unless it was found on the chain before. */
async function adopt(
  session: Session,
  requested: PendingMint,
  sent: PendingMint,
  order: MintOrder,
): Promise<void> {
  const { scope, signal, minted } = session
  const pending = await findPendingMint(scope)
  if (pending?.sentAt === requested.sentAt)
    return updateIfPending({ ...pending, hash: sent.hash })
  const before = await listEndedMints(scope)
  if (minted.has(sent.hash) || before.some(({ mint }) => mint.hash === sent.hash)) return
  if (!pending && !session.isSending && !session.isTracking) {
    await savePendingMint(sent)
    if (!signal.aborted) void track(session, sent, order)
    return
  }
  // Only one pending mint can be tracked: this one is found again after it.
  const waiting: EndedMint = { mint: sent, end: 'unseen' }
  await saveEndedMint(waiting)
  if (!signal.aborted) void monitor(session, waiting, order)
}

/** Shows whether a request of this wallet is unanswered, in this panel or another one. */
async function showWarning(
  session: Session,
  known?: readonly EndedMint[],
): Promise<void> {
  const { scope, unanswered, subjectOf } = session
  const stored = known ?? (await listEndedMints(scope))
  const isOpen = ({ mint, end }: EndedMint) =>
    end === 'unanswered' && Date.now() - mint.sentAt < MAX_MISSING_MS.unanswered
  const [open = stored.find(isOpen)?.mint] = unanswered.values()
  const warning =
    open === undefined
      ? null
      : refusalMessage({ kind: 'unanswered' }, subjectOf(open.phaseId))
  session.show({ warning })
}

/** Returns the code of a contract error that has no sentence. */
function unknownErrorCode(refusal: Refusal): string | null {
  const isUnknown = refusal.kind === 'contract' && !(refusal.error in mintRefusals)
  return isUnknown ? refusal.data : null
}

/** Tracks a mint until it ended; `order` is the one passed to the wallet, where it is known. */
async function track(
  session: Session,
  sent: PendingMint,
  order?: MintOrder,
): Promise<void> {
  const { rpc, show, pollMs, patienceMs } = session
  session.tracking?.abort()
  session.monitored.get(sent.sentAt)?.abort()
  session.monitored.delete(sent.sentAt)
  const tracking = new AbortController()
  session.tracking = tracking
  session.isTracking = true
  const signal = anySignal(tracking.signal, session.signal)
  show({
    attempt: mintAttempt(sent),
    optimisticMinted: optimisticMinted(sent, sent.requested),
    result: null,
  })
  // What becomes known of it outlives a reload.
  let known = sent
  let step: 'sent' | 'unseen' = 'sent'
  const learn = (changes: Partial<PendingMint>) => {
    known = { ...known, ...changes }
    void updateIfPending(known)
    return known
  }
  const end = await trackTransaction(sent, {
    ...{ rpc, signal, findEffect: createEffectSearch(session, sent) },
    findEnd: async () => findBundleEnd(sent, await session.signer(), rpc),
    onSeen: (nonce) => {
      const isNamed = known.bundle !== undefined
      learn({ nonce, bundle: undefined })
      if (step === 'unseen' || isNamed) show({ attempt: mintAttempt(known) })
      step = 'sent'
    },
    onUnseen: () => {
      step = 'unseen'
      show({ attempt: mintAttempt(known, step) })
    },
    ...(pollMs !== undefined && { pollMs }),
    ...(patienceMs !== undefined && { patienceMs }),
    onReplaced: (hash) =>
      show({ fault: copyMessage(hash), attempt: mintAttempt(learn({ hash })) }),
  })
  if (end) await finish(session, { sent, end, signal }, order)
}

/** Shows the result of an ended mint, and monitors whether its block stays. */
async function finish(
  session: Session,
  { sent, end, signal }: { sent: PendingMint; end: TransactionEnd; signal: AbortSignal },
  order: MintOrder | undefined,
): Promise<void> {
  const shown = await mintResult(session, sent, end, order)
  // It stays stored as pending: the next session shows the result.
  if (signal.aborted) return
  const ended = toEndedMint(sent, end)
  if (ended) {
    session.minted.set(ended.mint.hash, sent.sentAt)
    await saveOther(session, ended)
    await saveEndedMint(ended)
  }
  // `isTracking` stays set until it is deleted, or `recover` would find it once more.
  await deletePendingMint(sent)
  if (signal.aborted) return
  session.isTracking = false
  session.show(shown)
  session.onChanged()
  if (ended) void monitor(session, ended, order)
  // Other tabs may have sent a mint while this one was tracked.
  void recover(session)
}

/** Returns the mint with the hash that ended it, to be monitored by; undefined for one never sent. */
function toEndedMint(sent: PendingMint, end: TransactionEnd): EndedMint | undefined {
  const { nonce } = end
  if (end.end === 'unsent') return undefined
  if (end.end === 'dropped' || end.end === 'unseen') {
    return { mint: { ...sent, hash: end.hash, nonce }, end: end.end }
  }
  const { receipt } = end
  const isOwn = end.end === 'mined' || end.end === 'reverted'
  const hash = isOwn ? receipt.transactionHash : sent.hash
  return { mint: { ...sent, hash, nonce }, end: end.end, receipt }
}

/** Monitors an ended mint until its end is final, and tracks it again after a reorg. */
async function monitor(
  session: Session,
  ended: EndedMint,
  order?: MintOrder,
): Promise<void> {
  const { monitored, rpc, depth, signal, pollMs } = session
  const { mint } = ended
  if (monitored.has(mint.sentAt)) return
  if (isMissing(ended) && Date.now() - mint.sentAt > MAX_MISSING_MS[ended.end])
    return deleteEndedMint(ended)
  const monitoring = new AbortController()
  monitored.set(mint.sentAt, monitoring)
  // Only one pending mint can be shown.
  const isBusy = () => session.isSending || session.isTracking
  const how = {
    ...{ rpc, isBusy, ...(pollMs !== undefined && { pollMs }) },
    signal: anySignal(monitoring.signal, signal),
  }
  const found = await (isMissing(ended)
    ? monitorMissing(mint, { ...how, findEffect: createEffectSearch(session, mint) })
    : monitorBlock(ended.receipt, depth, how))
  if (monitored.get(mint.sentAt) === monitoring) monitored.delete(mint.sentAt)
  if (found === 'safe') await deleteEndedMint(ended)
  if (found !== 'gone') return
  // Another mint may have been sent during the request.
  await (isBusy() ? monitor(session, ended, order) : retrack(session, ended, order))
}

/** Returns a search for a mint by its effect, which goes on where its last call ended. */
function createEffectSearch(session: Session, mint: PendingMint): FindEffect {
  const search = startMintSearch(mint)
  const isOther = (hash: Hex) => isOtherMint(session, mint, hash)
  return () => findMintReceipt(search, mint, { rpc: session.rpc, isOther })
}

/** Returns whether a transaction is that of another mint which this browser sent. */
async function isOtherMint(
  { minted, scope }: Session,
  { sentAt }: PendingMint,
  hash: Hex,
): Promise<boolean> {
  const known = minted.get(hash)
  if (known !== undefined) return known !== sentAt
  const ended = await listEndedMints(scope)
  return ended.some((one) =>
    one.mint.sentAt === sentAt
      ? isUnhashed(one) && one.others?.includes(hash)
      : one.mint.hash === hash,
  )
}

/** Stores the transaction of an ended mint with those that no node knew, which it is not. */
async function saveOther({ scope }: Session, { mint, end }: EndedMint): Promise<void> {
  if (end !== 'mined') return
  for (const one of await listEndedMints(scope)) {
    if (!isUnhashed(one) || one.mint.sentAt === mint.sentAt) continue
    await saveEndedMint({ ...one, others: [...(one.others ?? []), mint.hash] })
  }
}

function isMissing(ended: EndedMint): ended is MissingEnd {
  return ended.end === 'dropped' || isUnhashed(ended)
}

/** Returns whether a mint may arrive under a hash that is not known. */
function isUnhashed(ended: EndedMint): ended is MissingEnd {
  return ended.end === 'unseen' || ended.end === 'unanswered'
}

function missingMessage({ subjectOf }: Session, { mint }: EndedMint): string {
  return endMessage({ end: 'unseen' }, subjectOf(mint.phaseId), undefined)
}

/** Tracks a mint again whose block was reorganised away, or that was not dropped after all. */
async function retrack(
  session: Session,
  ended: EndedMint,
  order?: MintOrder,
): Promise<void> {
  const { mint, end } = ended
  session.isTracking = true
  const subject = session.subjectOf(mint.phaseId)
  const fault = end === 'unanswered' ? null : returnMessage(subject, end)
  session.show({ fault })
  session.unanswered.delete(mint.sentAt)
  await savePendingMint(mint)
  await deleteEndedMint(ended)
  await showWarning(session)
  await track(session, mint, order)
}
