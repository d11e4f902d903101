import {
  type Address,
  concat,
  type Hex,
  maxUint256,
  numberToHex,
  pad,
  toEventSelector,
  zeroHash,
} from 'viem'
import type { ScenarioContext, Sent } from './context.ts'

const CELEBRITY: Address = '0xce1eb0000000000000000000000000000000ce1e'

const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
const TRANSFER_SINGLE = toEventSelector(
  'TransferSingle(address,address,address,uint256,uint256)',
)
const MINTED = toEventSelector('Minted(uint256)')
const LIST_ADDED = toEventSelector('ListAdded(bytes32,bytes32)')
const CREATED = toEventSelector('CollectionCreated(address,address,bytes32,uint8,bytes)')

/** Returns a call that makes a foreign contract emit a log that ours never emitted. */
export function spoofLog(context: ScenarioContext): Sent {
  const { random, model, spoofers, accounts } = context
  const copied = random.anyOf(model.recentLogs)
  const created = model.recentLogs.find(({ topics }) => topics[0] === CREATED)
  const claimed = random.anyOf([...model.collections.keys(), ...spoofers]) ?? CELEBRITY
  const account = pad(random.oneOf(accounts))
  const id = numberToHex(random.between(1, 100), { size: 32 })
  const most = numberToHex(maxUint256, { size: 32 })
  const spoofed = random.oneOf<[topics: Hex[], data: Hex]>([
    // The same topics and data as a log of our contracts.
    [copied?.topics ?? [TRANSFER], copied?.data ?? '0x'],
    // A creation by another factory.
    [[CREATED, pad(claimed), account], created?.data ?? '0x'],
    // Transfers of a well-known wallet.
    [[TRANSFER, zeroHash, pad(CELEBRITY), id], '0x'],
    [[TRANSFER, pad(CELEBRITY), account, id], '0x'],
    // Values above the range of every column.
    [[MINTED], most],
    [[TRANSFER, zeroHash, account, most], '0x'],
    [[TRANSFER_SINGLE, account, zeroHash, account], concat([most, most])],
    // Too few topics or bytes, or no signature.
    [[], '0x'],
    [[TRANSFER], '0x01'],
    [[LIST_ADDED], zeroHash],
    [[CREATED, zeroHash, zeroHash], '0xff'],
  ])
  return {
    from: random.oneOf(accounts),
    to: random.oneOf(spoofers),
    data: encodeSpoofedLog(...spoofed),
  }
}

/** Creation code of a contract that emits its calldata as a log: count, four topics, data. */
export const loggingContract = concat([
  // Copies the 52 bytes of code behind these 11 to memory and returns them.
  '0x603480600b6000396000f3',
  '0x60613560413560213560013560813603806081600037600060003560001a600302602501565ba0005ba1005ba2005ba3005ba400',
])

function encodeSpoofedLog(topics: readonly Hex[], data: Hex): Hex {
  const count = numberToHex(topics.length, { size: 1 })
  const words = Array.from({ length: 4 }, (_, at) => topics[at] ?? zeroHash)
  return concat([count, ...words, data])
}
