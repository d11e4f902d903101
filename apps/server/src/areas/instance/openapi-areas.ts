import * as collections from '@platemark/wire/collections'
import * as instance from '@platemark/wire/config'
import * as currencies from '@platemark/wire/currencies'
import type { Endpoint } from '@platemark/wire/endpoint'
import * as profile from '@platemark/wire/profile'
import * as session from '@platemark/wire/session'
import * as studio from '@platemark/wire/studio'

type Area = { name: string; description: string; calls: Record<string, unknown> }

/** The areas of the API in reading order, each with the file of the wire that states it. */
export const areas: Area[] = [
  {
    name: 'Collections',
    description: 'Public lists, one collection, and what a wallet may mint.',
    calls: collections,
  },
  {
    name: 'Studio',
    description: 'Drafts of the signed-in creator, their lists and deployment.',
    calls: studio,
  },
  {
    name: 'Sign-in',
    description: 'Access tokens for a signed text, and the sessions they open.',
    calls: session,
  },
  {
    name: 'Profile',
    description: 'What the signed-in user says about themselves.',
    calls: profile,
  },
  {
    name: 'Currencies',
    description: 'Coins of the networks and what they are worth.',
    calls: currencies,
  },
  {
    name: 'Instance',
    description: 'What this installation offers, and whether it serves.',
    calls: instance,
  },
]

/** The name under which the wire exports an endpoint, and its area. */
export function nameOf(endpoint: Endpoint): { id: string; area: string } {
  for (const { name, calls } of areas) {
    const [id] = Object.entries(calls).find(([, value]) => value === endpoint) ?? []
    if (id) return { id, area: name }
  }
  const id = `${endpoint.method}${endpoint.path}`.replaceAll(/[^a-z0-9]+/gi, '_')
  return { id, area: 'Others' }
}
