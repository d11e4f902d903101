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
  type MintPlace,
  onPendingMint,
  type PendingMint,
  saveCopy,
  saveEndedMint,
  savePendingMint,
  withTabLock,
} from './pending-mints.ts'
import { SignerError, sortedRefusal } from './refusal.ts'
import type { BlockTag, Rpc } from './rpc.ts'
import { type Signer, sendMint, simulateMint } from './send-mint.ts'
import { type MintEnd, trackTransaction } from './track-transaction.ts'

type Needs = {
  place: MintPlace
  rpc: Rpc
  blockTag: BlockTag
  /** How many blocks must lie above a mint until it counts as safe. */
  depth: number
  /** The wallet, asked for when it is needed. */
  signer(): Promise<Signer>
  /** The names in sentences about a phase. */
  subjectOf(phaseId: number): MintSubject
  show(changes: Partial<MintShown>): void
  /** Called when what was read of the chain is out of date. */
  onChanged(): void
  /** How often the chain is asked, and how long in vain, in ms; as is usual unless tests say so. */
  pollMs?: number
  patienceMs?: number
}

export type MintSession = {
  /** Sends one mint; `mintedBefore` is the count that its tokens come on top of. */
  send(order: MintOrder, mintedBefore: number): Promise<Refusal | undefined>
  /** Looks for mints that were sent before a reload, or in another tab. */
  look(): Promise<void>
  /** Looks away; a mint on its way is found again by whoever opens the place next. */
  end(): void
}

type Course = Needs & {
  /** Aborted once nobody looks any more. */
  closed: AbortSignal
  isSending: boolean
  /** Ends the following of a mint. */
  following: AbortController | null
  /** A mint is followed that is in no block yet. */
  isUnderWay: boolean
  /** What ends the watching of an end, by when that mint was sent. */
  watched: Map<number, AbortController>
}

/**
 * Sends mints of one wallet in one collection and follows them to their end: one at a time, also
 * one that was sent before a reload, or in another tab. What comes of it is told by `show`.
 */
export function createMintSession(needs: Needs): MintSession {
  const closing = new AbortController()
  const closed = closing.signal
  const course: Course = {
    ...needs,
    show(changes) {
      if (!closed.aborted) needs.show(changes)
    },
    closed,
    isSending: false,
    following: null,
    isUnderWay: false,
    watched: new Map(),
  }
  const stop = onPendingMint(needs.place, () => {
    needs.onChanged()
    void look(course)
  })
  void look(course)
  return {
    send: (order, mintedBefore) => send(course, order, mintedBefore),
    look: () => look(course),
    end() {
      if (course.isUnderWay) course.show({ attempt: null, ahead: null })
      closing.abort()
      stop()
    },
  }
}

/** After so long, nobody looks any more for a mint that no node knew. */
const LONGEST_LOST_MS = 24 * 3_600_000

/** Follows the mint that this browser has kept, if there is one, and watches those before it. */
async function look(course: Course): Promise<void> {
  const sent = await findPendingMint(course.place)
  const before = await listEndedMints(course.place)
  if (course.closed.aborted) return
  if (sent && !course.isUnderWay) void follow(course, sent)
  for (const ended of before) void watch(course, ended)
}

async function send(
  course: Course,
  order: MintOrder,
  mintedBefore: number,
): Promise<Refusal | undefined> {
  const { place, show, subjectOf } = course
  if (course.isSending || course.isUnderWay) return undefined
  course.isSending = true
  show({ fault: null, faultCode: null, result: null })
  try {
    const isAlone = await withTabLock(place, async () => {
      // Another tab, or another panel of this page, may have sent one a moment ago.
      const earlier = await findPendingMint(place)
      const sent = earlier ?? (await sendNow(course, order, mintedBefore))
      // Whoever opens this place next finds it again.
      if (sent && !course.closed.aborted)
        void follow(course, sent, earlier ? undefined : order)
    })
    const subject = subjectOf(order.phaseId)
    if (!isAlone) show({ fault: refusalMessage({ kind: 'busy' }, subject) })
    return undefined
  } catch (error) {
    const refusal = sortedRefusal(error)
    const fault = refusalMessage(refusal, subjectOf(order.phaseId))
    show({ attempt: null, fault, faultCode: unknownCodeOf(refusal) })
    if (!course.closed.aborted) course.onChanged()
    return refusal
  } finally {
    course.isSending = false
  }
}

/**
 * Asks the chain, then the wallet, and keeps what was sent; nothing is once nobody looks any
 * more. Throws what either says.
 */
