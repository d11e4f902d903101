import { PageTitle } from '../../components/page-title.tsx'
import { deferHydration } from '../../ui/deferred-hydration.tsx'
import { type AddToCalendar, Hero } from './hero.tsx'
import { NewestSection } from './newest-section.tsx'
import { PopularSection } from './popular-section.tsx'

const TrendingSection = deferHydration(
  async () => (await import('./trending-section.tsx')).TrendingSection,
)
const SoonSections = deferHydration(
  async () => (await import('./soon-sections.tsx')).SoonSections,
)

/**
 * Home page: promoted, popular, new and trending collections, and those that start or end soon. Each section loads and
 * fails on its own.
 */
export function LaunchpadPage({ onCalendar }: { onCalendar: AddToCalendar }) {
  return (
    <div className="launchpad">
      <PageTitle>Launchpad</PageTitle>
      <div className="intro">
        <h1>
          New work, minted <span className="nowrap">on-chain</span>
        </h1>
        <p>
          Editions by independent artists. You mint from the artist’s own contract, on the
          network they chose.
        </p>
      </div>
      <Hero onCalendar={onCalendar} />
      <PopularSection />
      <NewestSection />
      <TrendingSection />
      <SoonSections />
    </div>
  )
}
