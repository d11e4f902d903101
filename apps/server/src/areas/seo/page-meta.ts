import { type ArticleDetail, getArticle, withdrawnArticle } from '@platemark/api/academy'
import { achievementId } from '@platemark/api/achievements'
import { campaignPath } from '@platemark/api/campaign-path'
import { type CampaignDetail, getCampaign } from '@platemark/api/campaigns'
import { getToken, type TokenDetails } from '@platemark/api/collection-reads'
import { type Collection, getCollection } from '@platemark/api/collections'
import { type Collector, getCollector } from '@platemark/api/collector'
import { type Endpoint, endpointUrl } from '@platemark/api/endpoint'
import { blockedPlace } from '@platemark/api/moderation'
import { getNameProfile, type NameProfile } from '@platemark/api/names'
import { type RouteId, readListQuery } from '@platemark/api/routes'
import { getDraft } from '@platemark/api/studio'
import { hasAddressShape } from '@platemark/rules/addresses'
import * as z from 'zod/mini'
import type { AppContext } from '../../http/app-context.ts'
import type { DescribePage, PageMeta, PageRequest } from '../../pages/page-head.ts'
import { describeKind, shortenAddress } from './service.ts'
import {
  articleData,
  artworkData,
  breadcrumbData,
  collectorPath,
  glossaryData,
  pageData,
  profileData,
  siteData,
} from './structured-data.ts'

/** Returns a function that describes the head of every page in the route table. */
export function pageMeta(context: AppContext): DescribePage {
  return (page) => {
    const usual = defaultMeta(context, page)
    const describe = page.row ? descriptions[page.row.id] : describeWithheld
    return { ...usual, ...describe?.(page, context) }
  }
}

type Description = (page: PageRequest, context: AppContext) => Partial<PageMeta>

/** Returns the meta data of a page without its own, which is not indexed. */
function defaultMeta({ configuration }: AppContext, { row }: PageRequest): PageMeta {
  const { product_name } = configuration
  return {
    title: row ? titles[row.id] : 'Not found',
    description: `An open launchpad for NFT collections. Before you mint, see what you pay, what the contract guarantees, and what it does not.`,
    path: undefined,
    isIndexed: false,
    type: 'website',
    image: {
      path: '/og/page.png',
      alt: `${product_name}, a launchpad for NFT collections`,
    },
    structured: [],
  }
}

/** Titles after the product's name, of pages that are not named after what they show. */
const titles: Record<RouteId, string> = {
  launchpad: 'Launchpad',
  collections: 'Collections',
  collection: 'Collection',
  'edit-collection': 'Edit',
  collector: 'Collector',
  names: 'Names',
  name: 'Name',
  create: 'Create',
  studio: 'Studio',
  'studio-collection': 'Collection in the studio',
  'studio-earnings': 'Earnings',
  'studio-accept': 'Accept a collection',
  academy: 'Academy',
  'academy-glossary': 'Glossary',
  academy_detail: 'Lesson',
  campaigns: 'Campaigns',
  campaign: 'Campaign',
  'soneium-guild-battle': 'Campaign',
  'superchain-stamp-card': 'Campaign',
  about: 'About',
  saved: 'Saved',
  settings: 'Profile',
  '404': 'Not found',
}

const descriptions: Partial<Record<RouteId, Description>> = {
  launchpad: (_page, { configuration: { product_name, public_url } }) => ({
    path: '/',
    isIndexed: true,
    structured: [siteData(product_name, public_url)],
  }),
  collections: describeList,
  collection: describeCollection,
  collector: describeCollector,
  create: (_page, { configuration: { product_name, public_url } }) => ({
    description: `Launch a drop, an edition or an open edition on ${product_name}: what it costs, what you decide, and what can never be changed.`,
    path: '/create',
    isIndexed: true,
    structured: [
      pageData('WebPage', 'Create', `${public_url}/create`),
      breadcrumbData(public_url, [home, ['Create', '/create']]),
    ],
  }),
  about: (_page, { configuration: { public_url } }) => ({
    description:
      'What this site is, how its lists are ranked, what minting costs, who runs it and which networks it follows.',
    path: '/about',
    isIndexed: true,
    structured: [
      pageData('AboutPage', 'About', `${public_url}/about`),
      breadcrumbData(public_url, [home, ['About', '/about']]),
    ],
  }),
  names: describeNames,
  name: describeName,
  academy: describeAcademy,
  academy_detail: describeArticlePage,
  'academy-glossary': describeGlossary,
  campaigns: describeCampaigns,
  campaign: describeCampaign,
  'soneium-guild-battle': describeCampaign,
  'superchain-stamp-card': describeCampaign,
  'edit-collection': describeEditPage,
  studio: () => ({ path: '/studio' }),
  'studio-collection': ({ params }) =>
    getDraft.params.safeParse(params).success
      ? { path: `/studio/${params.contract_id}` }
      : {},
  'studio-earnings': () => ({ path: '/studio/earnings' }),
  'studio-accept': ({ params }) =>
    getDraft.params.safeParse(params).success
      ? { path: `/studio/${params.contract_id}/accept` }
      : {},
  saved: () => ({
    description:
      'The collections you saved and the creators you follow, in this browser only.',
    path: '/saved',
  }),
  settings: () => ({ path: '/settings' }),
}