async function sendNow(
  course: Course,
  order: MintOrder,
  mintedBefore: number,
): Promise<PendingMint | undefined> {
  const { rpc, blockTag, place } = course
  await simulateMint(rpc, order, blockTag)
  const { quantity, unitWei } = order
  const totalWei = unitWei * BigInt(quantity)
  course.show({
    attempt: { step: 'wallet', quantity, hash: null, totalWei, sentAt: null },
  })
  const signer = await course.signer().catch((cause: unknown) => {
    throw new SignerError('The wallet failed.', { cause })
  })
  if (course.closed.aborted) return undefined
  const { chainId } = place
  const sent = await sendMint(order, { rpc, signer, chainId, mintedBefore })
  await savePendingMint(sent)
  return sent
}

/** The code of an error that has no sentence of its own. */
function unknownCodeOf(refusal: Refusal): string | null {
  const isUnknown = refusal.kind === 'contract' && !(refusal.error in mintRefusals)
  return isUnknown ? refusal.data : null
}

/** Follows a mint to its end; `order` is what the wallet was asked for, where that is known. */
async function follow(
  course: Course,
  sent: PendingMint,
  order?: MintOrder,
): Promise<void> {
  const { rpc, show, closed, pollMs, patienceMs } = course
  course.following?.abort()
  course.watched.get(sent.sentAt)?.abort()
  course.watched.delete(sent.sentAt)
  const following = new AbortController()
  course.following = following
  course.isUnderWay = true
  const signal = AbortSignal.any([following.signal, closed])
  show({
    attempt: mintAttempt(sent),
    ahead: optimisticMinted(sent, sent.asked),
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
  if (end) await conclude(course, { sent, end, signal }, order)
}

/** Tells how a mint came out, and watches whether that holds. */
async function conclude(
  course: Course,
  { sent, end, signal }: { sent: PendingMint; end: MintEnd; signal: AbortSignal },
  order: MintOrder | undefined,
): Promise<void> {
  const shown = await mintResult(course, sent, end, order)
  // Whoever looks next is to hear of it.
  if (signal.aborted) return
  const ended = endedOf(sent, end)
  await saveEndedMint(ended)
  // It counts as under way until it is forgotten: nobody finds it once more in between.
  await deletePendingMint(sent)
  if (signal.aborted) return
  course.isUnderWay = false
  course.show(shown)
  course.onChanged()
  void watch(course, ended, order)
  // What other tabs sent meanwhile was not looked at.
  void look(course)
}

/** A mint that is watched on by the hash that had the last word. */
function endedOf(sent: PendingMint, end: MintEnd): EndedMint {
  const { nonce } = end
  if (end.end === 'dropped') {
    return { mint: { ...sent, hash: end.hash, nonce }, end: end.end }
  }
  const { receipt } = end
  const isOwn = end.end === 'mined' || end.end === 'reverted'
  const hash = isOwn ? receipt.transactionHash : sent.hash
  return { mint: { ...sent, hash, nonce }, end: end.end, receipt }
}

/** Watches the end of a mint until it is safe, and follows the mint again where it is gone. */
async function watch(course: Course, ended: EndedMint, order?: MintOrder): Promise<void> {
  const { watched, rpc, depth, closed, pollMs } = course
  const { mint } = ended
  if (watched.has(mint.sentAt)) return
  const isOld = Date.now() - mint.sentAt > LONGEST_LOST_MS
  if (ended.end === 'dropped' && isOld) return deleteEndedMint(ended)
  const watching = new AbortController()
  watched.set(mint.sentAt, watching)
  // Only one mint can be shown on its way.
  const isBusy = () => course.isSending || course.isUnderWay
  const how = {
    ...{ rpc, isBusy, ...(pollMs !== undefined && { pollMs }) },
    signal: AbortSignal.any([watching.signal, closed]),
  }
  const found = await (ended.end === 'dropped'
    ? monitorDropped(mint, how)
    : monitorBlock(ended.receipt, depth, how))
  if (watched.get(mint.sentAt) === watching) watched.delete(mint.sentAt)
  if (found === 'safe') await deleteEndedMint(ended)
  if (found !== 'gone') return
  // Another mint may have been sent while the node was asked.
  await (isBusy() ? watch(course, ended, order) : resume(course, ended, order))
}

/** Follows a mint once more whose block was taken back, or that was not lost. */
async function resume(
  course: Course,
  ended: EndedMint,
  order?: MintOrder,
): Promise<void> {
  const { mint, end } = ended
  course.isUnderWay = true
  course.show({ fault: returnMessage(course.subjectOf(mint.phaseId), end) })
  await savePendingMint(mint)
  await deleteEndedMint(ended)
  await follow(course, mint, order)
}
