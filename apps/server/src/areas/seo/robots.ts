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
  }. Creators publish a collection in one transaction. Before they mint, collectors see what they pay, what the contract guarantees, and why a wallet can or cannot mint.

What is said of owners, supply, prices and phases is read from the contracts of the networks. Texts, pictures and links are those of the creators.

## Pages

- [Launchpad](${link('/')}): promoted, popular, newest and trending collections
- [Collections](${link('/collections')}): all public collections; \`?search=\`, \`?chain=\`, \`?sort_by=\`, \`?page=\`
- [Create](${link('/create')}): what publishing a collection costs, what is decided, and what is permanent
- [Academy](${link('/academy')}): lessons on wallets, signatures, scams, fees, minting and launching, a page each, with a [glossary](${link('/academy/glossary')})
- [About](${link('/about')}): how lists are ranked, what fees there are, who runs the site, networks
- ${link('/collection/{chain}/{slug or address}')}: one collection, and with \`?token={id}\` one of its tokens
- ${link('/collector/{address}')}: what an account collected and created

## API

- [Documentation](${link('/api/docs')}): every call with an example, readable without JavaScript
- [OpenAPI 3.1](${link('/api/openapi.json')}): the same for programs
- [Collections as JSON](${link('/api/contract/list')}): public reads need no key

## Command line

Every step of a collection can be done by a program with a key instead of a browser with a wallet. The source of this site has the command \`npm run collection\` (docs/creators.md), which uses only the API above and sends one transaction:

- \`npm run collection -- create FILE.json --site ${public_url}\` makes a draft of a file, or changes the draft it made before
- \`upload FOLDER|ZIP\` sends the works, \`rehearse\` performs the sale on a throw-away chain, \`prepare\` shows what can never change, the cost and the call, \`publish\` signs and sends it
- \`airdrop FILE.csv\`, \`reveal\`, \`export\` and \`status\` concern the published collection
- Each command can be repeated and goes on where it stopped, prints JSON lines with \`--json\`, and ends with 0 (done), 1 (a fault, with file and line) or 2 (invalid command line). The key comes from \`PLATEMARK_PRIVATE_KEY\` or a file of mode 0600, never from an argument

## Optional

- [Sitemap](${link('/sitemap.xml')})
`
}
