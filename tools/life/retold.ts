import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { editionCollectionAbi } from '@platemark/abi/edition-collection'
import { type Address, getContract, type Hex, type Log } from 'viem'
import { amountIn } from './books.ts'
import { names } from './people.ts'
import { type Replayed, replay } from './replay.ts'
import { refusal, type Stage } from './stage.ts'

/** What logs and chain must agree on. */
type Retold = {
  minted: bigint
  burned: bigint
  totalSupply: bigint
  /** Who holds each token of a drop, by id; null: burned. */
  owners: Record<string, string | null>
  balances: Record<string, bigint>
  /** What wallets received, by phase id and wallet. */
  received: Record<string, bigint>
  publicMinted: bigint
  owed: Record<string, bigint>
}

type Created = {
  args: { collection: Address; creator: Address; kind: number; args: Hex }
}

const EDITION = 2

/** What a collection's logs tell by themselves, and what it says when asked the same. */
export async function retold(
  { args: created }: Created,
  stage: Stage,
): Promise<{ fromLogs: Retold; onChain: Retold }> {
  const logs = await logsOf(created.collection, stage)
  const told = replay(created, stage.platform.address, logs)
  return { fromLogs: summaryOf(told), onChain: await askedAbout(created, told, stage) }
}

/** All logs of a collection. */
function logsOf(address: Address, { client }: Stage): Promise<Log[]> {
  return client.getLogs({ address, fromBlock: 0n })
}

function summaryOf(told: Replayed): Retold {
  const { minted, burned, publicMinted, owners, balances, released, books } = told
  return {
    minted,
    burned,
    totalSupply: minted - burned,
    publicMinted,
    owners: Object.fromEntries(
      idsOf(told).map((id) => [id, nameOf(owners.get(id) ?? null)]),
    ),
    balances: Object.fromEntries([...balances].map(([who, many]) => [nameOf(who), many])),
    received: Object.fromEntries(
      receiptsOf(told).map(([phaseId, who, many]) => [keyOf(phaseId, who), many]),
    ),
    owed: Object.fromEntries(
      books
        .parties()
        .map((who) => [nameOf(who), books.entitledTo(who) - amountIn(released, who)]),
    ),
  }
}

async function askedAbout(
  { collection: address, kind }: Created['args'],
  told: Replayed,
  { client }: Stage,
): Promise<Retold> {
  const drop = getContract({ address, abi: dropCollectionAbi, client })
  const edition = getContract({ address, abi: editionCollectionAbi, client })
  const isEdition = kind === EDITION
  const ownerOf = async (id: number) => {
    const asked = drop.read.ownerOf([BigInt(id)])
    return asked.catch(async (error) => {
      const [name] = await refusal(Promise.reject(error))
      if (name === 'NoToken') return null
      throw error
    })
  }
  const { minted, burned, publicMinted } = await drop.read.overview()
  return {
    minted,
    burned,
    totalSupply: await drop.read.totalSupply(),
    publicMinted,
    owners: await allOf(idsOf(told), async (id) => [
      String(id),
      nameOf(await ownerOf(id)),
    ]),
    balances: await allOf([...told.balances.keys()], async (who) => [
      nameOf(who) ?? who,
      isEdition
        ? await edition.read.balanceOf([who, 1n])
        : await drop.read.balanceOf([who]),
    ]),
    received: await allOf(receiptsOf(told), async ([phaseId, who]) => [
      keyOf(phaseId, who),
      await drop.read.walletMinted([who, phaseId]),
    ]),
    owed: await allOf(told.books.parties(), async (who) => [
      nameOf(who) ?? who,
      await drop.read.owed([who]),
    ]),
  }
}

/** The ids of a drop that were ever minted, and one more that must not exist. */
function idsOf({ owners, minted }: Replayed): number[] {
  if (owners.size === 0) return []
  return Array.from({ length: Number(minted) + 1 }, (_, at) => at + 1)
}

function receiptsOf({ received }: Replayed) {
  return [...received].flatMap(([phaseId, wallets]) =>
    [...wallets].map(([who, many]) => [phaseId, who, many] as const),
  )
}

function keyOf(phaseId: number, who: Address): string {
  return `phase ${phaseId}, ${nameOf(who)}`
}

function nameOf(who: Address): string
function nameOf(who: Address | null): string | null
function nameOf(who: Address | null): string | null {
  return who && (names.get(who) ?? who)
}

async function allOf<Item, Value>(
  items: readonly Item[],
  ask: (item: Item) => Promise<[string, Value]>,
): Promise<Record<string, Value>> {
  return Object.fromEntries(await Promise.all(items.map(ask)))
}
