import { collectionAbi } from '@platemark/abi/collection'
import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { toInstant } from '@platemark/api/collection-terms'
import { getReveal } from '@platemark/api/reveal'
import type { DraftFields } from '@platemark/api/studio'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  type PrivateKeyAccount,
  zeroHash,
} from 'viem'
import { creatorAccounts, crowdAccounts } from '../accounts.ts'
import { type Api, connectApi, signIn } from '../api.ts'
import type { KeptChain } from '../chain.ts'
import {
  type CollectionContent,
  type Deployment,
  makeDraft,
  prepareDraft,
  requireHex,
  waitForCollection,
} from '../collection.ts'
import { commitOrder } from '../commit-order.ts'
import { prepareReveal } from '../reveal.ts'
import { artists } from './artists.ts'
import { joinCampaigns } from './join-campaigns.ts'
import { type ListProofs, listProofs } from './list-proofs.ts'
import { planNames } from './names.ts'
import { renderCover, renderPicture, renderSet } from './pictures.ts'
import {
  type Actor,
  CROWD,
  type PlannedEvent,
  type PlannedPhase,
  planEvents,
  planPhases,
} from './plan.ts'
import { type Call, type PastTransaction, replay } from './replay.ts'
import { runParallel } from './run-parallel.ts'
import { saveProfile } from './save-profile.ts'
import { sendSet } from './send-set.ts'
import type { Work } from './work-types.ts'

type SeedOptions = {
  /** URL of the running product. */
  url: string
  chains: {
    alias: Work['chain']
    chain: KeptChain
    mintFeeWei: bigint
    /** Registry of names that are made too; null: none are. */
    registry: Address | null
  }[]
  works: readonly Work[]
  /** Suffix of names and slugs that distinguishes a later round; empty in the first. */
  suffix: string
  /** True for new chains, whose blocks get timestamps of the past. */
  isPast: boolean
  /** Receives one line of progress. */
  log(line: string): void
}

export type Seeded = { work: Work; address: Address }

const PROGRESS_MS = 4000
const FUNDS = '0x56bc75e2d63100000' // 100 coins
const DRAFTS_AT_ONCE = 3
const PARTICIPANTS = 18

/**
 * Makes the example content through the API of a running product and transactions in past blocks:
 * drafts, deployments and later activity. Resolves when the API returns all of it.
 */
export async function seed(options: SeedOptions): Promise<Seeded[]> {
  const { url, chains, works, suffix, isPast } = options
  const now = Math.floor(Date.now() / 1000)
  const creators = creatorAccounts()
  const crowd = crowdAccounts(CROWD)
  const accountOf = ({ kind, index }: Actor): PrivateKeyAccount => {
    const account = (kind === 'creator' ? creators : crowd)[index]
    if (!account) throw new Error(`account does not exist: got ${kind} ${index}`)
    return account
  }

  const log = throttle(options.log)
  const sessions = new Map<number, Promise<Api>>()
  const sessionOf = (index: number) => {
    const known = sessions.get(index)
    if (known) return known
    const session = signIn(url, accountOf({ kind: 'creator', index }))
    sessions.set(index, session)
    return session
  }

  await runParallel(artists, DRAFTS_AT_ONCE, async ({ account, profile }) => {
    if (profile && isPast) await saveProfile(await sessionOf(account), profile)
  })
  const drafts = new Map<Work, MadeDraft>()
  await runParallel(works, DRAFTS_AT_ONCE, async (work) => {
    const content = await toContent(work, now, suffix, accountOf)
    const api = await sessionOf(work.creator)
    const id = await makeDraft(api, content)
    if (work.isSet) await sendSet(api, id, await renderSet(work))
    const creator = accountOf({ kind: 'creator', index: work.creator })
    const isHidden = work.revealedAt !== undefined
    const revealFile = isHidden ? await commitOrder(api, creator, id) : undefined
    drafts.set(work, { id, revealFile })
    log(`drafts: ${drafts.size} of ${works.length}`)
  })

  const addresses = new Map<Work, Address>()
  const progress = new Map<number, number>()
  const addressOf = (actor: Actor) => accountOf(actor).address
  const plans = chains.map(({ alias, chain, mintFeeWei, registry }) => {
    const events = planEvents(
      works.filter((work) => work.chain === alias),
      now,
    )
    const names = registry ? planNames(now, registry, addressOf) : []
    return { chain, mintFeeWei, events, names }
  })
  const total = plans.reduce(
    (sum, { events, names }) => sum + events.length + names.length,
    0,
  )

  await Promise.all(
    plans.map(async ({ chain, mintFeeWei, events, names }) => {
      await Promise.all(crowd.map(({ address }) => fund(chain, address)))
      const made = new Map<Work, Made>()
      const prepare = async (work: Work) => {
        const api = await sessionOf(work.creator)
        const draft = drafts.get(work) ?? { id: '', revealFile: undefined }
        const deployment = await prepareDraft(api, draft.id)
        addresses.set(work, deployment.address)
        made.set(work, {
          api,
          draft,
          deployment,
          proofs: buildProofs(work, deployment, now, accountOf),
        })
        return deployment
      }
      const transactions = events.map((event): PastTransaction => {
        const { at, by, kind, work } = event
        return {
          at,
          account: accountOf(by),
          what: `${kind} of ${work.name}`,
          isAlone: kind === 'deployment',
          make: () => toCall(event, { made, prepare, accountOf, mintFeeWei }),
        }
      })
      const registrations = names.map(({ at, by, what, call }): PastTransaction => {
        return { at, account: accountOf(by), what, isAlone: false, make: () => call }
      })
      const all = [...transactions, ...registrations].sort((a, b) => a.at - b.at)
      await replay(chain, all, isPast, (done) => {
        progress.set(chain.id, done)
        const count = [...progress.values()].reduce((sum, one) => sum + one, 0)
        log(`transactions: ${count} of ${total}`)
      })
    }),
  )

  const api = connectApi(url)
  const seeded: Seeded[] = []
  for (const work of works) {
    const address = addresses.get(work)
    if (!address) continue
    await waitForMints(api, work, address)
    seeded.push({ work, address })
    log(`indexed: ${seeded.length} of ${works.length}`)
  }
  if (isPast) await joinCampaigns(url, crowd.slice(0, PARTICIPANTS))
  return seeded
}

