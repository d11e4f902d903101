import { campaignBadgesAbi as abi } from '@platemark/abi/campaign-badges'
import { claimReward, joinCampaign } from '@platemark/api/campaigns'
import type { Page } from '@playwright/test'
import { getAddress, type Hex } from 'viem'
import { waitForTransactionReceipt, writeContract } from 'viem/actions'
import { signIn } from '../../tools/local/api.ts'
import { violations } from '../fixtures/axe.ts'
import { createChainClient } from '../fixtures/mint-panel.ts'
import { mintedCollection } from '../fixtures/minted-collection.ts'
import { openWithSession } from '../fixtures/signed-in.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import type { BridgedWallet } from '../fixtures/wallet-bridge.ts'

/** From a reward that is reached to the badge on the chain, as the server reads it. */

const alias = 'superchain-stamp-card'
const params = { alias, key: 'one' }

/** Mints for a stamp and opens the card of the account, once the stamp is final. */
async function openWithReward(
  page: Page,
  stack: Stack,
  name: string,
  chains: ('local' | 'local-two')[],
): Promise<BridgedWallet> {
  const { owner } = await mintedCollection(stack, { name }, 1)
  const api = await signIn(stack.url, owner)
  await api.call(joinCampaign, { params: { alias }, body: {} })
  const ids = { local: 31_337, 'local-two': 31_338 }
  const rpcUrls = Object.fromEntries(chains.map((one) => [ids[one], stack.rpcUrls[one]]))
  const wallet = await openWithSession(
    page,
    { url: stack.url, path: `/${alias}` },
    { rpcUrls, accounts: [owner] },
  )
  await expect(async () => {
    await page.reload()
    await expect(claim(page)).toBeEnabled({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await hydrated(page)
  return wallet
}

const claim = (page: Page) => page.getByRole('button', { name: 'Claim One stamp' })
const reward = (page: Page) =>
  page.getByRole('region', { name: 'Rewards' }).getByRole('listitem').first()

test('a reached reward becomes a badge: declined once, then signed and read from the chain', async ({
  page,
  stack,
}) => {
  const wallet = await openWithReward(page, stack, 'Quiet Shore Badge', [
    'local',
    'local-two',
  ])
  await wallet.switchChain(31_338)
  await claim(page).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Claim One stamp' })
  await expect(dialog).toContainText('minted on Harbour')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Switch to Harbour', exact: true }).click()
  const network = page.getByRole('dialog', { name: 'Switch to Harbour' })
  await network.getByRole('button', { name: 'Switch to Harbour', exact: true }).click()
  await expect(network).toBeHidden()

  wallet.setPolicy('eth_sendTransaction', 'reject')
  await dialog.getByRole('button', { name: 'Mint the badge' }).click()
  await expect(dialog).toContainText('You declined in the wallet')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
  await expect(reward(page)).toContainText('Not minted yet')

  wallet.setPolicy('eth_sendTransaction', 'allow')
  await claim(page).click()
  await dialog.getByRole('button', { name: 'Mint the badge' }).click()
  await expect(dialog).toContainText('One stamp is yours')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(reward(page)).toContainText('Claimed on')
  await expect(claim(page)).toHaveCount(0)
})

test('a voucher that was used elsewhere is explained, and the badge is shown as claimed', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await openWithReward(page, stack, 'Quiet Shore Voucher', ['local'])
  const [owner] = wallet.accounts
  if (!owner) throw new Error('The wallet has no account.')
  await claim(page).click()
  const dialog = page.getByRole('dialog', { name: 'Claim One stamp' })
  const mint = dialog.getByRole('button', { name: 'Mint the badge' })
  await expect(mint).toBeEnabled()

  const claimed = await (await signIn(stack.url, owner)).call(claimReward, { params })
  if (claimed.status !== 'signed') throw new Error('The reward is no badge.')
  const { contract, voucher, signature } = claimed
  const client = createChainClient(stack)
  const hash = await writeContract(client, {
    ...{ abi, address: getAddress(contract), functionName: 'claim', account: owner },
    args: [
      {
        campaignId: voucher.campaignId as Hex,
        rewardId: voucher.rewardId as Hex,
        account: owner.address,
        nonce: BigInt(voucher.nonce),
        deadline: BigInt(voucher.deadline),
      },
      signature as Hex,
    ],
  })
  await waitForTransactionReceipt(client, { hash, pollingInterval: 50 })
  await mint.click()
  await expect(dialog).toContainText('One stamp is yours')
  expect(wallet.calls('eth_sendTransaction')).toEqual([])
})

test('a wallet without the network of a badge is asked to add it, and keeps the claim', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await openWithReward(page, stack, 'Quiet Shore Network', ['local-two'])
  wallet.setPolicy('wallet_addEthereumChain', 'reject')
  await claim(page).click()
  const dialog = page.getByRole('dialog', { name: 'Claim One stamp' })
  await dialog.getByRole('button', { name: 'Switch to Harbour', exact: true }).click()
  const network = page.getByRole('dialog', { name: /^(Switch to|Add) Harbour/ })
  await network.getByRole('button', { name: 'Switch to Harbour', exact: true }).click()
  await network.getByRole('button', { name: 'Add and switch' }).click()
  await expect(network.getByRole('alert')).toContainText('You closed the request')
  await network.getByRole('button', { name: 'Not now' }).click()
  await expect(dialog.getByRole('button', { name: /^Switch to Harbour/ })).toBeEnabled()
  expect(wallet.calls('eth_sendTransaction')).toEqual([])
})
