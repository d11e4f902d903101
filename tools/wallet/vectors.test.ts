import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSession } from '@platemark/wallet/session-keys/session-client'
import {
  hashSessionSpec,
  type SessionSpec,
} from '@platemark/wallet/session-keys/session-spec'
import {
  type BatchCall,
  openSmartAccount,
  type SmartTransaction,
} from '@platemark/wallet/smart-account/smart-account'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { abstractTestnet } from 'viem/chains'
import { afterEach, expect, test, vi } from 'vitest'
import { createRecordedNode, type NodeFacts } from './recorded-node.ts'

/** Input, and what the public library made of it. */
type Vector = {
  seconds: number
  facts: NodeFacts
  key: Hex
  address: Hex
  output: Hex
} & (
  | { kind: 'transaction'; transaction: SmartTransaction }
  | { kind: 'batch'; calls: BatchCall[] }
  | { kind: 'message'; message: Hex }
  | { kind: 'typed'; text: Hex }
  | { kind: 'hash'; session: SessionSpec }
  | { kind: 'session'; session: SessionSpec; transaction: SmartTransaction }
)

/** Recorded by `npm run soak -- wallet-oracles`, which names its own file. */
const file = process.env.WALLET_VECTORS ?? join(import.meta.dirname, 'vectors.jsonl')

const vectors: Vector[] = readFileSync(file, 'utf8').trim().split('\n').map(parse)

afterEach(() => {
  vi.useRealTimers()
})

const kinds = ['transaction', 'batch', 'message', 'typed', 'hash', 'session'] as const

test.each(kinds)(
  'every %s is that of the public library, byte for byte',
  async (kind) => {
    const ours = vectors.filter((vector) => vector.kind === kind)
    expect(ours.length).toBeGreaterThan(1)
    for (const vector of ours) {
      vi.useFakeTimers({ toFake: ['Date'], now: vector.seconds * 1000 })
      expect(await answer(vector)).toBe(vector.output)
    }
  },
  300_000,
)

async function answer(vector: Vector): Promise<Hex | undefined> {
  const { facts, key, address } = vector
  if (vector.kind === 'hash') return hashSessionSpec(vector.session)
  const { transport, sent } = createRecordedNode(facts)
  const signer = privateKeyToAccount(key)
  const chain = abstractTestnet
  if (vector.kind === 'session') {
    const { session: spec, transaction } = vector
    const session = openSession({ account: address, signer, spec, chain, transport })
    await session.sendTransaction(transaction)
    return sent[0]
  }
  const account = await openSmartAccount({ signer, chain, transport, address })
  if (vector.kind === 'message') return account.signMessage({ raw: vector.message })
  if (vector.kind === 'typed') return account.signTypedData(createTyped(vector.text))
  if (vector.kind === 'batch') await account.sendBatch(vector.calls)
  else await account.sendTransaction(vector.transaction)
  return sent[0]
}

function createTyped(text: Hex) {
  return {
    domain: { name: 'Platemark', version: '1', chainId: 11124 },
    types: { Note: [{ name: 'text', type: 'bytes' }] },
    primaryType: 'Note',
    message: { text },
  } as const
}

function parse(line: string): Vector {
  return JSON.parse(line, (_key, value) =>
    typeof value === 'string' && /^\d+n$/.test(value)
      ? BigInt(value.slice(0, -1))
      : value,
  )
}
