import { walletError } from '@platemark/mint/test/wallet'
import { type Hex, parseEther, zeroAddress } from 'viem'
import type { Random } from '../random.ts'
import type { Deploying, ReviewPage } from './deploying.ts'

/** Situations of a deployment; acts that find nothing to act on do not count. */
export const situations = [
  'edited between two signatures',
  'edit refused while pending',
  'double click',
  'two tabs',
  'declined',
  'replaced',
  'dropped',
  'without funds',
  'second device',
  'passed deadline',
] as const
export type Situation = (typeof situations)[number]

/** A draft with two open tabs, and how its wallet and person behave at present. */
export type Scene = {
  desk: Deploying
  random: Random
  draft: Awaited<ReturnType<Deploying['draft']>>
  alias: string
  tabs: [ReviewPage, ReviewPage]
  /** Names that the server accepted, the first one too. */
  names: string[]
  isWilling: boolean
  /** The wallet was asked to sign, and the draft was edited since. */
  wasAsked: boolean
  wasEdited: boolean
  actions: string[]
  met: Set<Situation>
}

export function openTab(scene: Scene): ReviewPage {
  return scene.desk.open(scene.draft, {
    patienceMs: 100,
    before() {
      if (scene.wasEdited) scene.met.add('edited between two signatures')
      Object.assign(scene, { wasAsked: true, wasEdited: false })
      if (scene.isWilling) return
      scene.met.add('declined')
      throw walletError(4001, 'User rejected the request.')
    },
  })
}

export function noteFaults({ met }: Scene, { faults }: ReviewPage): void {
  if (faults.includes('short')) met.add('without funds')
}

type Act = (scene: Scene) => Promise<unknown> | unknown

export const acts: [[string, Act], ...[string, Act][]] = [
  ['deploy', deployAnyTab],
  ['deploy', deployAnyTab],
  ['deploy', deployAnyTab],
  ['deploy', deployAnyTab],
  ['double click', doubleClick],
  ['two tabs', deployBothTabs],
  ['edit', edit],
  ['edit', edit],
  ['change one’s mind', (scene) => Object.assign(scene, { isWilling: !scene.isWilling })],
  ['lose funds', ({ desk, draft }) => setFunds(desk, draft, 0n)],
  ['get funds', ({ desk, draft }) => setFunds(desk, draft, parseEther('1'))],
  ['hold blocks', ({ desk }) => desk.client.setAutomine(false)],
  ['mine', ({ desk }) => desk.client.mine({ blocks: 1 })],
  ['drop', drop],
  ['speed up', (scene) => replace(scene, {})],
  ['cancel', (scene) => replace(scene, { to: scene.draft.owner, data: '0x' })],
  ['replace', (scene) => replace(scene, { to: zeroAddress, data: '0x' })],
  ['reload', reload],
  ['second device', sendElsewhere],
  ['pass the deadline', passDeadline],
  ['decline, then edit', declineThenEdit],
]

function deployAnyTab({ tabs, random }: Scene): Promise<void> {
  return random.oneOf(tabs).session.deploy()
}

function doubleClick({ tabs: [tab], met }: Scene) {
  met.add('double click')
  return Promise.all([tab.session.deploy(), tab.session.deploy()])
}

function deployBothTabs({ tabs: [one, other], met }: Scene) {
  met.add('two tabs')
  return Promise.all([one.session.deploy(), other.session.deploy()])
}

async function passDeadline({ desk, draft, met }: Scene): Promise<void> {
  if ((await desk.read(draft)).state === 'pending') met.add('passed deadline')
  await desk.passDeadline()
}

async function edit(scene: Scene): Promise<void> {
  const { desk, draft, names, met } = scene
  const name = `Moons ${names.length}`
  const { status, error } = await desk.update(draft, { name })
  if (status === 200) {
    names.push(name)
    scene.wasEdited = scene.wasAsked
    return
  }
  if (error?.code === 'deployment_pending') met.add('edit refused while pending')
  else if (error?.code !== 'already_deployed')
    throw new Error(`an edit was answered with ${status} ${error?.code}`)
}

/** Declines to sign, lets the deadline free the draft, edits it, and tries again. */
async function declineThenEdit(scene: Scene): Promise<void> {
  scene.isWilling = false
  await deployAnyTab(scene)
  await passDeadline(scene)
  await edit(scene)
  scene.isWilling = true
  await deployAnyTab(scene)
}

export function setFunds(desk: Deploying, { owner }: Scene['draft'], value: bigint) {
  return desk.client.setBalance({ address: owner, value })
}

/** Returns the transaction on its way that a tab shows. */
function findSent({ tabs }: Scene): Hex | undefined {
  for (const { shown } of tabs) {
    if (shown.attempt && 'hash' in shown.attempt) return shown.attempt.hash
  }
  return undefined
}

async function drop(scene: Scene): Promise<void> {
  const hash = findSent(scene)
  const { client } = scene.desk
  const sent = hash && (await client.getTransaction({ hash }).catch(() => undefined))
  if (!sent || sent.blockNumber !== null) return
  await client.dropTransaction({ hash: sent.hash })
  scene.met.add('dropped')
}

async function replace(scene: Scene, changes: { to?: Hex; data?: Hex }): Promise<void> {
  const hash = findSent(scene)
  const { client } = scene.desk
  const sent = hash && (await client.getTransaction({ hash }).catch(() => undefined))
  if (!sent || sent.blockNumber !== null) return
  const { from, to, input, nonce } = sent
  await client
    .sendTransaction({
      ...{ account: from, chain: scene.desk.chain.chain, to: changes.to ?? to, nonce },
      ...{ data: changes.data ?? input, gas: 500_000n },
      maxFeePerGas: 90_000_000_000n,
      maxPriorityFeePerGas: 50_000_000_000n,
    })
    .then(
      () => scene.met.add('replaced'),
      () => undefined,
    )
}

function reload(scene: Scene): void {
  const place = scene.random.oneOf<0 | 1>([0, 1])
  noteFaults(scene, scene.tabs[place])
  scene.tabs[place].session.end()
  scene.tabs[place] = openTab(scene)
}

/** Sends what another device prepared, past everything that this browser knows. */
async function sendElsewhere({ desk, draft, met }: Scene): Promise<void> {
  const { data, error } = await desk.prepare(draft)
  if (error) return
  await desk.client
    .sendTransaction({
      ...{ account: draft.owner, chain: desk.chain.chain, gas: 500_000n },
      ...{ to: data.to, data: data.data },
    })
    .then(
      () => met.add('second device'),
      () => undefined,
    )
}
