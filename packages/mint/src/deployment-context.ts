import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import type { DeploymentFault } from '@platemark/rules/deployment-messages'
import type { Address, Hex } from 'viem'
import { toCallFault } from './call-context.ts'
import type { PreparedCollection } from './find-deployment.ts'
import type { PendingDeployment } from './pending-deployments.ts'
import type { WalletAttempt } from './request-pending.ts'
import type { Signer } from './request-transaction.ts'
import type { BlockTag, Rpc } from './rpc.ts'
import type { PreparedDeployment } from './send-deployment.ts'
import type { SentAttempt } from './track-pending.ts'

/** Deployment of a draft, as the server stores it. */
export type ServerDeployment = {
  /** The prepared collection; null while the draft can be changed. */
  prepared: { collection: Address; deadline: number } | null
  /** The collection is indexed. */
  isIndexed: boolean
  /** The hash that another page reported; it may be of any transaction. */
  hash: Hex | null
}

export type DeploymentAttempt = { step: 'preparing' } | WalletAttempt | SentAttempt

export type CreatedCollection = {
  collection: Address
  /** Null where the transaction was not found. */
  hash: Hex | null
  blockNumber: bigint | null
}

/** The parts of a page that a session changes; null where there is nothing to show. */
export type DeploymentShown = {
  attempt: DeploymentAttempt | null
  /** The prepared collection, while its transaction can be mined. */
  prepared: { collection: Address; deadline: number } | null
  /** Why the last attempt failed, until the next one. */
  fault: DeploymentFault | null
  /** The wallet has not answered a request, and may still send it. */
  isUnanswered: boolean
  created: CreatedCollection | null
}

export type DeploymentOptions = {
  draftId: string
  /** The creator, whose wallet alone can send the prepared transaction. */
  account: Address
  chainId: number
  factory: Address
  rpc: Rpc
  blockTag: BlockTag
  /** Blocks above the creation until it counts as final. */
  depth: number
  /** Freezes the draft on the server; rejects with what prevents it. */
  prepare(): Promise<PreparedDeployment>
  /** Reads the state on the server. */
  read(): Promise<ServerDeployment>
  /** Keeps the hash on the server, for other devices. */
  report(hash: Hex): Promise<unknown>
  /** Opens the draft again whose prepared transaction the wallet declined. */
  decline?(collection: Address): Promise<unknown>
  /** Returns the wallet; called when it is needed. */
  signer(): Promise<Signer>
  show(changes: Partial<DeploymentShown>): void
  /** Called when earlier reads of the server are out of date. */
  onChanged(): void
  /** Milliseconds, as those of a mint session; for tests. */
  pollMs?: number
  patienceMs?: number
  promptMs?: number
}

/** A session with its state, for the files of the deployment session only. */
export type DeploymentContext = DeploymentOptions & {
  /** Aborted by `end`. */
  signal: AbortSignal
  isSending: boolean
  /** Counts attempts to send: a state that was read before the last one is out of date. */
  sends: number
  /** Ends the wait for the request that the wallet shows; null where it shows none. */
  stopWaiting: (() => void) | null
  /** The collection exists. */
  isCreated: boolean
  /** The deployment that is followed, with what aborts that. */
  followed: { deployment: Followed; stop: AbortController } | null
}

/** A deployment on its way; `sent` is null where its transaction is not known. */
export type Followed = { prepared: PreparedCollection; sent: PendingDeployment | null }

/** Problem that prevents a preparation, as the server answered it. */
export class PreparationError extends Error {}

/** Returns why a deployment was not sent. */
export function toFault(error: unknown): DeploymentFault {
  if (error instanceof PreparationError) return { kind: 'unprepared', error: error.cause }
  return toCallFault(error, collectionFactoryAbi)
}
