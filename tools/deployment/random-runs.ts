import { walletError } from '@platemark/mint/test/wallet'
import { type Hex, parseEther, zeroAddress } from 'viem'
import { createRandom, type Random } from '../random.ts'
import type { Deploying, ReviewPage } from './deploying.ts'

/** Record of a run. */
type RunResult = { actions: string[]; created: number; isAbandoned: boolean }

/** A draft with two open tabs, and how its wallet and person behave at present. */
type Scene = {
  desk: Deploying
  random: Random
  draft: Awaited<ReturnType<Deploying['draft']>>
  alias: string
  tabs: [ReviewPage, ReviewPage]
  /** Names that the server accepted, the first one too. */
  names: string[]
  isWilling: boolean
  actions: string[]
}

/**
 * Plays one random history of a draft: edits between two signatures, double clicks, two tabs,
 * declined, replaced and dropped transactions, a second device, no funds, passed deadlines. Then
 * the draft is deployed, or abandoned. Throws where a promise broke: there is one collection at
 * most, it has the last accepted name and its page address, no draft is lost, and an abandoned
 * draft holds no page address.
 */
export async function playRun(
  desk: Deploying,
  { seed, index }: { seed: number; index: number },
): Promise<RunResult> {
  const random = createRandom(seed, index)
  const alias = `moons-${seed}-${index}`
  const draft = await desk.draft({ alias, name: 'Moons 0' })
  const scene: Scene = {
    ...{ desk, random, draft, alias, names: ['Moons 0'], isWilling: true, actions: [] },
    // Safe: replaced right below.
    tabs: [] as unknown as Scene['tabs'],
  }
  scene.tabs = [openTab(scene), openTab(scene)]
  const isAbandoned = random.isLucky(25)
  await desk.client.setAutomine(random.isLucky(40))
  try {
    for (let left = random.between(5, 12); left > 0; left -= 1) {
      const [name, act] = random.oneOf(acts)
      scene.actions.push(name)
      await act(scene)
      await atMostOne(scene)
    }
    await calmDown(scene)
    const created = isAbandoned ? await abandon(scene) : await finish(scene)
    return { actions: scene.actions, created, isAbandoned }
  } catch (cause) {
    const played = scene.actions.join(', ')
    throw new Error(`run ${index} of seed ${seed} broke a promise after ${played}`, {
      cause,
    })
  } finally {
    for (const tab of scene.tabs) tab.session.end()
  }
}

function openTab(scene: Scene): ReviewPage {
  return scene.desk.open(scene.draft, {
    patienceMs: 100,
    before() {
      if (!scene.isWilling) throw walletError(4001, 'User rejected the request.')
    },
  })
}

type Act = (scene: Scene) => Promise<unknown> | unknown

const acts: [[string, Act], ...[string, Act][]] = [
  ['deploy', deployAnyTab],
  ['deploy', deployAnyTab],
  ['deploy', deployAnyTab],
  ['deploy', deployAnyTab],
  ['double click', ({ tabs: [tab] }) => twice(() => tab.session.deploy())],
  [
    'two tabs',
    ({ tabs: [one, other] }) =>
      Promise.all([one.session.deploy(), other.session.deploy()]),
  ],
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
  ['pass the deadline', ({ desk }) => desk.passDeadline()],
]

function deployAnyTab({ tabs, random }: Scene): Promise<void> {
  return random.oneOf(tabs).session.deploy()
}

function twice(act: () => Promise<unknown>) {
  return Promise.all([act(), act()])
}

async function edit({ desk, draft, names }: Scene): Promise<void> {
  const name = `Moons ${names.length}`
  const { status, error } = await desk.update(draft, { name })
  if (status === 200) names.push(name)
  else if (!['deployment_pending', 'already_deployed'].includes(error?.code ?? ''))
    throw new Error(`an edit was answered with ${status} ${error?.code}`)
}

function setFunds(desk: Deploying, { owner }: Scene['draft'], value: bigint) {
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
  if (hash) await scene.desk.client.dropTransaction({ hash }).catch(() => undefined)
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
    .catch(() => undefined)
}

function reload(scene: Scene): void {
  const place = scene.random.oneOf<0 | 1>([0, 1])
  scene.tabs[place].session.end()
  scene.tabs[place] = openTab(scene)
}

/** Sends what another device prepared, past everything that this browser knows. */
async function sendElsewhere({ desk, draft }: Scene): Promise<void> {
  const { data, error } = await desk.prepare(draft)
  if (error) return
  await desk.client
    .sendTransaction({
      ...{ account: draft.owner, chain: desk.chain.chain, gas: 500_000n },
      ...{ to: data.to, data: data.data },
    })
    .catch(() => undefined)
}

async function calmDown(scene: Scene): Promise<void> {
  const { desk, draft } = scene
  scene.isWilling = true
  await setFunds(desk, draft, parseEther('1'))
  await desk.client.setAutomine(true)
  await desk.client.mine({ blocks: 1 })
}

async function atMostOne({ desk, draft }: Scene): Promise<number> {
  const count = await desk.countCreated(draft.owner)
  if (count > 1) throw new Error(`${count} collections were created of one draft`)
  return count
}

/** Deploys the draft, with a deadline that passes where its transaction is stuck. */
async function finish(scene: Scene): Promise<number> {
  const { desk, draft, names, alias } = scene
  for (let attempt = 0; attempt < 4 && (await atMostOne(scene)) === 0; attempt += 1) {
    await scene.tabs[0].session.deploy()
    await desk.client.mine({ blocks: 1 })
    if ((await atMostOne(scene)) === 0) await desk.passDeadline()
  }
  await desk.caughtUp()
  const { state, collection } = await desk.read(draft)
  if (state !== 'indexed') throw new Error(`the draft is ${state}, not indexed`)
  if (collection.alias !== alias) throw new Error(`its page is at ${collection.alias}`)
  const name = await desk.readName(collection.contract_address)
  if (name !== names.at(-1)) throw new Error(`it is named ${name}, not ${names.at(-1)}`)
  return atMostOne(scene)
}

/** Lets the deadline pass; without a collection, another wallet gets the page address. */
async function abandon(scene: Scene): Promise<number> {
  const { desk, draft, alias } = scene
  await desk.passDeadline()
  const created = await atMostOne(scene)
  if (created === 1) return finish(scene)
  const { state } = await desk.read(draft)
  if (state !== 'open') throw new Error(`an abandoned draft is ${state}`)
  const other = await desk.draft({ alias, name: 'Another' })
  const { error } = await desk.prepare(other)
  if (error) throw new Error(`the page address is still held: ${error.code}`)
  return 0
}
