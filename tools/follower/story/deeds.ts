import {
  addList,
  applyAnnounced,
  changeMetadata,
  freezeCap,
  handOver,
  lowerCap,
  release,
  removeList,
  setContractUri,
  setPaused,
  setPayees,
  setPublicPhase,
  setRoyalty,
} from './changes.ts'
import { create, setMintFee } from './creations.ts'
import { forge } from './forgeries.ts'
import { approve, burn, transfer, transferCopies } from './moves.ts'
import { airdrop, mint, mintAllowlist, mintTo } from './sales.ts'
import { anyOf, type Deed, type Scene, type Use } from './scene.ts'

const FEWEST_COLLECTIONS = 4
const MOST_TRIES = 20

/** How often each use is tried, beside the others. */
const uses: readonly [number, Use][] = [
  [16, mint],
  [12, mintTo],
  [12, mintAllowlist],
  [6, airdrop],
  [14, transfer],
  [14, transferCopies],
  [3, approve],
  [6, burn],
  [3, setPaused],
  [4, setPublicPhase],
  [12, applyAnnounced],
  [4, addList],
  [2, removeList],
  [2, lowerCap],
  [1, freezeCap],
  [3, changeMetadata],
  [1, setContractUri],
  [2, setRoyalty],
  [2, setPayees],
  [4, handOver],
  [4, release],
]

/** Uses by their weight, to draw from. */
const drawn = uses.flatMap(([weight, use]) => Array.from({ length: weight }, () => use))

/** What somebody sends next: a valid transaction, as far as the chain before it tells. */
export function anyDeed(scene: Scene): Deed {
  const { random, world } = scene
  if (world.collections.size < FEWEST_COLLECTIONS || random.isLucky(7)) {
    return create(scene)
  }
  if (random.isLucky(1)) return setMintFee(scene)
  if (random.isLucky(8)) return forge(scene)
  const collections = [...world.collections.values()]
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const collection = anyOf(random, collections)
    const deed = collection && anyOf(random, drawn)?.(scene, collection)
    if (deed) return deed
  }
  return create(scene)
}
