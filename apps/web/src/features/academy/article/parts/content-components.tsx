import { Address } from '../../../../components/address.tsx'
import { ArticleLink } from './article-link.tsx'
import { ArticleTable } from './article-table.tsx'
import { Callout } from './callout.tsx'
import { Checklist, ListItem } from './checklist.tsx'
import { CodeBlock } from './code-block.tsx'
import { Figure } from './figure.tsx'
import { SectionHeading, SubsectionHeading } from './linked-heading.tsx'
import { NumberedStep, NumberedSteps } from './steps.tsx'
import { ContentTab, ContentTabs } from './tabs.tsx'
import { Term } from './term.tsx'
import { TryIt } from './try-it.tsx'

/** Components of the texts of lessons, and the elements that they replace. */
export const contentComponents = {
  Callout,
  Steps: NumberedSteps,
  Step: NumberedStep,
  Term,
  Figure,
  Tabs: ContentTabs,
  Tab: ContentTab,
  TryIt,
  Checklist,
  Address: ({ value }: { value: string }) => <Address address={value} />,
  Code: CodeBlock,
  h2: SectionHeading,
  h3: SubsectionHeading,
  a: ArticleLink,
  li: ListItem,
  table: ArticleTable,
}
