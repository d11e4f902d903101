import {
  type MintSubject,
  type Refusal,
  sentenceOfCopy,
  sentenceOfEnd,
  sentenceOfNothing,
  sentenceOfRefusal,
  sentenceOfReturn,
  sentenceOfUnread,
} from '@platemark/rules/mint-sentences'
import type { MintAttempt, MintResult } from '@platemark/rules/mint-state'
import { mintRefusals } from '@platemark/rules/refusal-words'
import { followMint, isTakenBack, type MintEnd } from './follow-mint.ts'
import type { MintOrder } from './mint-order.ts'
import {
  aloneAt,
  findPendingMint,
  forgetPendingMint,
  keepCopy,
  keepPendingMint,
  type MintPlace,
  onPendingMint,
  type PendingMint,
} from './pending-mints.ts'
import { mintedIn } from './receipt.ts'
import { refusalOf, SignerError } from './refusal.ts'
import type { BlockTag, Rpc } from './rpc.ts'
import { type Signer, sendMint, simulateMint } from './send-mint.ts'

/** What a panel shows of minting; null where there is nothing of it. */
export type MintShown = {
  attempt: MintAttempt | null
  result: MintResult | null
  /** What went wrong in the last try, until the next. */
  fault: string | null
  /** What the contract said, where nobody knows its meaning. */
  faultCode: string | null
  /** A count that the index has yet to reach. */
  ahead: { minted: number; phaseId: number } | null
}

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
  /** How often the chain is asked, in ms; unless tests say otherwise as often as is usual. */
  pollMs?: number
}

export type Minting = {
  /** Sends one mint; `mintedBefore` is the count that its tokens come on top of. */
  send(order: MintOrder, mintedBefore: number): Promise<Refusal | undefined>
  /** Looks for a mint that was sent before a reload, or in another tab. */
  look(): Promise<void>
  /** Looks away; a mint on its way is found again by whoever opens the place next. */
  end(): void
}

type Course = Needs & {
  isOpen: boolean
  isSending: boolean
  /** Ends the following of a mint, and of its block. */
  following: AbortController | null
  /** The mint that is followed is in no block yet. */
  isUnderWay: boolean
}

/**
 * Sends mints of one wallet in one collection and follows them to their end: one at a time, also
 * one that was sent before a reload, or in another tab. What comes of it is told by `show`.
 */
export function openMinting(needs: Needs): Minting {
  const course: Course = {
    ...needs,
    show(changes) {
      if (course.isOpen) needs.show(changes)
    },
    isOpen: true,
    isSending: false,
    following: null,
    isUnderWay: false,
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
      course.isOpen = false
      course.following?.abort()
      stop()
    },
  }
}

/** Follows the mint that this browser has kept, if there is one. */
async function look(course: Course): Promise<void> {
  const sent = await findPendingMint(course.place)
  if (sent && course.isOpen && !course.isUnderWay) await follow(course, sent)
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
    const isAlone = await aloneAt(place, async () => {
      // Another tab, or another panel of this page, may have sent one a moment ago.
      const earlier = await findPendingMint(place)
      const sent = earlier ?? (await sendNow(course, order, mintedBefore))
      // Whoever opens this place next finds it again.
      if (sent && course.isOpen) void follow(course, sent, earlier ? undefined : order)
    })
    const subject = subjectOf(order.phaseId)
    if (!isAlone) show({ fault: sentenceOfRefusal({ kind: 'busy' }, subject) })
    return undefined
  } catch (error) {
    const refusal = refusalOf(error)
    const fault = sentenceOfRefusal(refusal, subjectOf(order.phaseId))
    show({ attempt: null, fault, faultCode: unknownCodeOf(refusal) })
    if (course.isOpen) course.onChanged()
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
  if (!course.isOpen) return undefined
  const { chainId } = place
  const sent = await sendMint(order, { rpc, signer, chainId, mintedBefore })
  await keepPendingMint(sent)
  return sent
}