const home: [string, string] = ['Launchpad', '/']
const list: [string, string] = ['Collections', '/collections']

/** Indexes the pages of the whole list and of one network, but no searches or sorts. */
function describeList({ query }: PageRequest, { configuration, chains }: AppContext) {
  const { public_url } = configuration
  const { page, sort_by, ...others } = readListQuery(query)
  const asked = {
    ...(page !== '1' && page && { page }),
    ...others,
    ...(sort_by !== 'trending' && sort_by && { sort_by }),
  }
  const search = String(new URLSearchParams(asked))
  const { page: _, chain, ...narrower } = asked as Record<string, string>
  const network = chains.find(({ alias }) => alias === chain)
  const isPlain = Object.keys(narrower).length === 0 && (!chain || network !== undefined)
  const path = search === '' ? '/collections' : `/collections?${search}`
  return {
    description: `NFT collections on ${network?.name ?? 'every network of this site'}: sorted by trend, age, price or number of mints.`,
    path,
    isIndexed: isPlain,
    structured: [
      pageData('CollectionPage', 'Collections', `${public_url}${path}`),
      breadcrumbData(public_url, [home, list]),
    ],
  }
}

/** The head of the page that edits a collection, which leads from a former slug as its page does. */
function describeEditPage(page: PageRequest): Partial<PageMeta> {
  const { chain = '', alias = '' } = page.params
  const params = { chain_alias: chain, contract_address: alias }
  const shown = findAnswer<Collection>(page, getCollection, params)
  return shown ? { title: `Edit ${shown.name}`, path: `${pagePath(shown)}/edit` } : {}
}

function pagePath({ chain_alias, contract_address, alias }: Collection): string {
  return `/collection/${chain_alias}/${alias ?? contract_address}`
}

function describeCollection(page: PageRequest, { configuration, chains }: AppContext) {
  const { public_url } = configuration
  const { chain = '', alias = '' } = page.params
  const params = { chain_alias: chain, contract_address: alias }
  const shown = findAnswer<Collection>(page, getCollection, params)
  if (!shown) return {}
  const { token: asked = '' } = page.query
  const token = findAnswer<TokenDetails>(page, getToken, { ...params, token_id: asked })
  const { name, creator, chain_alias, contract_address } = shown
  const by = creator.name ?? shortenAddress(creator.address)
  const network = chains.find((one) => one.alias === chain_alias)?.name ?? chain_alias
  const own = pagePath(shown)
  const path = token ? `${own}?token=${token.token_id}` : own
  const place = `${chain_alias}/${contract_address}`
  const title = token?.name ?? name
  const steps: [string, string][] = [home, list, [name, own]]
  return {
    title,
    description:
      firstLine(token?.description || shown.description) ||
      `${describeKind(shown)} on ${network} by ${by}.`,
    path: token === null ? undefined : path,
    isIndexed:
      !shown.hidden &&
      shown.status === 'confirmed' &&
      shown.state !== 'unreadable' &&
      token !== null,
    image: {
      path: token
        ? `/og/token/${place}/${token.token_id}.png`
        : `/og/collection/${place}.png`,
      alt: `${title} by ${by}`,
    },
    structured: [
      artworkData(shown, {
        name: title,
        path,
        publicUrl: public_url,
        token: token ?? undefined,
      }),
      breadcrumbData(public_url, token ? [...steps, [title, path]] : steps),
    ],
  }
}

