import type { RouteId } from '@platemark/wire/routes'
import { drop, edition } from './lower-page.ts'
import { newCollection, openPhase } from './new-collection.ts'
import { operator } from './operator.ts'
import type { Stack } from './start-stack.ts'

/** A page as somebody comes to it. */
type Place = {
  /** As the name of a test says it. */
  name: string
  path: string | ((stack: Stack) => Promise<string>)
}

/** A creator of the example content, who also holds some of it. */
const somebody = '/collector/0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** Every page with what it may be; a new one needs its row. */
const byRoute: Record<RouteId, Place[]> = {
  launchpad: [{ name: 'the launchpad', path: '/' }],
  collections: [
    { name: 'the list', path: '/collections' },
    { name: 'a list without a match', path: '/collections?search=zzzz&chain=local' },
  ],
  collection: [
    { name: 'a collection', path: drop },
    { name: 'a collection with a cover', path: edition },
    { name: 'a token', path: `${drop}?token=1` },
    { name: 'a token that does not exist', path: `${drop}?token=999` },
    { name: 'a blocked collection', path: makeBlocked },
  ],
  collector: [
    { name: 'what somebody collected', path: somebody },
    { name: 'what somebody created', path: `${somebody}?tab=created` },
    { name: 'what somebody did', path: `${somebody}?tab=activity` },
  ],
  about: [{ name: 'about', path: '/about' }],
  settings: [{ name: 'the settings of nobody', path: '/settings' }],
  'not-found': [{ name: 'a page that does not exist', path: '/no/such/page' }],
}

export const places: Place[] = [
  ...Object.values(byRoute).flat(),
  {
    name: 'the examples of the mint component',
    path: async ({ url }) => {
      const response = await fetch(`${url}/api/contract/${drop.slice(12)}`)
      const { data } = await response.json()
      return `/widget/examples?chain=local&address=${data.contract_address}`
    },
  },
]

/** Makes a collection and blocks it, as the operator of the running program does. */
async function makeBlocked(stack: Stack): Promise<string> {
  const phases = [openPhase()]
  const path = await newCollection({ url: stack.url, name: 'Held Back', phases })
  const response = await fetch(`${stack.url}/api/contract/${path.slice(12)}`)
  const { data } = await response.json()
  const place = `local/${data.contract_address}`
  await operator(stack, 'block', 'collection', place, '--reason', 'copy')
  return path
}
