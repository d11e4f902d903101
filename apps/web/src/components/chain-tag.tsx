import { Tag } from '../ui/tag.tsx'
import { useNetwork } from './app-config.ts'

/** A network's name; demo networks carry their dashed mark beside it. */
export function ChainTag({ alias }: { alias: string }) {
  const network = useNetwork(alias)
  return (
    <>
      <Tag>{network?.name ?? alias}</Tag>
      {network?.is_demo && <Tag kind="demo">Demo network</Tag>}
    </>
  )
}

/** The same on one line of a card: `Local, demo`. */
export function ChainName({ alias }: { alias: string }) {
  const network = useNetwork(alias)
  const name = network?.name ?? alias
  return <span>{network?.is_demo ? `${name}, demo` : name}</span>
}
