import { collectionAbi } from '@platemark/abi/collection'
import type { CallFault } from '@platemark/rules/call-messages'
import { noCall } from '../call-context.ts'
import { createCallSession } from '../call-session.ts'
import { nodeFailed, reportRefusal } from '../refusal.ts'
import type { AirdropContext, AirdropOptions } from './airdrop-context.ts'
import { findAirdropPlan, onAirdropPlan, withAirdropLock } from './airdrop-plans.ts'
import { firstBatch } from './batch-gifts.ts'
import { applyReceipt, findBatch } from './batch-receipts.ts'
import { type Gift, sumGifts } from './gift.ts'
import { changePlan, refreshGiven } from './refresh-given.ts'
import { airdropData, readMaxGas, tryBatch } from './try-batch.ts'

export type AirdropSession = {
  /** Sends batch after batch until all gifts are made, one is not sent, or it is paused. */
  run(): Promise<void>
  /** Sends no further batch. */
  pause(): void
  /** Ends the wait for a wallet that has not answered. */
  stopWaiting(): void
  /** Takes the last batch as lost, which its creator has made sure of, and sends it again. */
  runAgain(): Promise<void>
  /** Ends the airdrop with the gifts that were made. */
  finish(): Promise<void>
  /** Stops; the next session of the same plan goes on. */
  end(): void
}

const topic = 'airdrop'

/**
 * Makes the gifts of a plan in batches, one transaction each. What was given is read from the
 * chain before each batch, and no batch is sent while the end of the one before is not certain,
 * so that no wallet gets its gift twice after a reload, a dropped or a replaced transaction.
 */
export function createAirdropSession(options: AirdropOptions): AirdropSession {
  const closing = new AbortController()
  const { signal } = closing
  const { plan } = options
  const call = createCallSession({
    ...options,
    topic,
    abi: collectionAbi,
    show(changes) {
      const wasSent = session.shownCall.attempt !== null
      session.shownCall = { ...session.shownCall, ...changes }
      session.show({ call: session.shownCall })
      wake(session)
      // A batch that was sent before a reload, or whose wait was ended.
      if (wasSent && session.shownCall.attempt === null) void look(session)
    },
    onChanged: (receipt) => applyReceipt(session, receipt),
    findEffect: (sinceBlock) => findBatch(session, sinceBlock),
  })
  const session: AirdropContext = {
    ...options,
    ...{ call, signal, shownCall: noCall, isRunning: false, isPaused: false },
    final: { given: [], next: plan.sinceBlock + 1n },
    ...{ fresh: [], given: new Map(), waiting: new Set() },
    ...{ refreshed: Promise.resolve(), applied: null },
    show(changes) {
      if (!signal.aborted) options.show(changes)
    },
  }
  const stop = onAirdropPlan(plan, () => void look(session))
  void look(session)
  return {
    run: () => run(session),
    pause() {
      session.isPaused = true
    },
    stopWaiting: () => call.stopWaiting(),
    async runAgain() {
      await call.clear()
      await changePlan(session, { sending: null })
      session.show({ isUncertain: false })
      await run(session)
    },
    async finish() {
      session.isPaused = true
      await finishPlan(session)
    },
    end() {
      closing.abort()
      call.end()
      stop()
      wake(session)
    },
  }
}

/** Shows how far the plan is, without sending anything. */
async function look(session: AirdropContext): Promise<void> {
  const isBusy = () => session.isRunning || session.signal.aborted
  if (isBusy()) return
  session.show({ step: 'reading' })
  try {
    await takeStored(session)
    await session.call.recover()
    if (isBusy()) return
    await refreshGiven(session)
    if (isBusy() || session.shownCall.attempt) return
    await settleEnd(session)
    const { endedAt, sending } = session.plan
    const isDone = sending === null && listLeft(session).length === 0
    if (endedAt === null && isDone) await confirmAll(session)
  } catch (error) {
    showFault(session, error)
  } finally {
    if (!session.isRunning) session.show({ step: null })
  }
}

async function run(session: AirdropContext): Promise<void> {
  if (session.isRunning) return
  Object.assign(session, { isRunning: true, isPaused: false })
  session.show({ fault: null, step: 'reading' })
  try {
    const isAlone = await withAirdropLock(session.plan, async () => {
      await takeStored(session)
      await session.call.recover()
      while (await sendNext(session)) {
        // The next batch follows as soon as the one before is in a block.
      }
    })
    if (!isAlone) session.show({ fault: { kind: 'other_tab' } })
  } catch (error) {
    showFault(session, error)
  } finally {
    session.isRunning = false
    session.show({ step: null, batch: null })
  }
}

