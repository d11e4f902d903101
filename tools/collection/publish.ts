import type { Network } from '@platemark/api/config'
import type { Deployment } from '@platemark/api/deployments'
import type { Draft } from '@platemark/api/studio'
import { getDraft } from '@platemark/api/studio'
import type { CreatedCollection } from '@platemark/mint/deployment-context'
import { createDeploymentSession } from '@platemark/mint/deployment-session'
import { pendingDeployments } from '@platemark/mint/pending-deployments'
import { parseQuantity, tryRpc } from '@platemark/mint/read-contract'
import { formatAmount, roundToGwei } from '@platemark/rules/amounts'
import {
  type DeploymentFault,
  deploymentMessage,
} from '@platemark/rules/deployment-messages'
import { CommandError } from '../command-error.ts'
import { requireHex, waitForCollection } from '../local/collection.ts'
import {
  type ChainConnection,
  chooseBlockTag,
  choosePolling,
  connectNetwork,
  describeSubject,
} from './chain.ts'
import {
  readServerDeployment,
  reportHash,
  requestPreparation,
} from './deployment-calls.ts'
import { createKeySigner, resendSigned } from './key-signer.ts'
import { completeDraft } from './prepare.ts'
import { type CommandSession, findNetwork, formatPage } from './session.ts'

/** Deploys a draft with one transaction, or takes up the one that was sent. */
export async function publishCollection(session: CommandSession): Promise<void> {
  const { output } = session
  const { draft, network, deployment } = await completeDraft(session)
  if (deployment.state === 'indexed') return printPublished(session, draft, null)
  const chain = connectNetwork(session, network)
  if (deployment.state === 'open') {
    await requireCoins(session, { deployment, network, chain })
    output.note(`Publishing ${draft.fields.name} on ${network.name} ...`)
  }
  const isSent =
    (await takeUpSent(session, draft, { network, chain })) ||
    (await isKnown(chain, deployment.transaction_hash))
  const created = await deploy(session, draft, { network, chain, isSent })
  await waitForCollection(session.api, network.alias, created.collection)
  const params = { contract_id: draft.contract_id }
  const published = await session.api.call(getDraft, { params })
  printPublished(session, published, created)
}

function printPublished(
  session: CommandSession,
  draft: Draft,
  created: CreatedCollection | null,
): void {
  const network = findNetwork(session, draft.fields.chain_alias)
  const page = formatPage(session, draft)
  session.output.result(
    {
      ...{ command: 'publish', draft_id: draft.contract_id, page },
      ...{ chain_alias: network.alias, contract_address: draft.contract_address },
      transaction_hash: created?.hash ?? null,
      block_number: created?.blockNumber ?? null,
      is_new: created !== null,
    },
    [
      created
        ? `Published at ${draft.contract_address} on ${network.name}.`
        : `It is already published, at ${draft.contract_address} on ${network.name}.`,
      page,
    ],
  )
}

type Place = { network: Network; chain: ChainConnection }

/**
 * Throws a `CommandError` with the amount needed if the account cannot pay for a deployment;
 * nothing is prepared then.
 */
async function requireCoins(
  { account }: CommandSession,
  { deployment, network, chain }: Place & { deployment: Deployment },
): Promise<void> {
  if (!deployment.cost) return
  const parameters = [account.address, chooseBlockTag(network)]
  const balance = parseQuantity(await chain.rpc('eth_getBalance', parameters))
  const needed = BigInt(deployment.cost.network_fee_wei)
  if (balance >= needed) return
  const amount = (wei: bigint, rounding: 'up' | 'down') =>
    formatAmount(roundToGwei(wei, rounding), network.native_currency)
  throw new CommandError(
    `${account.address} has ${balance === 0n ? 'no coins' : `only ${amount(balance, 'down')}`} on ${network.name}. The deployment needs about ${amount(needed, 'up')}: send that to it and run the command again. Nothing was sent yet.`,
  )
}

/** Returns whether a node knows a transaction that was sent elsewhere. */
async function isKnown({ rpc }: ChainConnection, hash: string | null): Promise<boolean> {
  return hash !== null && (await tryRpc(rpc, 'eth_getTransactionByHash', [hash])) !== null
}

