import { useAppConfig } from '../../components/app-config.ts'
import { PageTitle } from '../../components/page-title.tsx'
import { plateUrl } from '../../components/plate-picture.tsx'
import { Link } from '../../ui/link.tsx'
import { AboutSection } from './about-section.tsx'
import { Blocking } from './blocking.tsx'
import { DataPath } from './data-path.tsx'
import { Fees } from './fees.tsx'
import { NetworkStatus } from './network-status.tsx'
import { Ranking } from './ranking.tsx'

/** Page about this site: its purpose, its operator and its ranking rules. */
export function AboutPage() {
  const { product_name, operator_name, operator_contact, networks } = useAppConfig()
  return (
    <div className="about">
      <PageTitle>About</PageTitle>
      <Hero productName={product_name} />
      <AboutSection id="what" title="What it is">
        <p>
          Creators publish a collection in one transaction and keep the full price. Before
          they pay, collectors see what the contract guarantees and what it does not. The
          operator of this site sets the mint fee and chooses the networks, but cannot
          move a collection, its money or an item.
        </p>
        <p>
          This site is run by {operator_name ?? 'an operator who has not added a name'}.{' '}
          <Contact contact={operator_contact} />
          It follows{' '}
          {networks.length === 1 ? 'one network' : `${networks.length} networks`}.{' '}
          <a className="link" href="#networks">
            Check their status
          </a>
        </p>
      </AboutSection>
      <Ranking />
      <Fees />
      <DataPath />
      <Blocking />
      <NetworkStatus />
      <AboutSection id="own" title="Run your own">
        <p>
          MIT licence, one command, your networks and your fee. Contracts, lists and money
          are on the networks, so they stay when a site is switched off.
        </p>
      </AboutSection>
    </div>
  )
}

function Hero({ productName }: { productName: string }) {
  return (
    <div className="about-hero">
      <div>
        <h1 tabIndex={-1}>A press anyone can run</h1>
        <p>
          {productName} is open-source software for launching and collecting NFT
          collections. Anyone can run it, with their own networks and their own fee.
        </p>
        <div className="actions">
          <Link className="button" href="/collections">
            Browse collections
          </Link>
          <a className="button quiet" href="/api/docs">
            API reference
          </a>
        </div>
      </div>
      <figure>
        <div className="proof">
          <div>
            <img src={plateUrl(`about-${productName}`)} width={384} height={384} alt="" />
          </div>
        </div>
        <figcaption>
          The platemark is the frame that a printing plate presses into the paper around a
          print. It shows how the print was made.
        </figcaption>
      </figure>
    </div>
  )
}

/** Contact of the operator, an e-mail or web address, as a sentence. */
function Contact({ contact }: { contact: string | null }) {
  if (!contact) return null
  const isMail = contact.includes('@') && !contact.includes('/')
  return (
    <>
      Write to them:{' '}
      <a
        className="link"
        href={isMail ? `mailto:${contact}` : contact}
        rel="noopener noreferrer"
      >
        {contact.replace(/^https?:\/\//, '')}
      </a>
      .{' '}
    </>
  )
}
