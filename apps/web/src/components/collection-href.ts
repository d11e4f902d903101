/**
 * Returns the path of a collection's page, by slug or else by contract address. A hidden
 * collection answers by its address only, so that its link works for those who get it.
 */
export function collectionHref(collection: {
  chain_alias: string
  alias: string | null
  contract_address: string
  hidden?: boolean
}): string {
  const alias = collection.hidden ? null : collection.alias
  return `/collection/${collection.chain_alias}/${alias ?? collection.contract_address}`
}