async function toContent(
  work: Work,
  now: number,
  suffix: string,
  accountOf: (actor: Actor) => PrivateKeyAccount,
): Promise<CollectionContent> {
  const phases = planPhases(work, now)
  return {
    fields: {
      chain_alias: work.chain,
      kind: work.kind,
      name: `${work.name}${suffix}`,
      symbol: work.symbol,
      alias: work.alias,
      description: work.description,
      max_supply: work.supply,
      royalty_bps: work.royaltyBps ?? 0,
      royalty_ceiling_bps: work.royaltyCeilingBps ?? work.royaltyBps ?? 0,
      royalty_receiver: work.payees ? 'split' : 'owner',
      is_transferable: !work.isSoulbound,
      notice_seconds: (work.noticeHours ?? 0) * 3600,
      links: { ...noLinks, ...work.links },
      art: work.isSet ? 'set' : 'one',
      shown: work.revealedAt === undefined ? 'at_once' : 'at_reveal',
      payees: (work.payees ?? []).map(({ creator, bps }) => ({
        address: accountOf({ kind: 'creator', index: creator }).address,
        bps,
      })),
      phases: phases.map(toDraftPhase),
    },
    image: await renderPicture(work),
    cover: await renderCover(work),
    lists: phases.flatMap(({ list, phaseId }) => {
      if (!list) return []
      const entries = list.map((actor) => ({ address: accountOf(actor).address }))
      return [{ phase_id: phaseId, entries }]
    }),
  }
}

const noLinks = {
  website: null,
  x: null,
  discord: null,
  instagram: null,
  farcaster: null,
}

function toDraftPhase(phase: PlannedPhase): DraftFields['phases'][number] {
  return {
    phase_id: phase.phaseId,
    kind: phase.list ? 'allowlist' : 'public',
    title: phase.title,
    start: toInstant(phase.start),
    end: toInstant(phase.end),
    price_wei: String(phase.priceWei),
    max_per_wallet: phase.limit,
    max_supply: phase.cap,
  }
}

/** A draft, with its reveal file where its works are hidden. */
type MadeDraft = { id: string; revealFile: string | undefined }

/** A collection with a prepared deployment, and proofs if it has lists. */
type Made = {
  api: Api
  draft: MadeDraft
  deployment: Deployment
  proofs: ListProofs | undefined
}

type Acting = {
  made: Map<Work, Made>
  prepare(work: Work): Promise<Deployment>
  accountOf(actor: Actor): PrivateKeyAccount
  mintFeeWei: bigint
}

