import { concat, type Hex, keccak256, pad, slice } from 'viem'
import { describe, expect, test } from 'vitest'
import { collectionFactoryCode } from './bytecode/collection-factory.ts'
import { DEPLOYER } from './contract-deployment.ts'
import { deployedAddresses, deploymentPlan, isFactoryCode } from './deploy.ts'

const owner = '0x0000000000000000000000000000000000000F03'

test('each contract comes after those it depends on', () => {
  const plan = deploymentPlan(owner)
  const names = plan.map(({ contract }) => contract)
  expect(names).toEqual([
    'platform',
    'management',
    'drop',
    'soulbound',
    'edition',
    'split',
    'factory',
    'payouts',
  ])
  plan.forEach(({ to, data }, index) => {
    expect(to).toBe(DEPLOYER)
    expect(data.startsWith(`0x${'00'.repeat(32)}`)).toBe(true)
    const later = plan.slice(index).map(({ address }) => address.slice(2).toLowerCase())
    expect(later.filter((address) => data.includes(address))).toEqual([])
  })
})

test('every contract but those without an owner has another address for each owner', () => {
  const mine = deployedAddresses(deploymentPlan(owner))
  const other = deployedAddresses(deploymentPlan(DEPLOYER))
  expect(deployedAddresses(deploymentPlan(owner))).toEqual(mine)
  const { payouts, split, ...rest } = mine
  expect(other).toMatchObject({ payouts, split })
  expect(Object.values(other).filter((one) => Object.values(rest).includes(one))).toEqual(
    [],
  )
})

describe('the code of a factory', () => {
  const plan = deploymentPlan(owner)
  const code = factoryCode(plan)
  const flipped = (offset: number): Hex => {
    const at = 2 + 2 * offset
    const digit = code[at] === '0' ? '1' : '0'
    return `0x${code.slice(2, at)}${digit}${code.slice(at + 1)}`
  }

  test('is recognised with any owner of its platform', () => {
    expect(keccak256(code)).toBe(
      plan.find(({ contract }) => contract === 'factory')?.codeHash,
    )
    expect(isFactoryCode(code)).toBe(true)
    expect(isFactoryCode(factoryCode(deploymentPlan(DEPLOYER)))).toBe(true)
  })

  test('is not recognised when a byte of it differs', () => {
    const { immutables } = collectionFactoryCode
    const offsets = [0, 100, ...Object.values(immutables).flat(), (code.length - 4) / 2]
    for (const offset of offsets) expect(isFactoryCode(flipped(offset))).toBe(false)
    expect(isFactoryCode(flipped(immutables.platform[0] + 31))).toBe(false)
  })

  test.each<[string, Hex]>([
    ['nothing', '0x'],
    ['less of it', slice(code, 0, -1)],
    ['more of it', concat([code, '0x00'])],
    ['another contract', `0x${'60'.repeat((code.length - 2) / 2)}`],
    ['the code that makes it', collectionFactoryCode.creation],
  ])('is not %s', (_, other) => {
    expect(isFactoryCode(other)).toBe(false)
  })
})

/** Builds the code as a node returns it, in another way than `isFactoryCode` does. */
function factoryCode(plan: ReturnType<typeof deploymentPlan>): Hex {
  const { creation, runtimeStart, immutables } = collectionFactoryCode
  const addresses = deployedAddresses(plan)
  const values = {
    platform: addresses.platform,
    dropImplementation: addresses.drop,
    soulboundImplementation: addresses.soulbound,
    editionImplementation: addresses.edition,
    royaltySplitImplementation: addresses.split,
  }
  let code: Hex = slice(creation, runtimeStart)
  for (const name of Object.keys(values) as (keyof typeof values)[]) {
    for (const offset of immutables[name]) {
      code = concat([slice(code, 0, offset), pad(values[name]), slice(code, offset + 32)])
    }
  }
  // Safe: nodes return lower-case digits.
  return code.toLowerCase() as Hex
}