const blockedAnswer = z.object({
  error: z.object({ code: z.literal('blocked') }),
  data: blockedPlace,
})

const withdrawnAnswer = z.object({
  error: z.object({ code: z.literal('article_withdrawn') }),
  data: withdrawnArticle,
})

/**
 * Describes the page of what is not shown: of a blocked collection only its network, of a withdrawn
 * article its title.
 */
function describeWithheld(
  { boot }: PageRequest,
  { chains }: AppContext,
): Partial<PageMeta> {
  for (const [, answer] of boot.answers) {
    const withdrawn = withdrawnAnswer.safeParse(answer)
    if (withdrawn.success) {
      const { title, reason } = withdrawn.data.data
      return { title, description: `This lesson was withdrawn. ${reason}` }
    }
    const found = blockedAnswer.safeParse(answer)
    if (!found.success) continue
    const { chain_alias } = found.data.data
    const network = chains.find(({ alias }) => alias === chain_alias)?.name ?? chain_alias
    return {
      title: 'Not shown here',
      description: `A collection on ${network} that is not shown on this site. Its contract is unchanged.`,
    }
  }
  return {}
}

function describeCollector(
  page: PageRequest,
  { configuration: { public_url } }: AppContext,
) {
  const { address = '' } = page.params
  const { chain, achievement } = page.query
  const asked = chain ? { chain } : {}
  const shown = findAnswer<Collector>(page, getCollector, { address }, asked)
  if (!shown) return {}
  const { is_blocked, has_account, collected, created, collection } = shown
  // The account of a collection contract is redirected to the collection.
  if (collection)
    return { path: `/collection/${collection.chain_alias}/${collection.path}` }
  const name = shown.name ?? shown.primary_name ?? shortenAddress(shown.address)
  const path = collectorPath(shown)
  const { search } = new URL(path, public_url)
  const image = `/og/collector/${shown.address}.png${search}`
  const hasImage = !is_blocked && (has_account || created.collections > 0)
  const achieved = achievementId.safeParse(achievement).data
  return {
    title: name,
    description: firstLine(shown.bio ?? '') || `NFTs collected and created by ${name}.`,
    path,
    isIndexed: !is_blocked && collected.quantity + created.collections > 0,
    type: 'profile' as const,
    ...(hasImage && {
      image: achieved
        ? {
            path: `/og/achievement/${shown.address}/${achieved}.png${search}`,
            alt: `An achievement of ${name}`,
            page: `${path}${search ? '&' : '?'}achievement=${achieved}`,
          }
        : { path: image, alt: name },
    }),
    structured: [profileData(shown, public_url)],
  }
}

function describeNames(_page: PageRequest, { configuration }: AppContext) {
  const { names, public_url } = configuration
  if (!names) return {}
  return {
    description: `Your own name under .${names.suffix} instead of an address, on every network. Paid once, no renewals.`,
    path: '/names',
    isIndexed: true,
    structured: [
      pageData('WebPage', 'Names', `${public_url}/names`),
      breadcrumbData(public_url, [home, namesStep]),
    ],
  }
}

const namesStep: [string, string] = ['Names', '/names']

/** Describes the page of a name; other spellings of it lead there, and only registered ones are indexed. */
function describeName(
  page: PageRequest,
  { configuration }: AppContext,
): Partial<PageMeta> {
  const { public_url } = configuration
  const { name: asked = '' } = page.params
  const profile = findAnswer<NameProfile>(page, getNameProfile, { name: asked })
  if (!profile) return {}
  const { check, name } = profile
  const path = check.valid && check.name ? `/names/${check.name}` : undefined
  if (!name) {
    return {
      title: check.full_name ?? 'Not a name',
      description: check.reason ?? `${check.full_name} is available.`,
      path,
    }
  }
  const by = name.owner_user?.username ?? name.owner_short
  return {
    title: name.full_name,
    description:
      firstLine(name.records.description ?? '') || `${name.full_name} belongs to ${by}.`,
    path,
    isIndexed: name.status === 'confirmed',
    type: 'profile',
    image: { path: `/og/name/${name.name}.png`, alt: name.full_name },
    structured: [
      breadcrumbData(public_url, [home, namesStep, [name.full_name, `${path}`]]),
    ],
  }
}

const academyStep: [string, string] = ['Academy', '/academy']
const glossaryStep: [string, string] = ['Glossary', '/academy/glossary']

