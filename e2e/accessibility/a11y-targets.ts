import type { RouteId } from '@platemark/api/routes'
import { drop, edition } from '../fixtures/collection-sections.ts'
import { newCollection, openPhase } from '../fixtures/new-collection.ts'
import { operator } from '../fixtures/operator.ts'
import type { Stack } from '../fixtures/start-stack.ts'

/** Page as a visitor opens it. */
type Target = {
  /** Name in the test title. */
  name: string
  path: string | ((stack: Stack) => Promise<string>)
}

/** Creator of the example content, who also holds tokens. */
const collector = '/collector/0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** Variants of every page; a new page needs a row. */
const byRoute: Record<RouteId, Target[]> = {
  launchpad: [{ name: 'the launchpad', path: '/' }],
  collections: [
    { name: 'the list', path: '/collections' },
    {
      name: 'a list without a match',
      path: '/collections?search=zzzz&chain=local&status=live&free=1&kind=drop&sort_by=newest',
    },
  ],
  collection: [
    { name: 'a collection', path: drop },
    { name: 'a collection with a cover', path: edition },
    { name: 'a token', path: `${drop}?token=1` },
    { name: 'a token that does not exist', path: `${drop}?token=999` },
    { name: 'a blocked collection', path: makeBlocked },
  ],
  'edit-collection': [
    {
      name: 'the edit page of a collection that is missing',
      path: '/collection/local/none/edit',
    },
  ],
  collector: [
    { name: 'the collected tab', path: collector },
    { name: 'the created tab', path: `${collector}?tab=created` },
    { name: 'the activity tab', path: `${collector}?tab=activity` },
    { name: 'nothing collected', path: `/collector/0x${'5f'.repeat(20)}` },
  ],
  names: [
    { name: 'the names', path: '/names' },
    { name: 'a name that is available', path: '/names?name=quiet-shore-free' },
    { name: 'an impossible name', path: '/names?name=quiet_shore' },
  ],
  name: [
    { name: 'the page of an available name', path: '/names/quiet-shore-free' },
    { name: 'the page of an impossible name', path: '/names/quiet%D0%B0shore' },
    { name: 'the page of a reserved name', path: '/names/studio' },
  ],
  academy: [
    { name: 'the lessons', path: '/academy' },
    { name: 'lessons that match a search', path: '/academy?q=proof' },
    { name: 'lessons without a match', path: '/academy?q=zzzz&level=advanced' },
  ],
  'academy-glossary': [{ name: 'the glossary', path: '/academy/glossary' }],
  academy_detail: [
    {
      name: 'a lesson with a table and a figure',
      path: '/academy/phases-and-allowlists',
    },
    { name: 'a lesson with code', path: '/academy/metadata-and-ipfs' },
  ],
  create: [{ name: 'creating, for a visitor', path: '/create' }],
  campaigns: [
    { name: 'the campaigns', path: '/campaigns' },
    { name: 'past campaigns, of which there are none', path: '/campaigns?status=past' },
  ],
  campaign: [{ name: 'a campaign that does not exist', path: '/campaigns/quiet-shore' }],
  'soneium-guild-battle': [{ name: 'a guild battle', path: '/soneium-guild-battle' }],
  'superchain-stamp-card': [{ name: 'a stamp card', path: '/superchain-stamp-card' }],
  about: [{ name: 'about', path: '/about' }],
  studio: [{ name: 'the studio without a user', path: '/studio' }],
  'studio-collection': [
    {
      name: 'a collection of the studio without a user',
      path: '/studio/3f0c2a54-8a3e-4c38-9a55-6a1f0f7a7d10',
    },
  ],
  'studio-earnings': [{ name: 'the earnings without a user', path: '/studio/earnings' }],
  'studio-accept': [
    {
      name: 'accepting a collection without a user',
      path: '/studio/3f0c2a54-8a3e-4c38-9a55-6a1f0f7a7d10/accept',
    },
  ],
  saved: [{ name: 'nothing saved', path: '/saved' }],
  settings: [{ name: 'the settings without a user', path: '/settings' }],
  '404': [{ name: 'a page that does not exist', path: '/no/such/page' }],
}

export const places: Target[] = [
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
