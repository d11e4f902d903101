import { expect, test } from 'vitest'
import { addressesIn, DEPLOYER, deploymentPlan } from './deploy.ts'

const owner = '0x0000000000000000000000000000000000000F03'

test('the contracts come in an order in which each finds those it names', () => {
  const plan = deploymentPlan(owner)
  const names = plan.map(({ contract }) => contract)
  expect(names).toEqual([
    'platform',
    'management',
    'drop',
    'soulbound',
    'edition',
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

test('every contract but the one without an owner has another address for each owner', () => {
  const mine = addressesIn(deploymentPlan(owner))
  const other = addressesIn(deploymentPlan(DEPLOYER))
  expect(addressesIn(deploymentPlan(owner))).toEqual(mine)
  const { payouts, ...rest } = mine
  expect(other.payouts).toBe(payouts)
  expect(Object.values(other).filter((one) => Object.values(rest).includes(one))).toEqual(
    [],
  )
})
