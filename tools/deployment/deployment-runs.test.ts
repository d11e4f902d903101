import { parseEther } from 'viem'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { firstOr, roundsOr, seedOr } from '../../apps/server/test/share.ts'
import { createRandom } from '../random.ts'
import { type ReviewPage, startDeploying } from './deploying.ts'
import {
  acts,
  noteFaults,
  openTab,
  type Scene,
  type Situation,
  setFunds,
  situations,
} from './random-acts.ts'

const seed = seedOr(29)
const first = firstOr(1)
const last = roundsOr(2, 50)
/** Runs that meet every situation, whatever the seed. */
const MIN_COVERING_RUNS = 50

const desk = await startDeploying()
afterEach(desk.endAll)
afterAll(desk.stop)

test('a draft becomes one collection at most, whatever happens in between', async () => {
  let created = 0
  const met = new Map<Situation, number>()
  for (let index = first; index <= last; index += 1) {
    const result = await playRun(index)
    created += result.created
    for (const one of result.met) met.set(one, (met.get(one) ?? 0) + 1)
    const end = result.isAbandoned ? 'abandoned' : 'deployed'
    const played = result.actions.join(', ')
    process.stdout.write(`run ${index}: ${end}, ${result.created} created: ${played}\n`)
  }
  const counts = situations.map((one) => `${one} ${met.get(one) ?? 0}`)
  process.stdout.write(`runs with each situation: ${counts.join(', ')}\n`)
  const count = last - first + 1
  expect(created).toBeLessThanOrEqual(count)
  if (count < MIN_COVERING_RUNS) return
  expect(created).toBeGreaterThan(0)
  expect(situations.filter((one) => !met.has(one))).toEqual([])
}, 3_600_000)

/**
 * Plays one random history of a draft: edits between two signatures, double clicks, two tabs,
 * declined, replaced and dropped transactions, a second device, no funds, passed deadlines. Then
 * the draft is deployed, or abandoned. Throws where a promise broke: there is one collection at
 * most, it has the last accepted name and its page address, no draft is lost, and an abandoned
 * draft holds no page address.
 */
async function playRun(index: number) {
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
      await countCreated(scene)
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
  scene.isWilling = true
  await setFunds(desk, scene.draft, parseEther('1'))
  await desk.client.setAutomine(true)
  await desk.client.mine({ blocks: 1 })
}

/** Returns the number of collections of the draft, of which there must not be two. */
async function countCreated({ draft }: Scene): Promise<number> {
  const count = await desk.countCreated(draft.owner)
  expect(count, 'collections of one draft').toBeLessThanOrEqual(1)
  return count
}

/** Resolves once a page that follows a deployment has seen its deadline pass. */
function showsDeadline({ shown }: ReviewPage): Promise<void> {
  return vi.waitFor(() => expect(shown.attempt, 'wait past the deadline').toBeNull(), {
    timeout: 10_000,
    interval: 15,
  })
}

/** Deploys the draft, with a deadline that passes where its transaction is stuck. */
async function finish(scene: Scene): Promise<number> {
  const { draft, names, alias, tabs } = scene
  for (let attempt = 0; attempt < 4 && (await countCreated(scene)) === 0; attempt += 1) {
    await tabs[0].session.deploy()
    await desk.client.mine({ blocks: 1 })
    if ((await countCreated(scene)) > 0) break
    await desk.passDeadline()
    await showsDeadline(tabs[0])
  }
  await desk.caughtUp()
  const { state, collection } = await desk.read(draft)
  expect(state).toBe('indexed')
  expect(collection.alias).toBe(alias)
  expect(await desk.readName(collection.contract_address)).toBe(names.at(-1))
  return countCreated(scene)
}

/** Lets the deadline pass; without a collection, another wallet gets the page address. */
async function abandon(scene: Scene): Promise<number> {
  await desk.passDeadline()
  if ((await countCreated(scene)) === 1) return finish(scene)
  expect((await desk.read(scene.draft)).state).toBe('open')
  const other = await desk.draft({ alias: scene.alias, name: 'Another' })
  const { error } = await desk.prepare(other)
  expect(error, 'the page address of an abandoned draft').toBeUndefined()
  return 0
}
