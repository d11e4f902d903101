import { PageTitle } from '../../components/page-title.tsx'
import { deferHydration } from '../../ui/deferred-hydration.tsx'
import { PriceTable } from './price-table.tsx'
import { RegistrationPart } from './registration/registration-part.tsx'
import { NameSearch } from './search/name-search.tsx'
import { useNameHome } from './use-name-home.ts'

const RecentNames = deferHydration(
  async () => (await import('./recent-names.tsx')).RecentNames,
)
const OwnPart = deferHydration(
  async () => (await import('./own/own-part.tsx')).OwnNamesPart,
)

/** Page `/names`: search, prices, own names and the newest registrations. */
export function NamesPage() {
  const home = useNameHome()
  if (!home) return null
  return (
    <div className="names">
      <PageTitle>Names</PageTitle>
      <div className="names-hero">
        <div className="names-top">
          <h1>
            Your name, <span className="nowrap">on-chain</span>
          </h1>
          <p className="lead">
            One name instead of an address, on every network. Paid once, no renewals.
          </p>
          <NameSearch home={home} />
        </div>
        <PriceTable home={home} />
      </div>
      <OwnPart home={home} />
      <RecentNames home={home} />
      <RegistrationPart home={home} />
    </div>
  )
}
