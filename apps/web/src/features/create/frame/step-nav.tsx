import { type ReactNode, useSyncExternalStore } from 'react'
import { useNativeCurrency } from '../../../components/app-config.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { useDraftEditor } from '../draft-editor.tsx'
import { setProgress } from '../set-progress.ts'
import { type StepFact, stepFacts } from '../step-facts.ts'
import { type StepId, stepHref, steps } from '../steps.ts'
import { useStepProblems } from './step-problems.tsx'

/** The five steps with what each of them has; on phones a line and the number. */
export function StepNav({ current }: { current: StepId }) {
  const { draft, fields, frozen } = useDraftEditor()
  const { counts } = useStepProblems()
  const coin = useCoin(fields.chain_alias)
  const sent = useSyncExternalStore(setProgress.subscribe, setProgress.read)
  const progress = sent?.contractId === draft.contract_id ? sent : undefined
  const facts = stepFacts(draft, fields, { coin, progress, frozen })
  const index = steps.findIndex(({ id }) => id === current)
  const next = steps[index + 1]
  return (
    <>
      <ol className="steps" aria-label="Steps">
        {steps.map(({ id, title }) => (
          <li key={id} className={classOf(id === current, facts[id], counts[id] ?? 0)}>
            <StepLink
              href={stepHref(id, draft.contract_id || undefined)}
              isCurrent={id === current}
              isDeployed={frozen === 'live'}
            >
              <b>
                {id !== current && isDone(facts[id], counts[id] ?? 0) && (
                  <Icon name="check" size={15} />
                )}
                {title}
              </b>
              <small>{counts[id] ? `${counts[id]} to correct` : facts[id].line}</small>
            </StepLink>
          </li>
        ))}
      </ol>
      <p className="step-line">
        <b>
          Step {index + 1} of {steps.length}
        </b>
        <span className="muted">
          {frozen ? facts.review.line : next ? `Next: ${next.title}` : 'Last step'}
        </span>
      </p>
    </>
  )
}

type StepLinkProps = {
  href: string
  isCurrent: boolean
  isDeployed: boolean
  children: ReactNode
}

/** The way to a step; plain once nothing can be edited there. */
function StepLink({ href, isCurrent, isDeployed, children }: StepLinkProps) {
  const current = isCurrent ? 'step' : undefined
  if (isDeployed) return <div aria-current={current}>{children}</div>
  return (
    <Link href={href} scroll={false} aria-current={current}>
      {children}
    </Link>
  )
}

function isDone(fact: StepFact, problems: number): boolean {
  return fact.isStarted && !fact.isPartial && problems === 0
}

function classOf(isCurrent: boolean, fact: StepFact, problems: number): string {
  const state = isCurrent ? 'now' : fact.isStarted ? 'done' : ''
  return problems > 0 || fact.isPartial ? `${state} wrong` : state
}

/** Returns the coin of a network, ether while it is unknown. */
export function useCoin(chainAlias: string) {
  const currency = useNativeCurrency(chainAlias)
  return { decimals: currency?.decimals ?? 18, symbol: currency?.symbol ?? 'ETH' }
}
