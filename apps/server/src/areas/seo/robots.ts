import type { Configuration } from '../../configuration/configuration.ts'

/** Returns robots.txt: allowed paths, and the sitemap. */
export function robotsText({ public_url }: Configuration): string {
  return `User-agent: *\nAllow: /api/docs\nDisallow: /api/\n\nSitemap: ${public_url}/sitemap.xml\n`
}

/** Returns llms.txt: a description of the site and its API for language models. */
export function llmsText(configuration: Configuration): string {
  const { product_name, public_url, operator_name } = configuration
  const link = (path: string) => `${public_url}${path}`
  return `# ${product_name}

> An open-source launchpad for NFT collections on Ethereum and compatible networks${
    operator_name ? `, run by ${operator_name}` : ''
  }. Creators publish a collection in one transaction; collectors see before they mint what they pay, what the contract promises, and why a wallet can or cannot mint.

What is said of owners, supply, prices and phases is read from the contracts of the networks. Texts, pictures and links are those of the creators.

## Pages

- [Launchpad](${link('/')}): promoted, popular, newest and trending collections
- [Collections](${link('/collections')}): all public collections; \`?search=\`, \`?chain=\`, \`?sort_by=\`, \`?page=\`
- [Create](${link('/create')}): what publishing a collection costs, what is decided, and what stays for ever
- [About](${link('/about')}): how lists are ranked, what fees there are, who runs the site, networks
- ${link('/collection/{chain}/{slug or address}')}: one collection, and with \`?token={id}\` one of its tokens
- ${link('/collector/{address}')}: what an account collected and created

## API

- [Documentation](${link('/api/docs')}): every call with an example, readable without JavaScript
- [OpenAPI 3.1](${link('/api/openapi.json')}): the same for programs
- [Collections as JSON](${link('/api/contract/list')}): public reads need no key

## Optional

- [Sitemap](${link('/sitemap.xml')})
`
}
