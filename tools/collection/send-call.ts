import { collectionAbi } from '@platemark/abi/collection'
import type { Network } from '@platemark/api/config'
import { createCallSession } from '@platemark/mint/call-session'
import { type CallScope, pendingCalls } from '@platemark/mint/pending-calls'
import { type CallFault, callMessage } from '@platemark/rules/call-messages'
import type { Address, Hex } from 'viem'
import { CommandError } from '../command-error.ts'
import {
  type ChainConnection,
  chooseBlockTag,
  choosePolling,
  describeSubject,
} from './chain.ts'
import { createKeySigner, resendSigned } from './key-signer.ts'
import type { CommandSession } from './session.ts'
import type { SignedTransaction } from './state-file.ts'

type CallPlace = {
  network: Network
  chain: ChainConnection
  contract: Address
  /** One transaction is on its way for each topic. */
  topic: string
}

/**
 * Returns what the sessions of packages/mint need to call a contract with the key. The first
 * transaction takes the place of `replaced`.
 */
export function describeCalls(
  session: CommandSession,
  { network, chain, contract, topic }: CallPlace,
  replaced?: SignedTransaction,
) {
  const signer = createKeySigner(session, {
    ...{ network, chain, replaced },
    onSigned: (signed) => keepCall(session, topic, signed),
  })
  return {
    ...{ account: session.account.address, chainId: network.id, contract, topic },
    ...{ rpc: chain.rpc, blockTag: chooseBlockTag(network) },
    ...{ depth: network.confirmations, signer: async () => signer },
    ...choosePolling(network),
  }
}

function keepCall(
  { state }: CommandSession,
  topic: string,
  signed: SignedTransaction | undefined,
): void {
  const { [topic]: _, ...others } = state.read().calls ?? {}
  state.change({ calls: signed ? { ...others, [topic]: signed } : others })
}

/**
 * Gives the sessions of a topic the transaction that an earlier run signed, so that they follow
 * it; false where there is none that may still be mined.
 */
export async function takeUpCall(
  session: CommandSession,
  place: CallPlace,
  label: string,
): Promise<boolean> {
  const { state, account, output } = session
  const { topic, network, chain, contract } = place
  const signed = state.read().calls?.[topic]
  if (!signed) return false
  if (!(await resendSigned(signed, session, chain.rpc))) {
    endCall(session, topic)
    return false
  }
  output.note(`Following the transaction ${signed.hash} that was sent before ...`)
  const { hash, nonce, since_block, sent_at } = signed
  const scope: CallScope = {
    ...{ account: account.address, chainId: network.id, contract, topic },
  }
  await pendingCalls.save({
    ...{ ...scope, label, hash, nonce, isMined: false },
    ...{ sinceBlock: BigInt(since_block), sentAt: sent_at },
  })
  return true
}

/** Forgets the transaction of a topic, which ended. */
export function endCall(session: CommandSession, topic: string): void {
  keepCall(session, topic, undefined)
}

/** Returns the error of a transaction that changed nothing. */
export function toCallError(
  session: CommandSession,
  network: Network,
  fault: CallFault,
): CommandError {
  const { title, text } = callMessage(fault, describeSubject(session, network))
  return new CommandError(`${title}. ${text}`)
}

/**
 * Sends one transaction to a contract and resolves to its hash once it is in a block. One that an
 * earlier run sent is followed instead. Throws `CommandError`.
 */
export async function sendCall(
  session: CommandSession,
  place: CallPlace,
  { data, valueWei, label }: { data: Hex; valueWei: bigint; label: string },
): Promise<Hex> {
  await takeUpCall(session, place, label)
  return new Promise((resolve, reject) => {
    const running = createCallSession({
      ...describeCalls(session, place),
      abi: collectionAbi,
      onChanged: () => undefined,
      show({ mined, fault }) {
        if (!mined && !fault) return
        running.end()
        endCall(session, place.topic)
        if (mined) resolve(mined.receipt.transactionHash)
        else if (fault) reject(toCallError(session, place.network, fault))
      },
    })
    void running.send({ data, valueWei, label })
  })
}