/** The code of an error that has no sentence of its own. */
function unknownCodeOf(refusal: Refusal): string | null {
  const isUnknown = refusal.kind === 'contract' && !(refusal.error in mintRefusals)
  return isUnknown ? refusal.data : null
}

/** Follows a mint to its end, and its block until that is safe. */
async function follow(
  course: Course,
  sent: PendingMint,
  order?: MintOrder,
): Promise<void> {
  const { rpc, show, depth, pollMs } = course
  course.following?.abort()
  const following = new AbortController()
  course.following = following
  course.isUnderWay = true
  const { signal } = following
  const asking = { rpc, signal, ...(pollMs !== undefined && { pollMs }) }
  show({ attempt: attemptOf(sent), ahead: aheadOf(sent, sent.asked), result: null })
  const end = await followMint(sent, {
    ...asking,
    onReplaced: (hash) => {
      const copy = { ...sent, hash }
      void keepCopy(copy)
      show({ fault: sentenceOfCopy(hash), attempt: attemptOf(copy) })
    },
  })
  if (!end) return
  const subject = course.subjectOf(sent.phaseId)
  const shown = await outcomeOf(course, sent, end, order).catch(() => {
    return { attempt: null, ahead: null, fault: sentenceOfUnread(subject) }
  })
  // Whoever looks next is to hear of it.
  if (signal.aborted) return
  // It counts as under way until it is forgotten: nobody finds it once more in between.
  await forgetPendingMint(sent)
  if (signal.aborted) return
  course.isUnderWay = false
  show(shown)
  course.onChanged()
  // What other tabs sent meanwhile was not looked at.
  void look(course)
  if (end.end !== 'mined') return
  const { receipt, nonce } = end
  if (!(await isTakenBack(receipt, { ...asking, depth }))) return
  await resume(course, { ...sent, hash: receipt.transactionHash, nonce }, order)
}

/** Follows a mint once more whose block was taken back. */
async function resume(
  course: Course,
  sent: PendingMint,
  order: MintOrder | undefined,
): Promise<void> {
  course.show({ fault: sentenceOfReturn(course.subjectOf(sent.phaseId)) })
  await keepPendingMint(sent)
  await follow(course, sent, order)
}

/** How a mint came out, as it is shown. */
async function outcomeOf(
  course: Course,
  sent: PendingMint,
  end: MintEnd,
  order: MintOrder | undefined,
): Promise<Partial<MintShown>> {
  const subject = course.subjectOf(sent.phaseId)
  if (end.end !== 'mined') {
    const isAsked = end.end === 'reverted' && order
    const reason = isAsked ? await reasonOf(course, order) : undefined
    const fault = sentenceOfEnd({ end: end.end }, subject, reason)
    return { attempt: null, ahead: null, fault }
  }
  const minted = mintedIn(end.receipt, sent)
  if (minted.quantity === 0) {
    return { attempt: null, ahead: null, fault: sentenceOfNothing(subject) }
  }
  const { asked, unitWei } = sent
  const hash = end.receipt.transactionHash
  const returnedWei = unitWei * BigInt(asked - minted.quantity)
  const result = { ...minted, asked, hash, returnedWei }
  return { attempt: null, fault: null, result, ahead: aheadOf(sent, minted.quantity) }
}

/** What the contract says to the same mint now: a reason is seldom gone that quickly. */
function reasonOf(
  { rpc, blockTag }: Course,
  order: MintOrder,
): Promise<Refusal | undefined> {
  return simulateMint(rpc, order, blockTag).then(() => undefined, refusalOf)
}

function attemptOf({ asked, hash, unitWei, sentAt }: PendingMint): MintAttempt {
  const totalWei = unitWei * BigInt(asked)
  return { step: 'sent', quantity: asked, hash, totalWei, sentAt }
}

function aheadOf({ mintedBefore, phaseId }: PendingMint, quantity: number) {
  return { minted: mintedBefore + quantity, phaseId }
}