/** Sends the next batch and waits for its block; false when there is nothing more to do. */
async function sendNext(session: AirdropContext): Promise<boolean> {
  await settleCall(session)
  if (isStopped(session)) return false
  session.show({ step: 'reading', batch: null })
  await refreshGiven(session)
  await settleEnd(session)
  if (session.plan.sending || session.plan.endedAt !== null) return false
  const left = listLeft(session)
  if (left.length === 0) return confirmAll(session)

  session.show({ step: 'trying' })
  const maxGas = session.maxGas ?? (await readMaxGas(session.rpc).catch(nodeFailed))
  const options = { ...session, maxGas }
  const tried = await tryBatch(firstBatch(left, session.kind, maxGas), options)
  if (tried.refused.length > 0) {
    await changePlan(session, { refused: [...session.plan.refused, ...tried.refused] })
  }
  if (isStopped(session)) return false
  return tried.gifts.length === 0 || sendBatch(session, tried)
}

/** Requests a batch from the wallet; false when it was not sent. */
async function sendBatch(
  session: AirdropContext,
  { gifts, gas }: { gifts: Gift[]; gas: bigint },
): Promise<boolean> {
  const batch = { gifts: gifts.length, tokens: sumGifts(gifts), gas }
  session.show({ step: 'sending', batch })
  await changePlan(session, { sending: gifts.map(({ address }) => address) })
  await session.call.send({ data: airdropData(gifts), label: session.label(batch) })
  await settleCall(session)
  if (session.shownCall.fault === null) return !session.signal.aborted
  await settleEnd(session)
  return false
}

/** Takes the last batch as not sent where its failure proves that, and shows where it does not. */
async function settleEnd(session: AirdropContext): Promise<void> {
  const { fault } = session.shownCall
  if (session.plan.sending && fault && isCertain(fault)) {
    await changePlan(session, { sending: null })
  }
  session.show({ isUncertain: session.plan.sending !== null })
}

/** Returns whether a batch was not and will not be mined. */
function isCertain(fault: CallFault): boolean {
  switch (fault.kind) {
    case 'short':
    case 'other_tab':
      return true
    case 'ended':
      return fault.end !== 'dropped' && fault.end !== 'unseen'
    case 'refused':
      return !['unanswered', 'unnumbered', 'unknown', 'own'].includes(fault.refusal.kind)
  }
}

/** Ends the plan once the last batch is final and still on the chain; true when it is not. */
async function confirmAll(session: AirdropContext): Promise<boolean> {
  session.show({ step: 'confirming' })
  const isFinal = () => {
    const { mined } = session.shownCall
    return !mined || mined.confirmations >= mined.depth
  }
  await until(session, () => session.shownCall.attempt !== null || isFinal())
  if (session.signal.aborted) return false
  if (session.shownCall.attempt !== null) return true
  await refreshGiven(session)
  if (listLeft(session).length > 0) return true
  await finishPlan(session)
  return false
}

async function finishPlan(session: AirdropContext): Promise<void> {
  const given = [...session.given.values()]
  await changePlan(session, { given, endedAt: Date.now() })
}

/** Lists the gifts that are neither made nor refused. */
function listLeft({ plan, given }: AirdropContext): Gift[] {
  const refused = new Set(plan.refused.map(({ gift }) => gift.address))
  return plan.gifts.filter(({ address }) => !given.has(address) && !refused.has(address))
}

/** Takes the plan as another tab stored it. */
async function takeStored(session: AirdropContext): Promise<void> {
  const { plan } = session
  const stored = await findAirdropPlan(plan)
  // Changed here meanwhile: that is the newer one.
  if (!stored || session.plan !== plan) return
  session.plan = stored
  session.show({ plan: stored })
}

/** Waits while the transaction of a batch is on its way. */
function settleCall(session: AirdropContext): Promise<void> {
  return until(session, () => session.shownCall.attempt === null)
}

async function until(session: AirdropContext, isTrue: () => boolean): Promise<void> {
  while (!isTrue() && !session.signal.aborted) {
    await new Promise<void>((resolve) => {
      session.waiting.add(resolve)
    })
  }
}

function wake(session: AirdropContext): void {
  const { waiting } = session
  session.waiting = new Set()
  for (const resolve of waiting) resolve()
}

function isStopped({ isPaused, signal }: AirdropContext): boolean {
  return isPaused || signal.aborted
}

function showFault(session: AirdropContext, error: unknown): void {
  const refusal = reportRefusal(error, collectionAbi)
  session.show({ fault: { kind: 'refused', refusal } })
}
