import type { GlossaryTerm } from '@platemark/academy/shared-files'
import type { ArticleDetail } from '@platemark/api/academy'
import type { TokenDetails } from '@platemark/api/collection-reads'
import type { Collection } from '@platemark/api/collections'

/** Returns schema.org data of the site, with its search. */
export function siteData(productName: string, publicUrl: string): object {
  return {
    '@type': 'WebSite',
    name: productName,
    url: `${publicUrl}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: `${publicUrl}/collections?search={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  }
}

/** Returns schema.org breadcrumbs from steps of name and path. */
export function breadcrumbData(
  publicUrl: string,
  steps: [name: string, path: string][],
): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${publicUrl}${path}`,
    })),
  }
}

/** Returns schema.org data of a page without a subject. */
export function pageData(
  type: 'AboutPage' | 'CollectionPage' | 'WebPage',
  name: string,
  url: string,
) {
  return { '@type': type, name, url }
}

/**
 * Returns schema.org data of an artwork. It is no product with an offer, because the
 * price is set by the contract, not by this site.
 */
export function artworkData(
  { description, image, creator, created_at }: Collection,
  {
    name,
    path,
    publicUrl,
    token,
  }: {
    name: string
    path: string
    publicUrl: string
    token: TokenDetails | undefined
  },
): object {
  return {
    '@type': 'VisualArtwork',
    name,
    url: `${publicUrl}${path}`,
    image: new URL((token?.image ?? image).url, publicUrl).href,
    ...(description !== '' && { description: token?.description ?? description }),
    creator: personData(creator, publicUrl),
    dateCreated: (token?.minted_at ?? created_at).slice(0, 10),
  }
}

/** Returns schema.org data of an article of the academy; the site publishes it. */
export function articleData(
  article: ArticleDetail,
  {
    productName,
    publicUrl,
    image,
  }: { productName: string; publicUrl: string; image: string },
): object {
  const { alias, title, summary, updated, locale, level, tags } = article
  return {
    '@type': 'Article',
    headline: title,
    description: summary,
    url: `${publicUrl}/academy/${alias}`,
    image: `${publicUrl}${image}`,
    dateModified: updated,
    inLanguage: locale,
    educationalLevel: level,
    timeRequired: `PT${article.reading_minutes}M`,
    keywords: tags,
    isAccessibleForFree: true,
    publisher: { '@type': 'Organization', name: productName, url: `${publicUrl}/` },
  }
}

/** Returns schema.org data of the glossary: its terms with their addresses. */
export function glossaryData(terms: GlossaryTerm[], publicUrl: string): object {
  return {
    '@type': 'DefinedTermSet',
    name: 'Glossary',
    url: `${publicUrl}/academy/glossary`,
    hasDefinedTerm: terms.map(({ id, term }) => ({
      '@type': 'DefinedTerm',
      name: term,
      url: `${publicUrl}/academy/glossary#${id}`,
    })),
  }
}

export function profileData(
  person: Person & { bio: string | null },
  publicUrl: string,
): object {
  return {
    '@type': 'ProfilePage',
    url: `${publicUrl}${collectorPath(person)}`,
    mainEntity: {
      ...personData(person, publicUrl),
      ...(person.bio && { description: person.bio }),
    },
  }
}

/**
 * Returns schema.org data of a person known only by account, and by name if one was
 * chosen.
 */
function personData(person: Person, publicUrl: string) {
  const { address, name } = person
  return {
    '@type': 'Person',
    name: name ?? address,
    identifier: address,
    url: `${publicUrl}${collectorPath(person)}`,
  }
}

type Person = { address: string; name: string | null; account_chain: string | null }

/** Returns the path of an account's page, with the network of a contract's account. */
export function collectorPath({
  address,
  account_chain,
}: Pick<Person, 'address' | 'account_chain'>): string {
  return `/collector/${address}${account_chain === null ? '' : `?chain=${account_chain}`}`
}
