import type { RouteId } from '@platemark/api/routes'
import type { ComponentType } from 'react'

type PageModule = { Page: ComponentType }

/** All pages of the studio are one import, so that each further one costs the first visit nothing. */
const studio = () => import('./routes/studio.tsx')

/** The page of a campaign, which three paths show. */
const campaign = () => import('./routes/campaign.tsx')

/** Module of every page, each area in its own chunk. Each exports its page as `Page`. */
export const pages = {
  launchpad: () => import('./routes/launchpad.tsx'),
  collections: () => import('./routes/collections.tsx'),
  collection: () => import('./routes/collection.tsx'),
  collector: () => import('./routes/collector.tsx'),
  names: () => import('./routes/names.tsx'),
  name: () => import('./routes/name.tsx'),
  create: () => import('./routes/create.tsx'),
  studio,
  'studio-collection': studio,
  'studio-earnings': studio,
  'studio-accept': studio,
  'edit-collection': studio,
  academy: () => import('./routes/academy.tsx'),
  'academy-glossary': () => import('./routes/academy-glossary.tsx'),
  academy_detail: () => import('./routes/academy-article.tsx'),
  campaigns: () => import('./routes/campaigns.tsx'),
  campaign,
  'soneium-guild-battle': campaign,
  'superchain-stamp-card': campaign,
  about: () => import('./routes/about.tsx'),
  saved: () => import('./routes/saved.tsx'),
  settings: () => import('./routes/settings.tsx'),
  '404': () => import('./routes/not-found.tsx'),
} satisfies Record<RouteId, () => Promise<PageModule>>
