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
  /** One that follows from the terms is called without them until they were read. */
  title: string | ((terms: ChainTerms | undefined) => string)
  /** Shown once the terms were read from the chain. */
  children: (terms: ChainTerms) => ReactNode
}

/** Panel of one change: its title, and the form with the present terms of the contract. */
export function ChangeFrame({ title: name, own, onClose, children }: ChangeFrameProps) {
  const id = useId()
  const read = useChainTerms(own)
  const title = typeof name === 'string' ? name : name(read.data)
  return (
    <section className="card panel change" aria-labelledby={id}>
      <div className="between">
        <h3 className="h3" id={id}>
          {title}
        </h3>
        <IconButton icon="close" label={`Close: ${title}`} onClick={onClose} />
      </div>
      <WithTerms own={own} read={read}>
        {children}
      </WithTerms>
    </section>
  )
}

function useChainTerms({ collection, network }: ChangeProps['own']) {
  const wagmi = walletConfig(useAppConfig())
  const rpc = createChainRpc(wagmi.getClient({ chainId: network.id }))
  return useQuery(chainTermsQuery(rpc, collection, network))
}

type WithTermsProps = Pick<ChangeFrameProps, 'own' | 'children'> & {
  read: ReturnType<typeof useChainTerms>
}

function WithTerms({ own, read, children }: WithTermsProps) {
  const { network, user } = own
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
            <th scope="row">
              {term.startsWith('0x') ? <span className="whole">{term}</span> : term}
            </th>
            <td>{now}</td>
            <td>{next}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
