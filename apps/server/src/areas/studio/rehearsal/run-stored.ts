import { Problem } from '@platemark/api/problem'
import type { RehearsalReport } from '@platemark/api/rehearsal'
import { every } from '../../../every.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { planCreation } from '../plan-creation.ts'
import { endRehearsal, updateProgress } from '../queries/rehearsals.ts'
import { readNetworkContracts } from './deploy-collection.ts'
import { readLists } from './read-lists.ts'
import type { RehearsalInput } from './rehearsal-input.ts'
import { type OnProgress, runRehearsal } from './run-rehearsal.ts'
import { startThrowawayChain, type ThrowawayChain } from './throwaway-chain.ts'

/** A rehearsal whose progress and result are stored. */
export type StoredRun = {
  /** Resolves once the result is stored and the chain has ended; never rejects. */
  ended: Promise<void>
  /** Ends it with a sentence as the reason; resolves like `ended`. */
  stop(sentence: string): Promise<void>
}

/** Milliseconds between two writes of the progress, which are also its signs of life. */
const PROGRESS_MS = 500

/** Seconds before the deployment at which the chain begins. */
const LEAD_SECONDS = 60

const CHAIN_FAILED =
  'The chain of the rehearsal did not start. Run it again. If that fails too, the log of this site has the reason.'
const FAILED =
  'The rehearsal could not be finished. Run it again. If that fails too, the log of this site has the reason.'

/** Runs a rehearsal within the limit of seconds, and stores its progress and result. */
export function runStored(
  context: AppContext,
  id: string,
  input: RehearsalInput,
): StoredRun {
  const { database, configuration, clock, log } = context
  const seconds = configuration.limits.rehearsal_seconds
  let chain: ThrowawayChain | undefined
  let reason: string | undefined
  let progress: Parameters<OnProgress> = ['chain', 0, 1]

  const halt = async (sentence: string) => {
    reason ??= sentence
    await chain?.stop()
  }
  const refuseHalted = () => {
    if (reason !== undefined) throw new Error('rehearsal was ended')
  }

  async function rehearse(): Promise<RehearsalReport> {
    const { terms, lists, manifest, owner } = input
    const { rehearsal_mints: mostMints } = configuration.limits
    const draft = { scope: terms.scope, phases: terms.fields.phases, owner }
    const built = await readLists(lists, draft, mostMints)
    const creation = await planCreation(context, terms, built)
    const contracts = await readNetworkContracts(terms.chain, terms.factory)
    refuseHalted()
    const options = { id: terms.chain.id, time: terms.seconds - LEAD_SECONDS }
    const timeoutMs = seconds * 1000
    const { anvil_path } = configuration
    chain = await startThrowawayChain({ ...options, timeoutMs }, anvil_path).catch(
      (cause: unknown) => {
        throw new Problem('internal', CHAIN_FAILED, { cause })
      },
    )
    refuseHalted()
    const plan = { terms, creation, contracts, lists: built, manifest, owner, mostMints }
    return runRehearsal(chain, plan, (...now) => {
      progress = now
    })
  }

  async function run(): Promise<void> {
    const timeOut = setTimeout(() => void halt(describeTimeOut(seconds)), seconds * 1000)
    const stopWriting = every(PROGRESS_MS, write)
    try {
      const report = await rehearse()
      await endRehearsal(database, id, { report, sentence: null, now: clock() })
    } catch (error) {
      const sentence = reason ?? (error instanceof Problem ? error.message : FAILED)
      log.warn({ err: error, rehearsal: id }, 'rehearsal failed')
      await endRehearsal(database, id, { report: null, sentence, now: clock() })
    } finally {
      clearTimeout(timeOut)
      await stopWriting()
      await chain?.stop()
    }
  }

  async function write(): Promise<void> {
    const [step, done, total] = progress
    await updateProgress(database, id, { step, done, total, now: clock() }).catch(
      (error: unknown) =>
        log.warn({ err: error, rehearsal: id }, 'rehearsal progress not stored'),
    )
  }

  const ended = run().catch((error: unknown) =>
    log.error({ err: error, rehearsal: id }, 'rehearsal result not stored'),
  )
  return {
    ended,
    async stop(sentence) {
      await halt(sentence)
      await ended
    },
  }
}

function describeTimeOut(seconds: number): string {
  return `The rehearsal took longer than ${seconds} seconds and was ended. Run it again when this site has less to do, or with shorter lists.`
}
