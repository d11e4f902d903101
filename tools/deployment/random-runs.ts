import { parseEther } from 'viem'
import { vi } from 'vitest'
import { createRandom } from '../random.ts'
import type { Deploying, ReviewPage } from './deploying.ts'
import {
  acts,
  noteFaults,
  openTab,
  type Scene,
  type Situation,
  setFunds,
} from './random-acts.ts'

/** Record of a run. */
type RunResult = {
  actions: string[]
  met: Set<Situation>
  created: number
  isAbandoned: boolean
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
    ...{ wasAsked: false, wasEdited: false, met: new Set() },
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
    for (const tab of scene.tabs) noteFaults(scene, tab)
    return { actions: scene.actions, met: scene.met, created, isAbandoned }
  } catch (cause) {
    const played = scene.actions.join(', ')
    throw new Error(`run ${index} of seed ${seed} broke a promise after ${played}`, {
      cause,
    })
  } finally {
    for (const tab of scene.tabs) tab.session.end()
  }
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

/** Resolves once a page that follows a deployment has seen its deadline pass. */
async function showsDeadline({ shown }: ReviewPage): Promise<void> {
  await vi.waitFor(
    () => {
      if (shown.attempt) throw new Error('the page still waits past the deadline')
    },
    { timeout: 10_000, interval: 15 },
  )
}

/** Deploys the draft, with a deadline that passes where its transaction is stuck. */
async function finish(scene: Scene): Promise<number> {
  const { desk, draft, names, alias } = scene
  for (let attempt = 0; attempt < 4 && (await atMostOne(scene)) === 0; attempt += 1) {
    await scene.tabs[0].session.deploy()
    await desk.client.mine({ blocks: 1 })
    if ((await atMostOne(scene)) > 0) break
    await desk.passDeadline()
    await showsDeadline(scene.tabs[0])
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
