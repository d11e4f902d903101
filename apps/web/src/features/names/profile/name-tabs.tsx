import type { NameDetail } from '@platemark/api/names'
import { formatCount } from '@platemark/rules/amounts'
import { collectorHref } from '../../../components/creator.tsx'
import { Link } from '../../../ui/link.tsx'
import type { NameHome } from '../use-name-home.ts'
import { NameActivityList } from './name-activity.tsx'

/** Works and holdings of the owner of a name, and the changes of the name. */
export function NameTabs({ name, home }: { name: NameDetail; home: NameHome }) {
  const { owner, owner_is_contract, stats } = name
  const chain = owner_is_contract ? home.network.alias : null
  return (
    <>
      <section className="name-part" aria-labelledby="owner">
        <h2 id="owner">By its owner</h2>
        <p className="name-links">
          <Link className="link" href={collectorHref(owner, chain, 'created')}>
            Created {formatCount(stats.collections_created)}{' '}
            {stats.collections_created === 1 ? 'collection' : 'collections'}
          </Link>
          <Link className="link" href={collectorHref(owner, chain, 'collected')}>
            Collected {formatCount(stats.nfts_collected)}{' '}
            {stats.nfts_collected === 1 ? 'item' : 'items'}
          </Link>
        </p>
      </section>
      <NameActivityList name={name.name} home={home} />
    </>
  )
}