/**
 * Gives the session of the deployment the transaction that an earlier run signed; false where
 * there is none that may be mined.
 */
async function takeUpSent(
  session: CommandSession,
  { contract_id }: Draft,
  { network, chain }: Place,
): Promise<boolean> {
  const { state, account, output } = session
  const { deployment: signed } = state.read()
  if (!signed) return false
  if (!(await resendSigned(signed, session, chain.rpc))) {
    state.change({ deployment: undefined })
    return false
  }
  output.note(`Following the transaction ${signed.hash} that was sent before ...`)
  const { hash, nonce, since_block, sent_at, collection, deadline, to } = signed
  await pendingDeployments.save({
    ...{ draftId: contract_id, account: account.address, chainId: network.id },
    ...{ contract: to, collection, deadline, hash, nonce },
    ...{ sinceBlock: BigInt(since_block), sentAt: sent_at },
  })
  return true
}

/**
 * Sends the transaction of a draft, unless it was sent, and resolves once its collection exists.
 */
function deploy(
  session: CommandSession,
  { contract_id, fields }: Draft,
  { network, chain, isSent }: Place & { isSent: boolean },
): Promise<CreatedCollection> {
  const { api, account, output, state } = session
  const factory = network.contracts?.factory
  if (!factory) {
    throw new CommandError(`The operator has not set up ${network.name} for collections.`)
  }
  let isFollowing = isSent
  let prepared: { collection: `0x${string}`; deadline: number } | undefined
  const signer = createKeySigner(session, {
    ...{ network, chain },
    onSigned(signed) {
      if (!prepared) throw new Error('deployment was signed before it was prepared')
      state.change({ deployment: { ...signed, ...prepared } })
    },
  })
  return new Promise((resolve, reject) => {
    const noted = new Set<string>()
    const noteOnce = (sentence: string) => {
      if (noted.has(sentence)) return
      noted.add(sentence)
      output.note(sentence)
    }
    const toError = (fault: DeploymentFault) => {
      if (fault.kind === 'unprepared' && fault.error instanceof Error) return fault.error
      const message = deploymentMessage(fault, describeSubject(session, network))
      return new CommandError(`${fields.name}: ${message?.title}. ${message?.text}`)
    }
    /** Goes on where the server knows the end of what was followed, and no node shows it. */
    const takeUpEnd = async () => {
      const { isIndexed, hash } = await readServerDeployment(api, contract_id)
      const collection = prepared?.collection ?? state.read().deployment?.collection
      if (isIndexed && collection) {
        running.end()
        return resolve({ collection, hash, blockNumber: null })
      }
      if (isFollowing) {
        // What was sent before can no longer be mined.
        isFollowing = false
        return running.deploy()
      }
      running.end()
      const text = `${fields.name} was opened for changes on another device. Run the command again to publish it.`
      reject(new CommandError(text))
    }
    const running = createDeploymentSession({
      draftId: contract_id,
      ...{ account: account.address, chainId: network.id, factory: requireHex(factory) },
      ...{ rpc: chain.rpc, blockTag: chooseBlockTag(network) },
      ...{ depth: network.confirmations, ...choosePolling(network) },
      async prepare() {
        const answer = await requestPreparation(api, contract_id)
        prepared = { collection: answer.collection, deadline: answer.deadline }
        return answer
      },
      read: () => readServerDeployment(api, contract_id),
      report: (hash) => reportHash(api, contract_id, hash),
      signer: async () => signer,
      onChanged: () => undefined,
      show({ attempt, prepared: shown, fault, created }) {
        if (attempt?.step === 'sent') noteOnce(`Sent as ${attempt.hash}.`)
        if (created) {
          running.end()
          resolve(created)
        } else if (fault) {
          running.end()
          reject(toError(fault))
        } else if (attempt === null && shown === null) {
          void takeUpEnd().catch(reject)
        }
      },
    })
    // A session follows on its own what it finds.
    if (!isFollowing) void running.deploy()
  })
}
