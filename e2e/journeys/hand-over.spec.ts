import { randomBytes } from 'node:crypto'
import { collectionAbi } from '@platemark/abi/collection'
import type { Page } from '@playwright/test'
import { type Address, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { readContract } from 'viem/actions'
import { signIn } from '../../tools/local/api.ts'
import { violations } from '../fixtures/axe.ts'
import { holdRequests } from '../fixtures/intercept.ts'
import { createChainClient, fund } from '../fixtures/mint-panel.ts'
import { newCollection, openPhase } from '../fixtures/new-collection.ts'
import { passTime, shortly } from '../fixtures/paused-clock.ts'
import { openWithSession } from '../fixtures/signed-in.ts'
import { expect, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { openAs, openOther } from '../fixtures/two-browsers.ts'
import { firstNetwork } from '../fixtures/wallet-networks.ts'

/** A collection handed from its owner to another wallet. */

const newAccount = () => privateKeyToAccount(generatePrivateKey())

/** Makes a collection of a new creator, who and an heir can pay network fees. */
async function startHandOver(stack: Stack) {
  const creatorKey = generatePrivateKey()
  const creator = privateKeyToAccount(creatorKey)
  const heir = newAccount()
  const name = `Quiet Shore ${randomBytes(3).toString('hex')}`
  const path = await newCollection({
    ...{ url: stack.url, name, creatorKey, phases: [openPhase()] },
  })
  const place = path.slice('/collection'.length)
  const { data } = await (await fetch(`${stack.url}/api/contract${place}`)).json()
  await fund(stack, { accounts: [creator, heir] })
  const { token } = await signIn(stack.url, creator)
  const headers = { authorization: `Bearer ${token}` }
  const list = await fetch(`${stack.url}/api/contract/studio/list`, { headers })
  const [entry] = (await list.json()).data
  const contract: Address = data.contract_address
  const read = (functionName: 'owner' | 'pendingOwner') =>
    readContract(createChainClient(stack), {
      ...{ address: contract, abi: collectionAbi, functionName },
    })
  return { creator, heir, name, id: String(entry.contract_id), read }
}

/** Fills the form that offers a collection. */
async function fillOffer(page: Page, name: string, to: string) {
  await page.getByLabel('New owner').fill(to)
  await page.getByLabel('Type the name to confirm').fill(name)
}

const sendOffer = (page: Page) =>
  page.getByRole('button', { name: 'Offer the collection' })

test('a collection is offered, found in the studio of its new owner, and accepted', async ({
  page,
  browser,
  stack,
  faults,
}) => {
  faults.allow(/404/)
  const { creator, heir, name, id, read } = await startHandOver(stack)
  await page.clock.install()
  await openAs(page, stack, { account: creator, path: `/studio/${id}` })
  await page.getByRole('button', { name: 'Hand over' }).click()
  const owner = page.getByLabel('New owner')
  await owner.fill(creator.address)
  await expect(page.getByText('This is your own wallet')).toHaveCount(2)
  await expect(sendOffer(page)).toHaveAccessibleDescription(/^This is your own wallet/)
  await owner.fill(`${heir.address.slice(0, -1)}`)
  await expect(page.getByText('39 digits after 0x, an address has 40')).toHaveCount(2)
  await owner.fill(heir.address)
  await expect(sendOffer(page)).toBeDisabled()
  expect(await violations(page)).toEqual([])
  await fillOffer(page, name, heir.address)
  const index = await holdRequests(page, '**/offer')
  await sendOffer(page).click()
  await expect(page.getByText(/^Ownership offered: in block/)).toBeVisible()
  await expect(sendOffer(page)).toBeHidden()
  index.release()
  await expect(page.getByText(/^Offered to 0x/)).toBeVisible()
  expect(await read('pendingOwner')).toBe(heir.address)

  const other = await openOther(browser, stack, { account: heir, path: '/studio' })
  await other.getByRole('link', { name: `View the offer of ${name}` }).click()
  await expect(
    other.getByRole('heading', { name: `${name} is offered to you` }),
  ).toBeVisible()
  expect(await violations(other)).toEqual([])
  const accept = other.getByRole('button', { name: 'Accept the collection' })
  const later = await holdRequests(other, '**/offer')
  await accept.click()
  await expect(other.getByText(/^Collection accepted: in block/)).toBeVisible()
  await expect(accept).toBeHidden()
  later.release()
  await expect(other.getByRole('heading', { name: `${name} is yours` })).toBeVisible()
  expect(await read('owner')).toBe(heir.address)
  await passTime(page, () =>
    expect(page.getByRole('heading', { name: /^Handed over to 0x/ })).toBeVisible(
      shortly,
    ),
  )
  expect(await violations(page)).toEqual([])
  await page.reload()
  await expect(
    page.getByRole('heading', { name: 'None of your collections is at this address' }),
  ).toBeVisible()
})

test('an offer is declined in the wallet, made and withdrawn: nothing moved, and the other wallet finds none', {
  tag: '@soak',
}, async ({ page, browser, stack, faults }) => {
  faults.allow(/404/)
  const { creator, heir, name, id, read } = await startHandOver(stack)
  const place = { url: stack.url, path: `/studio/${id}?change=owner` }
  const wallet = await openWithSession(page, place, {
    ...firstNetwork(stack),
    accounts: [creator],
  })
  const decline = async (press: () => Promise<void>) => {
    wallet.setPolicy('eth_sendTransaction', 'reject')
    await press()
    await expect(page.getByText('You declined in the wallet')).toBeVisible()
    wallet.setPolicy('eth_sendTransaction', 'allow')
  }
  await fillOffer(page, name, heir.address)
  await decline(() => sendOffer(page).click())
  expect(await read('pendingOwner')).toBe(zeroAddress)
  await expect(page.getByLabel('New owner')).toHaveValue(heir.address)
  await sendOffer(page).click()
  await expect(page.getByText(/^Offered to 0x/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  const cancel = page.getByRole('button', { name: 'Cancel the offer' })
  await decline(() => cancel.click())
  expect(await read('pendingOwner')).toBe(heir.address)
  await cancel.click()
  await expect(page.getByLabel('New owner')).toBeVisible()
  expect(await read('pendingOwner')).toBe(zeroAddress)
  expect(await read('owner')).toBe(creator.address)
  const accept = `/studio/${id}/accept`
  const other = await openOther(browser, stack, { account: heir, path: accept })
  await expect(
    other.getByRole('heading', { name: 'No collection is offered to this wallet' }),
  ).toBeVisible()
  expect(await violations(other)).toEqual([])
})
