import {
  copyMessage,
  type MintSubject,
  type Refusal,
  refusalMessage,
  returnMessage,
} from '@platemark/rules/mint-result-messages'
import { mintRefusals } from '@platemark/rules/refusal-messages'
import type { MintOrder } from './mint-order.ts'
import {
  type MintShown,
  mintAttempt,
  mintResult,
  optimisticMinted,
} from './mint-result.ts'
import { monitorBlock, monitorDropped } from './monitor-mint.ts'
import {
  deleteEndedMint,
  deletePendingMint,
  type EndedMint,
  findPendingMint,
  listEndedMints,
  type MintScope,
  onPendingMint,
  type PendingMint,
  saveCopy,
  saveEndedMint,
  savePendingMint,
  withTabLock,
} from './pending-mints.ts'
import { reportRefusal, SignerError } from './refusal.ts'
import type { BlockTag, Rpc } from './rpc.ts'
import { type Signer, sendMint, simulateMint } from './send-mint.ts'
import { type MintEnd, trackTransaction } from './track-transaction.ts'

type MintSessionOptions = {
  scope: MintScope
  rpc: Rpc
  blockTag: BlockTag
  /** Blocks above a mint until it counts as final. */
  depth: number
  /** Returns the wallet; called when it is needed. */
  signer(): Promise<Signer>
  /** Returns the names for sentences about a phase. */
  subjectOf(phaseId: number): MintSubject
  show(changes: Partial<MintShown>): void
  /** Called when earlier reads of the chain are out of date. */
  onChanged(): void
  /** Milliseconds between polls, and without a result until a mint counts as dropped; for tests. */
  pollMs?: number
  patienceMs?: number
}

export type MintSession = {
  /** Sends one mint; `mintedBefore` is the count that its tokens come on top of. */
  send(order: MintOrder, mintedBefore: number): Promise<Refusal | undefined>
  /** Finds mints that were sent before a reload, or in another tab, and tracks them. */
  recover(): Promise<void>
  /** Stops tracking; the next session of the same scope recovers a mint that is pending. */
  end(): void
}

type Session = MintSessionOptions & {
  /** Aborted by `end`. */
  signal: AbortSignal
  isSending: boolean
  /** Aborts the tracking of the pending mint. */
  tracking: AbortController | null
  /** A mint that is in no block yet is being tracked. */
  isTracking: boolean
  /** Aborts the monitoring of an ended mint, by the time at which it was sent. */
  monitored: Map<number, AbortController>
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
    tracking: null,
    isTracking: false,
    monitored: new Map(),
  }
  const stop = onPendingMint(options.scope, () => {
    options.onChanged()
    void recover(session)
  })
  void recover(session)
  return {
    send: (order, mintedBefore) => send(session, order, mintedBefore),
    recover: () => recover(session),
    end() {
      if (session.isTracking) session.show({ attempt: null, optimisticMinted: null })
      closing.abort()
      stop()
    },
  }
}

/** A mint that no node knew is forgotten after this time. */
const MAX_LOST_MS = 24 * 3_600_000

/** Tracks the pending mint that this browser stored, if there is one, and monitors ended ones. */
async function recover(session: Session): Promise<void> {
  const sent = await findPendingMint(session.scope)
  const before = await listEndedMints(session.scope)
  if (session.signal.aborted) return
  if (sent && !session.isTracking) void track(session, sent)
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
    const isAlone = await withTabLock(scope, async () => {
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
    const fault = refusalMessage(refusal, subjectOf(order.phaseId))
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
  const { rpc, blockTag, scope } = session
  await simulateMint(rpc, order, blockTag)
  const { quantity, unitWei } = order
  const totalWei = unitWei * BigInt(quantity)
  session.show({
    attempt: { step: 'wallet', quantity, hash: null, totalWei, sentAt: null },
  })
  const signer = await session.signer().catch((cause: unknown) => {
    throw new SignerError('wallet is not available', { cause })
  })
  if (session.signal.aborted) return undefined
  const { chainId } = scope
  const sent = await sendMint(order, { rpc, signer, chainId, mintedBefore })
  await savePendingMint(sent)
  return sent
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
  const signal = AbortSignal.any([tracking.signal, session.signal])
  show({
    attempt: mintAttempt(sent),
    optimisticMinted: optimisticMinted(sent, sent.requested),
    result: null,
  })
  const end = await trackTransaction(sent, {
    ...{ rpc, signal },
    ...(pollMs !== undefined && { pollMs }),
    ...(patienceMs !== undefined && { patienceMs }),
    onReplaced: (hash) => {
      const copy = { ...sent, hash }
      void saveCopy(copy)
      show({ fault: copyMessage(hash), attempt: mintAttempt(copy) })
    },
  })
  if (end) await finish(session, { sent, end, signal }, order)
}

/** Shows the result of an ended mint, and monitors whether its block stays. */
async function finish(
  session: Session,
  { sent, end, signal }: { sent: PendingMint; end: MintEnd; signal: AbortSignal },
  order: MintOrder | undefined,
): Promise<void> {
  const shown = await mintResult(session, sent, end, order)
  // It stays stored as pending: the next session shows the result.
  if (signal.aborted) return
  const ended = toEndedMint(sent, end)
  await saveEndedMint(ended)
  // `isTracking` stays set until it is deleted, or `recover` would find it once more.
  await deletePendingMint(sent)
  if (signal.aborted) return
  session.isTracking = false
  session.show(shown)
  session.onChanged()
  void monitor(session, ended, order)
  // Other tabs may have sent a mint while this one was tracked.
  void recover(session)
}

/** Returns the mint with the hash that ended it, to be monitored by. */
function toEndedMint(sent: PendingMint, end: MintEnd): EndedMint {
  const { nonce } = end
  if (end.end === 'dropped') {
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
  const isOld = Date.now() - mint.sentAt > MAX_LOST_MS
  if (ended.end === 'dropped' && isOld) return deleteEndedMint(ended)
  const monitoring = new AbortController()
  monitored.set(mint.sentAt, monitoring)
  // Only one pending mint can be shown.
  const isBusy = () => session.isSending || session.isTracking
  const how = {
    ...{ rpc, isBusy, ...(pollMs !== undefined && { pollMs }) },
    signal: AbortSignal.any([monitoring.signal, signal]),
  }
  const found = await (ended.end === 'dropped'
    ? monitorDropped(mint, how)
    : monitorBlock(ended.receipt, depth, how))
  if (monitored.get(mint.sentAt) === monitoring) monitored.delete(mint.sentAt)
  if (found === 'safe') await deleteEndedMint(ended)
  if (found !== 'gone') return
  // Another mint may have been sent during the request.
  await (isBusy() ? monitor(session, ended, order) : retrack(session, ended, order))
}

/** Tracks a mint again whose block was reorganised away, or that was not dropped after all. */
async function retrack(
  session: Session,
  ended: EndedMint,
  order?: MintOrder,
): Promise<void> {
  const { mint, end } = ended
  session.isTracking = true
  session.show({ fault: returnMessage(session.subjectOf(mint.phaseId), end) })
  await savePendingMint(mint)
  await deleteEndedMint(ended)
  await track(session, mint, order)
}
