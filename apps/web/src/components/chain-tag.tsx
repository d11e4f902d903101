import { Tag } from '../ui/tag.tsx'
import { useNetwork } from './app-config.ts'

/** Network name; demo networks carry a dashed tag. */
export function ChainTag({ alias }: { alias: string }) {
  const network = useNetwork(alias)
  return (
    <>
      <Tag>{network?.name ?? alias}</Tag>
      {network?.is_demo && <Tag kind="demo">Demo network</Tag>}
    </>
  )
}

/** Network name on one line: `Harbour, demo`. */
export function ChainName({ alias }: { alias: string }) {
  const network = useNetwork(alias)
  const name = network?.name ?? alias
  return <span>{network?.is_demo ? `${name}, demo` : name}</span>
}