/** Returns the transaction of an event. */
async function toCall(event: PlannedEvent, acting: Acting): Promise<Call> {
  const { work } = event
  if (event.kind === 'deployment') {
    return { ...(await acting.prepare(work)), gas: 3_000_000n }
  }
  const made = acting.made.get(work)
  if (!made)
    throw new Error(`collection is not deployed yet: got ${event.kind} of ${work.name}`)
  const { deployment } = made
  const { accountOf } = acting
  const call = (data: Hex, gas: bigint, valueWei = 0n): Call => {
    return { to: deployment.address, data, gas, valueWei }
  }
  const abi = collectionAbi

  if (event.kind === 'mint') {
    const { phase, quantity } = event
    const valueWei = BigInt(quantity) * (phase.priceWei + acting.mintFeeWei)
    const gas = 300_000n + 120_000n * BigInt(quantity)
    return call(mintData(event, made, accountOf), gas, valueWei)
  }
  if (event.kind === 'airdrop') {
    const recipients = event.to.map((actor) => accountOf(actor).address)
    const args = [recipients, recipients.map(() => 1n)] as const
    const data = encodeFunctionData({ abi, functionName: 'airdrop', args })
    return call(data, 300_000n + 200_000n * BigInt(recipients.length))
  }
  if (event.kind === 'transfer') {
    const from = accountOf(event.by).address
    const to = accountOf(event.to).address
    const args = [from, to, BigInt(event.tokenId)] as const
    const functionName = 'transferFrom'
    return call(
      encodeFunctionData({ abi: dropCollectionAbi, functionName, args }),
      300_000n,
    )
  }
  if (event.kind === 'release') {
    const args = [accountOf(event.by).address] as const
    return call(encodeFunctionData({ abi, functionName: 'release', args }), 400_000n)
  }
  if (event.kind === 'reveal') return revealCall(work, made)
  if (event.kind === 'freeze') {
    const { set_hash } = await made.api.call(getReveal, {
      params: { contract_id: made.draft.id },
    })
    const args = [set_hash === null ? zeroHash : requireHex(`0x${set_hash}`)] as const
    const functionName = 'freezeMetadata'
    return call(encodeFunctionData({ abi, functionName, args }), 300_000n)
  }
  const pause = { abi, functionName: 'setPaused', args: [true] } as const
  return call(encodeFunctionData(pause), 200_000n)
}

/** Returns the transaction that shows the works of a hidden set, once it is indexed. */
async function revealCall(work: Work, { api, draft, deployment }: Made): Promise<Call> {
  const { address } = deployment
  await waitForCollection(api, work.chain, address)
  const place = { chain_alias: work.chain, contract_address: address }
  const reveal = { file: draft.revealFile ?? '', works: undefined }
  const transaction = await prepareReveal(api, place, reveal)
  if (!transaction) throw new Error(`works are revealed already: got ${work.name}`)
  return { ...transaction, gas: 1_000_000n }
}

function mintData(
  { by, phase, quantity, referrer, work }: Extract<PlannedEvent, { kind: 'mint' }>,
  { proofs }: Made,
  accountOf: Acting['accountOf'],
): Hex {
  const abi = collectionAbi
  const minter = accountOf(by).address
  const count = BigInt(quantity)
  if (phase.list) {
    const proven = proofs?.(minter, phase)
    if (!proven)
      throw new Error(`collection has no list proofs: ${work.name}, ${phase.title}`)
    const args = [count, proven.packed, proven.proof] as const
    return encodeFunctionData({ abi, functionName: 'mintAllowlist', args })
  }
  if (!referrer) {
    return encodeFunctionData({ abi, functionName: 'mint', args: [count] })
  }
  const args = [minter, 1n, count, accountOf(referrer).address] as const
  return encodeFunctionData({ abi, functionName: 'mintTo', args })
}

function buildProofs(
  work: Work,
  deployment: Deployment,
  now: number,
  accountOf: Acting['accountOf'],
): ListProofs | undefined {
  const lists = planPhases(work, now).flatMap((phase) => {
    const accounts = phase.list?.map((actor) => accountOf(actor).address)
    return accounts ? [{ phase, accounts }] : []
  })
  const creator = accountOf({ kind: 'creator', index: work.creator }).address
  return lists.length === 0 ? undefined : listProofs(deployment, creator, lists)
}

async function waitForMints(api: Api, work: Work, address: Address): Promise<void> {
  const wanted = work.phases.reduce((sum, { minted = 0 }) => sum + minted, 0)
  const until = Date.now() + 60_000
  for (;;) {
    const { minted } = await waitForCollection(api, work.chain, address)
    if (minted === wanted + (work.airdropped ?? 0)) return
    if (Date.now() > until) {
      throw new Error(
        `mints are not indexed: got ${minted} of ${work.name}, expected ${wanted}`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function fund(chain: KeptChain, address: Address): Promise<void> {
  await chain.call('anvil_setBalance', address, FUNDS)
}

/** Returns a log function that drops lines within a few seconds of the last one. */
function throttle(log: (line: string) => void): (line: string) => void {
  let last = Date.now()
  return (line) => {
    if (Date.now() - last < PROGRESS_MS) return
    last = Date.now()
    log(line)
  }
}
