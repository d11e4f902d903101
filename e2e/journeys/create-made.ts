import type { Page } from '@playwright/test'
import type { PrivateKeyAccount } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createRandom } from '../../tools/random.ts'
import { auditState } from '../accessibility/a11y-state.ts'
import { readChainTime } from '../fixtures/deployed-collection.ts'
import { seed } from '../fixtures/extent.ts'
import { fund, readContractAddress } from '../fixtures/mint-panel.ts'
import { downloadRevealFile, readRevealBack } from '../fixtures/reveal-file.ts'
import { expect } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import {
  deployDraft,
  fillDetails,
  fillSale,
  leaveStep,
  openWizard,
  planPhases,
} from '../fixtures/wizard.ts'
import { chooseArt, type Plan } from './create-plans.ts'

/** Chain of the collections that the wizard makes in these tests. */
export const network = 'local-two'
/** Description of each collection. */
export const TEXT = 'Pulled from one plate over a lunar month.'

/** A wallet on each of two lists, and one on none. */
type Collectors = Record<'friend' | 'guest' | 'stranger', PrivateKeyAccount>

export type Made = Awaited<ReturnType<typeof makeCollection>>

/** Returns new wallets with coins. */
export async function makeCollectors(stack: Stack): Promise<Collectors> {
  const make = () => privateKeyToAccount(generatePrivateKey())
  const collectors = { friend: make(), guest: make(), stranger: make() }
  await fund(stack, { accounts: Object.values(collectors) }, network)
  return collectors
}

type MakeOptions = {
  plan: Plan
  at: number
  collectors: Collectors
  folder: (name: string) => string
}

/** Makes a collection in the wizard from the first step to the last, and deploys it. */
export async function makeCollection(page: Page, stack: Stack, options: MakeOptions) {
  const { plan, at, collectors, folder } = options
  const audit = async (state: string) => {
    if (plan.isAudited) await auditState(page, `${state} of ${plan.art.kind}`)
  }
  const amounts = makeAmounts(at)
  const wallet = await openWizard(page, { rpcUrls: { 31338: stack.rpcUrls[network] } })
  await fund(stack, wallet, network)
  const works = await chooseArt(page, plan.art, folder('moons'))
  await audit('Art')
  await leaveStep(page, 'Details')
  const label = `Paper Moons ${at + 1} ${wallet.address().slice(2, 8)}`
  await fillDetails(page, { name: label, description: TEXT, network })
  await audit('Details')
  await leaveStep(page, 'Supply and price')
  const split = plan.hasSplit
    ? [{ account: collectors.stranger.address, share: amounts.share }]
    : []
  await fillSale(page, { ...plan.sale, price: amounts.everyone, split })
  await audit('Supply and price')
  await leaveStep(page, 'Schedule and access')
  const publicAt = toFullMinute((await readChainTime(stack, network)) + 1800)
  const lists = [
    { title: 'Friends', price: amounts.friends, wallets: [collectors.friend.address] },
    { title: 'Guests', price: amounts.guests, wallets: [collectors.guest.address] },
  ]
  await planPhases(page, lists, publicAt)
  await audit('Schedule and access')
  await leaveStep(page, 'Review')
  const { supply } = plan.sale
  if (supply) await expect(page.locator('.terms')).toContainText(`max ${supply}`)
  const isHidden = plan.art.kind === 'set' && plan.art.isHidden
  const revealFile = isHidden ? await keepRevealFile(page, folder) : undefined
  const path = await deployDraft(page, wallet, audit)
  const address = await readContractAddress(page, path)
  // Safe: the wallet has accounts.
  const [account] = wallet.accounts as [PrivateKeyAccount]
  const deployed = { path, address, creator: account.address, account, revealFile }
  return { plan, collectors, amounts, works, label, publicAt, ...deployed }
}

async function keepRevealFile(page: Page, folder: (name: string) => string) {
  const text = await downloadRevealFile(page, folder)
  await readRevealBack(page, text)
  return text
}

/** Returns prices in ether, and a share in percent. */
function makeAmounts(at: number) {
  const random = createRandom(seed, at)
  const price = () => `0.00${random.between(1, 9)}${random.between(1, 9)}`
  const prices = { friends: price(), guests: price(), everyone: price() }
  return { ...prices, share: random.between(5, 60) }
}

function toFullMinute(at: number): number {
  return Math.ceil(at / 60) * 60
}
