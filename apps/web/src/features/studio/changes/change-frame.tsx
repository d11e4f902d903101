import './changes.css'
import { isSameAddress } from '@platemark/rules/addresses'
import { shortAddress } from '@platemark/rules/amounts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useAppConfig } from '../../../components/app-config.ts'
import { Failure } from '../../../components/failure.tsx'
import { createChainRpc } from '../../../lib/chain-rpc.ts'
import { useLastError } from '../../../lib/use-last-error.ts'
import { walletConfig } from '../../../lib/wagmi.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { ChangeProps } from '../page/change-props.ts'
import { type ChainTerms, chainTermsQuery } from './chain-terms.ts'

type ChangeFrameProps = ChangeProps & {
  title: string
  /** Shown once the terms were read from the chain. */
  children: (terms: ChainTerms) => ReactNode
}

/** Panel of one change: its title, and the form with the present terms of the contract. */
export function ChangeFrame({ title, own, onClose, children }: ChangeFrameProps) {
  const id = useId()
  return (
    <section className="card panel change" aria-labelledby={id}>
      <div className="between">
        <h3 className="h3" id={id}>
          {title}
        </h3>
        <IconButton icon="close" label={`Close: ${title}`} onClick={onClose} />
      </div>
      <WithTerms own={own}>{children}</WithTerms>
    </section>
  )
}

function WithTerms({ own, children }: Pick<ChangeFrameProps, 'own' | 'children'>) {
  const { collection, network, user } = own
  const wagmi = walletConfig(useAppConfig())
  const rpc = createChainRpc(wagmi.getClient({ chainId: network.id }))
  const read = useQuery(chainTermsQuery(rpc, collection, network))
  const error = useLastError(read)
  const terms = read.data
  if (!terms && error) {
    return (
      <Failure
        level="h3"
        title={`${network.name} does not answer`}
        text="The current terms could not be read, so there is nothing to sign yet. Nothing was changed. Try again in a moment."
        error={error}
        isBusy={read.isFetching}
        onRetry={() => void read.refetch()}
      />
    )
  }
  if (!terms) return <Skeleton width="100%" height={120} />
  const { owner } = terms.overview
  if (!isSameAddress(owner, user.address)) {
    return (
      <Notice kind="warning" title="This collection has another owner">
        {shortAddress(owner)} owns it on {network.name}, and only that account can change
        it.
      </Notice>
    )
  }
  return children(terms)
}

type ValueRow = { term: string; now: ReactNode; next: ReactNode }

/** Present and new value of what a change sets; nothing without a row. */
export function ValueTable({ rows }: { rows: readonly ValueRow[] }) {
  if (rows.length === 0) return null
  return (
    <table className="data change-values">
      <thead>
        <tr>
          <th scope="col">
            <span className="hide">Term</span>
          </th>
          <th scope="col">On the chain</th>
          <th scope="col">New</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ term, now, next }) => (
          <tr key={term}>
            <th scope="row" className={term.startsWith('0x') ? 'whole' : undefined}>
              {term}
            </th>
            <td>{now}</td>
            <td>{next}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
