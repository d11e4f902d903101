import { collectionAbi } from '@platemark/abi/collection'
import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import type { DeploymentShown } from '@platemark/mint/deployment-context'
import {
  createDeploymentSession,
  type DeploymentSession,
} from '@platemark/mint/deployment-session'
import type { Signer } from '@platemark/mint/request-transaction'
import type { Rpc } from '@platemark/mint/rpc'
import { testRpc, testWallet } from '@platemark/mint/test/wallet'
import { type Address, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { testChain } from '../../apps/server/test/chain.ts'
import { startTestIndexer } from '../../apps/server/test/collections/launch.ts'
import { type TestServer, testServer } from '../../apps/server/test/server.ts'
import { toPrepared, toServerDeployment } from '../collection/deployment-calls.ts'

export type Deploying = Awaited<ReturnType<typeof startDeploying>>

export type OpenOptions = {
  /** Response of the person to a request to send. */
  before?: () => Promise<void> | void
  walletChainId?: number
  depth?: number
  pollMs?: number
  patienceMs?: number
  promptMs?: number
  /** Replaces the wallet's responses. */
  wrap?: (signer: Signer) => Signer
  rpc?: (rpc: Rpc) => Rpc
  /** Holds back the state of the draft after it was read. */
  untilAnswered?: () => Promise<void>
}

/** A page with the review of a draft: a session, what it shows, and its wallet. */
export type ReviewPage = ReturnType<Deploying['open']>

/** Starts a chain, the app and its indexer; pages deploy drafts with the browser's session. */
export async function startDeploying() {
  const chain = await testChain()
  const server = await testServer({ networks: [chain.network] })
  const indexer = startTestIndexer(server)
  const sessions: DeploymentSession[] = []
  const { client } = chain
  const rpc = testRpc(chain)

  /** Creates a complete draft of a new wallet, which has funds unless `balance` is another. */
  async function draft(fields: object = {}, balance = parseEther('1')) {
    const { address: owner } = privateKeyToAccount(generatePrivateKey())
    await client.impersonateAccount({ address: owner })
    await client.setBalance({ address: owner, value: balance })
    const data = { ...complete, ...fields }
    const made = await server.postForm(path('create'), { data }, { as: owner })
    if (made.error) throw new Error(made.body)
    return { id: String(made.data.contract_id), owner }
  }

  /** Opens a page of the draft, in this browser. */
  function open({ id, owner }: Draft, options: OpenOptions = {}) {
    const wallet = testWallet(chain, options.walletChainId, options.before)
    const shown: DeploymentShown = {
      ...{ attempt: null, prepared: null, fault: null, created: null },
      isUnanswered: false,
    }
    const steps: string[] = []
    const faults: string[] = []
    const session = createDeploymentSession({
      ...{ draftId: id, account: owner, chainId: chain.id },
      factory: chain.contracts.factory,
      rpc: options.rpc?.(rpc) ?? rpc,
      blockTag: 'pending',
      depth: options.depth ?? 0,
      pollMs: options.pollMs ?? 15,
      ...(options.patienceMs !== undefined && { patienceMs: options.patienceMs }),
      ...(options.promptMs !== undefined && { promptMs: options.promptMs }),
      prepare: async () =>
        toPrepared(
          await done(server.post(path(id, 'prepare'), undefined, { as: owner })),
        ),
      read: async () => {
        const known = await done(server.get(path(id, 'deployment'), { as: owner }))
        await options.untilAnswered?.()
        return toServerDeployment(known)
      },
      report: (transaction_hash) =>
        server.post(path(id, 'sent'), { transaction_hash }, { as: owner }),
      signer: async () => options.wrap?.(wallet.signer) ?? wallet.signer,
      show(changes) {
        Object.assign(shown, changes)
        if (changes.attempt) steps.push(changes.attempt.step)
        if (changes.fault) faults.push(changes.fault.kind)
      },
      onChanged: () => undefined,
    })
    sessions.push(session)
    return { session, shown, steps, faults, wallet }
  }

  return {
    ...{ chain, server, client, rpc, draft, open },
    read: async ({ id, owner }: Draft) =>
      done(server.get(path(id, 'deployment'), { as: owner })),
    update: ({ id, owner }: Draft, changes: object) =>
      server.post(path(id, 'update'), changes, { as: owner }),
    /** Forgets the hash that a page reported, as where its report was lost. */
    forgetHash: ({ id }: Draft) =>
      server.database
        .updateTable('drafts')
        .set({ transaction_hash: null })
        .where('id', '=', id)
        .execute(),
    prepare: ({ id, owner }: Draft) =>
      server.post(path(id, 'prepare'), undefined, { as: owner }),
    /** Moves chain and server past every deadline. */
    async passDeadline() {
      await client.increaseTime({ seconds: 901 })
      await client.mine({ blocks: 1 })
      server.clock.advance(901_000)
    },
    /** Reads the name of a collection from the chain. */
    readName: (address: Address) =>
      client.readContract({ address, abi: collectionAbi, functionName: 'name' }),
    /** Resolves once the rows match the chain's head. */
    caughtUp: () => indexer.caughtUp(chain),
    /** Counts the collections that a wallet created, by the factory's events. */
    async countCreated(owner: Address): Promise<number> {
      const logs = await client.getContractEvents({
        address: chain.contracts.factory,
        abi: collectionFactoryAbi,
        eventName: 'CollectionCreated',
        args: { creator: owner },
        fromBlock: 0n,
      })
      return logs.length
    },
    async endAll() {
      for (const session of sessions.splice(0)) session.end()
      await client.setAutomine(true)
      await client.mine({ blocks: 1 })
    },
    async stop() {
      await indexer.stop()
      await server.close()
      await chain.stop()
    },
  }
}

type Draft = { id: string; owner: Address }

function path(...parts: string[]): string {
  return ['/api/contract/studio', ...parts].join('/')
}

const complete = {
  chain_alias: 'local',
  kind: 'drop',
  name: 'Tidewater',
  symbol: 'TIDE',
  max_supply: 100,
  phases: [
    {
      phase_id: 255,
      kind: 'public',
      title: 'Everyone',
      start: '2025-01-01T00:00:00Z',
      end: '2099-01-01T00:00:00Z',
      price_wei: '1000000000000000',
      max_per_wallet: 3,
      max_supply: null,
    },
  ],
}

/** Returns the data of a call. Rejects with the problem's code as its message. */
async function done(call: ReturnType<TestServer['get']>) {
  const { data, error } = await call
  if (error) throw new Error(error.code)
  return data
}
