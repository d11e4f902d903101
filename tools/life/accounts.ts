import { collectionAbi } from '@platemark/abi/collection'
import { type Address, getAddress, getContract, type Hex } from 'viem'
import { amountIn, openBooks, type Payee, type Sale } from './books.ts'
import { names, people, receivers } from './people.ts'
import type { Stage } from './stage.ts'

export type Accounts = Awaited<ReturnType<typeof openAccounts>>

/** What a collection holds and owes, and what everybody has. */
type Statement = {
  heldWei: bigint
  unassignedWei: bigint
  owed: Record<string, bigint>
  purses: Record<string, bigint>
}

/**
 * Books over one collection and over everybody's purse, from this moment on, with `others` who
 * may be paid.
 */
export async function openAccounts(
  stage: Stage,
  address: Address,
  terms: {
    mintFeeWei: bigint
    payees: readonly Payee[]
    others?: Record<string, Address>
  },
) {
  const { client } = stage
  const books = openBooks({ ...terms, platform: stage.platform.address })
  const watched = [
    ...Object.values(people).map((person) => person.address),
    ...Object.values(receivers),
    ...Object.values(terms.others ?? {}),
  ]
  const nameOf = (account: Address) => {
    if (account === stage.platform.address) return 'platform'
    const other = Object.entries(terms.others ?? {}).find(([, one]) => one === account)
    return other?.[0] ?? names.get(account) ?? account
  }
  const named = async (
    accounts: readonly Address[],
    amountOf: (account: Address) => bigint | Promise<bigint>,
  ) => {
    const entries = accounts.map(
      async (account) => [nameOf(account), await amountOf(account)] as const,
    )
    return Object.fromEntries(await Promise.all(entries))
  }
  for (const account of watched) {
    books.watch(account, await client.getBalance({ address: account }))
  }
  const collection = getContract({ address, abi: collectionAbi, client })

  /** Waits for what was sent and books the network's fee; throws when it was refused. */
  const did = async (sent: Promise<Hex>) => {
    const receipt = await stage.mined(sent)
    const { from, gasUsed, effectiveGasPrice } = receipt
    books.spent(getAddress(from), gasUsed * effectiveGasPrice)
    return receipt
  }
  return {
    books,
    did,
    /** The same for a sale, which is booked as it should have been. */
    async sold(sale: Sale, sent: Promise<Hex>) {
      const receipt = await did(sent)
      books.sold(sale)
      return receipt
    },
    /** Lets the stranger pay `account`; answers what it must have received. */
    async paidOut(account: Address, recipient = account): Promise<bigint> {
      await did(collection.write.release([account], { account: people.stranger }))
      return books.released(account, recipient)
    },
    /** What the chain says. */
    async onChain(): Promise<Statement> {
      const parties = books.parties()
      return {
        heldWei: await client.getBalance({ address }),
        unassignedWei: 0n,
        owed: await named(parties, (account) => collection.read.owed([account])),
        purses: await named(watched, (account) =>
          client.getBalance({ address: account }),
        ),
      }
    },
    /** What it should say. */
    async inBooks(): Promise<Statement> {
      return {
        heldWei: books.heldWei(),
        unassignedWei: books.unassignedWei(),
        owed: await named(books.parties(), books.owedTo),
        purses: await named(watched, (account) => amountIn(books.purses(), account)),
      }
    },
  }
}
