import { collectionAbi } from '@platemark/abi/collection'
import { reasonCodes } from '@platemark/rules/reason-codes'
import { listMintReasons } from '@platemark/rules/states'
import { decodeFunctionResult, encodeFunctionData, toHex } from 'viem'
import { drawn } from '../fixtures/extent.ts'
import {
  connect,
  createChainClient,
  dropOptions,
  fund,
  panel,
  rabby,
  readContractAddress,
} from '../fixtures/mint-panel.ts'
import { newCollection, openPhase, toTime } from '../fixtures/new-collection.ts'
import { expect, test } from '../fixtures/stack.ts'
import { stillClock } from '../fixtures/still-clock.ts'

test('changes state in the same second as the contract, on a chain with blocks on demand', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  const start = Math.floor(Date.now() / 1000) + 3600
  const end = start + 3600
  const path = await newCollection({
    ...dropOptions(stack),
    name: 'On The Dot',
    phases: [openPhase({ start: toTime(start), end: toTime(end) })],
  })
  await fund(stack, wallet)
  const contract = await readContractAddress(page, path)
  await page.goto(path)
  await connect(page)

  const moveTo = await stillClock(page)
  const seconds = [start - 1, start, start + 1, end - 1, end, end + 1]
  for (const now of drawn(seconds, 3)) {
    await moveTo(now)
    await page.goto(path)
    const [reason] = await reasonsAt(stack, contract, wallet.address(), now)
    const expectedState = reason ? reasonCodes[reason] : 'ready'
    await expect(panel(page), `at ${now - start}`).toHaveAttribute(
      'data-state',
      expectedState,
    )
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** Returns the contract's result in a block of that second. */
async function reasonsAt(
  stack: Parameters<typeof createChainClient>[0],
  to: `0x${string}`,
  account: `0x${string}`,
  now: number,
) {
  const abi = collectionAbi
  const call = { abi, functionName: 'checkMint' } as const
  const data = encodeFunctionData({ ...call, args: [account, 1n, 0n, []] })
  const chain = createChainClient(stack)
  const answer = await chain.request({
    method: 'eth_call',
    params: [{ to, data }, 'latest', {}, { time: toHex(now) }],
  } as never)
  const [bits] = decodeFunctionResult({ ...call, data: answer })
  return listMintReasons(bits)
}