function describeAcademy(
  _page: PageRequest,
  { configuration: { public_url }, academy }: AppContext,
) {
  const count = academy.english.articles.length
  return {
    description: `${count} short lessons on wallets, signatures, scams, fees, minting and launching an NFT collection. Free, without an account.`,
    path: '/academy',
    isIndexed: true,
    structured: [
      pageData('CollectionPage', 'Academy', `${public_url}/academy`),
      breadcrumbData(public_url, [home, academyStep]),
    ],
  }
}

/** Describes an article; a former alias leads to the present one. */
function describeArticlePage(
  page: PageRequest,
  { configuration: { public_url, product_name } }: AppContext,
): Partial<PageMeta> {
  const { alias = '' } = page.params
  const article = findAnswer<ArticleDetail>(page, getArticle, { alias })
  if (!article) return {}
  const { title, summary, cover_alt } = article
  const path = `/academy/${article.alias}`
  const image = `/og${path}.png`
  return {
    title,
    description: summary,
    path,
    isIndexed: true,
    type: 'article',
    image: { path: image, alt: cover_alt },
    structured: [
      articleData(article, { productName: product_name, publicUrl: public_url, image }),
      breadcrumbData(public_url, [home, academyStep, [title, path]]),
    ],
  }
}

function describeGlossary(
  _page: PageRequest,
  { configuration: { public_url }, academy }: AppContext,
) {
  const { glossary } = academy.english
  return {
    description: `${glossary.length} NFT and wallet terms, each in one or two plain sentences, from address to wei.`,
    path: '/academy/glossary',
    isIndexed: true,
    structured: [
      glossaryData(glossary, public_url),
      breadcrumbData(public_url, [home, academyStep, glossaryStep]),
    ],
  }
}

const campaignsStep: [string, string] = ['Campaigns', '/campaigns']

function describeCampaigns(
  _page: PageRequest,
  { configuration: { public_url } }: AppContext,
): Partial<PageMeta> {
  return {
    description:
      'Guild battles and stamp cards, counted from the chain. Taking part is free, and every result can be checked.',
    path: '/campaigns',
    isIndexed: true,
    structured: [
      pageData('CollectionPage', 'Campaigns', `${public_url}/campaigns`),
      breadcrumbData(public_url, [home, campaignsStep]),
    ],
  }
}

/** Describes a campaign; `card` is the account whose stamp card is shared. */
function describeCampaign(
  { boot, params, query, row }: PageRequest,
  { configuration: { public_url } }: AppContext,
): Partial<PageMeta> {
  const alias = params.alias ?? row?.path.slice(1) ?? ''
  const shown = findAnswer<CampaignDetail>({ boot }, getCampaign, { alias })
  if (!shown) return {}
  const { title, tagline, template, status } = shown
  const path = campaignPath(alias)
  const { card = '' } = query
  const isCard = template === 'stamp_card' && hasAddressShape(card)
  return {
    title,
    description: tagline || firstLine(shown.body),
    path,
    isIndexed: status !== 'cancelled',
    image: isCard
      ? {
          path: `/og/card/${alias}/${card}.png`,
          alt: `A card of ${title}`,
          page: `${path}?card=${card}`,
        }
      : { path: `/og/campaign/${alias}.png`, alt: title },
    structured: [
      pageData('WebPage', title, `${public_url}${path}`),
      breadcrumbData(public_url, [home, campaignsStep, [title, path]]),
    ],
  }
}

/**
 * Finds the API response of a call in the page's data: null if it was not found,
 * undefined if it was not requested.
 */
function findAnswer<Data>(
  { boot }: Pick<PageRequest, 'boot'>,
  endpoint: Endpoint,
  params: Record<string, string>,
  query: Record<string, string> = {},
): Data | null | undefined {
  const url = endpointUrl(endpoint, { params, query })
  const answer = boot.answers.find(([asked]) => asked === url)?.[1]
  // Safe: our own answer to that very call.
  return answer === null ? null : (answer as { data: Data } | undefined)?.data
}

/** Returns the first non-empty line of a text, cut to the length of previews. */
function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n', 1)
  const characters = [...line]
  return characters.length <= MAX_DESCRIPTION_LENGTH
    ? line
    : `${characters.slice(0, MAX_DESCRIPTION_LENGTH - 1).join('')}…`
}

const MAX_DESCRIPTION_LENGTH = 200
