import { calls } from '@platemark/api/calls'
import type { Endpoint } from '@platemark/api/endpoint'

type Area = { name: string; description: string; calls: Record<string, unknown> }

/** Areas of the API in reading order, with the API contract's calls of each. */
export const areas: Area[] = [
  {
    name: 'Collections',
    description: 'Public lists, one collection, and what a wallet may mint.',
    calls: calls.collections,
  },
  {
    name: 'Studio',
    description: 'Drafts of the signed-in creator, their lists and deployment.',
    calls: calls.studio,
  },
  {
    name: 'Names',
    description: 'Names of accounts on the chain, their records and primary names.',
    calls: calls.names,
  },
  {
    name: 'Academy',
    description: 'Lessons, their quizzes, and the progress of the signed-in reader.',
    calls: calls.academy,
  },
  {
    name: 'Achievements',
    description: 'Achievements that accounts have earned and claimed.',
    calls: calls.achievements,
  },
  {
    name: 'Campaigns',
    description: 'Campaigns, their boards and rewards, and taking part in them.',
    calls: calls.campaigns,
  },
  {
    name: 'Sign-in',
    description: 'Sign-in by a signed text, access tokens and sessions.',
    calls: calls.session,
  },
  {
    name: 'Profile',
    description: 'Username, picture, bio and links of the signed-in user.',
    calls: calls.profile,
  },
  {
    name: 'Currencies',
    description: 'Coins of the networks and their rates.',
    calls: calls.currencies,
  },
  {
    name: 'Instance',
    description: 'Settings and health of this installation.',
    calls: calls.instance,
  },
]

/** Returns the name under which the API contract exports an endpoint, and its area. */
export function endpointName(endpoint: Endpoint): { id: string; area: string } {
  for (const { name, calls } of areas) {
    const [id] = Object.entries(calls).find(([, value]) => value === endpoint) ?? []
    if (id) return { id, area: name }
  }
  const id = `${endpoint.method}${endpoint.path}`.replaceAll(/[^a-z0-9]+/gi, '_')
  return { id, area: 'Others' }
}
