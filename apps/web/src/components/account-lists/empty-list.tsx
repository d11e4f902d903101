import { formatCount } from '@platemark/rules/amounts'
import { EmptyBlock } from '../../ui/block.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { useNetworkNames } from '../app-config.ts'
import { usePickNetwork } from './network-pick.tsx'

type EmptyListProps = {
  /** Network filter of the list; empty: none. */
  chain: string
  /** Number of items on all networks. */
  elsewhere?: number
  title: string
  text: string
}

/** Empty state of a list, caused by its filter or not. */
export function EmptyList({ chain, elsewhere = 0, title, text }: EmptyListProps) {
  const nameOf = useNetworkNames()
  const pick = usePickNetwork()
  if (chain) {
    return (
      <EmptyBlock
        title={`Nothing on ${nameOf(chain)}`}
        actions={
          <Button look="quiet" onClick={() => pick('')}>
            Show all networks
          </Button>
        }
      >
        {elsewhere > 0 &&
          `This collector holds ${formatCount(elsewhere)} ${elsewhere === 1 ? 'item' : 'items'} on other networks.`}
      </EmptyBlock>
    )
  }
  return (
    <EmptyBlock
      title={title}
      actions={
        <Link className="button" href="/">
          Browse live drops
        </Link>
      }
    >
      {text}
    </EmptyBlock>
  )
}
