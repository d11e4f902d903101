// Records what the public library of the Abstract Global Wallet makes of random input. Its packages
// are installed here only, by `npm run soak -- wallet-oracles`.
import { createRecordedNode } from '../../wallet/recorded-node.ts'
import { bytes, load, record, toText } from './recording.mjs'

const { privateKeyToAccount } = await load('viem/accounts')
const { abstractTestnet } = await load('viem/chains')
/** The newest library, and the one whose rules are specified. */
const libraries = {
  latest: {
    ...(await load('agw-client')),
    ...(await load('agw-client/sessions')),
  },
  specified: {
    ...(await load('agw-client-specified')),
    ...(await load('agw-client-specified/sessions')),
  },
}
const SECONDS = 1_800_000_000
Date.now = () => SECONDS * 1000

await record(async (random) => ({ seconds: SECONDS, ...(await recordCase(random)) }))

async function recordCase(random) {
  const facts = {
    chainId: 11124,
    isDeployed: random.isLucky(70),
    hasSessionModule: random.isLucky(50),
    nonce: random.between(0, 300),
    ...createFees(random),
  }
  const key = bytes(random, 32)
  const address = bytes(random, 20)
  const input = { facts, key, address, ...createInput(random) }
  // A session sends for deployed accounts with the module only.
  if (input.kind === 'session') {
    facts.isDeployed = true
    facts.hasSessionModule = true
    input.session.signer = privateKeyToAccount(key).address
    fitSession(random, input)
  }
  const specified = await answer(libraries.specified, input)
  // Fees of the newest library are not those that are specified.
  if (input.kind !== 'transaction' || input.hasFees) {
    const latest = await answer(libraries.latest, input)
    if (input.hasFees !== false && latest !== specified)
      throw new Error(`the libraries disagree on ${JSON.stringify(input, toText)}`)
  }
  return { ...input, output: specified }
}

function createInput(random) {
  const kinds = ['transaction', 'batch', 'message', 'typed', 'hash', 'session']
  const kind = random.oneOf(kinds)
  if (kind === 'transaction') {
    const hasFees = random.isLucky(50)
    return { kind, hasFees, transaction: createTransaction(random, hasFees) }
  }
  if (kind === 'batch') {
    const count = random.between(1, 4)
    const calls = Array.from({ length: count }, () => createCall(random))
    return { kind, hasFees: false, calls }
  }
  if (kind === 'message') return { kind, message: bytes(random, random.between(1, 200)) }
  if (kind === 'typed') return { kind, text: bytes(random, random.between(0, 90)) }
  if (kind === 'hash') return { kind, session: createSession(random) }
  return { kind, hasFees: false, session: createSession(random) }
}

async function answer(library, input) {
  const { facts, key, address } = input
  const { transport, sent } = createRecordedNode(facts)
  const signer = privateKeyToAccount(key)
  const chain = abstractTestnet
  if (input.kind === 'hash') return library.getSessionHash(input.session)
  if (input.kind === 'session') {
    const options = { account: address, chain, signer, session: input.session, transport }
    const client = library.createSessionClient(options)
    await client.sendTransaction({ ...input.transaction })
    return sent[0]
  }
  const transports = { transport, publicTransport: transport }
  const client = await library.createAbstractClient({
    signer,
    chain,
    address,
    ...transports,
  })
  if (input.kind === 'message')
    return client.signMessage({ message: { raw: input.message } })
  if (input.kind === 'typed') return client.signTypedData(createTyped(input.text))
  if (input.kind === 'batch') await client.sendTransactionBatch({ calls: input.calls })
  else await client.sendTransaction({ ...input.transaction })
  return sent[0]
}

function createTyped(text) {
  return {
    domain: { name: 'Platemark', version: '1', chainId: 11124 },
    types: { Note: [{ name: 'text', type: 'bytes' }] },
    primaryType: 'Note',
    message: { text },
  }
}

function createTransaction(random, hasFees) {
  const fees = createFees(random)
  const sponsor = { paymaster: bytes(random, 20), paymasterInput: bytes(random, 36) }
  return {
    ...createCall(random),
    ...(hasFees && fees),
    ...(random.isLucky(20) && sponsor),
  }
}

function createFees(random) {
  return {
    gas: BigInt(random.between(21_000, 10_000_000)),
    maxFeePerGas: BigInt(random.between(25_000_000, 10 ** 12)),
    maxPriorityFeePerGas: BigInt(random.between(0, 1000)),
  }
}

function createCall(random) {
  return {
    to: bytes(random, 20),
    value: random.isLucky(30) ? 0n : BigInt(random.between(1, 2 ** 50)),
    data: bytes(random, random.oneOf([4, 36, 68, random.between(5, 300)])),
  }
}

function createSession(random) {
  return {
    signer: bytes(random, 20),
    expiresAt: BigInt(SECONDS + random.between(1, 10 ** 7)),
    feeLimit: createLimit(random, [1, 2]),
    callPolicies: Array.from({ length: random.between(0, 3) }, () => ({
      target: bytes(random, 20),
      selector: bytes(random, 4),
      maxValuePerUse: BigInt(random.between(0, 2 ** 50)),
      valueLimit: createLimit(random, [0, 1, 2]),
      constraints: Array.from({ length: random.between(0, 3) }, () => ({
        condition: random.between(0, 6),
        index: BigInt(random.between(0, 9)),
        refValue: bytes(random, 32),
        limit: createLimit(random, [0, 1, 2]),
      })),
    })),
    transferPolicies: Array.from({ length: random.between(0, 3) }, () => ({
      target: bytes(random, 20),
      maxValuePerUse: BigInt(random.between(0, 2 ** 50)),
      valueLimit: createLimit(random, [0, 1, 2]),
    })),
  }
}

function createLimit(random, types) {
  const limitType = random.oneOf(types)
  return {
    limitType,
    limit: limitType === 0 ? 0n : BigInt(random.between(0, 2 ** 52)),
    period: limitType === 2 ? BigInt(random.between(1, 10 ** 6)) : 0n,
  }
}

/** Adds a transaction that a policy of the session allows. */
function fitSession(random, input) {
  const { session } = input
  const policy = random.anyOf([...session.callPolicies, ...session.transferPolicies])
  if (!policy) {
    session.transferPolicies.push({
      target: bytes(random, 20),
      maxValuePerUse: 100n,
      valueLimit: createLimit(random, [0]),
    })
  }
  const { target, selector } = policy ?? session.transferPolicies[0]
  const words = bytes(random, 32 * random.between(0, 4)).slice(2)
  input.transaction = {
    to: target,
    value: BigInt(random.between(0, 1000)),
    ...(selector && { data: selector + words }),
  }
}
