import type { Deployment } from '@platemark/api/deployments'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { collectionHref } from '../../../components/collection-href.ts'
import { collectionPlateUrl } from '../../../components/plate-picture.tsx'
import { useDraftEditor } from '../draft-editor.tsx'
import { deploymentQuery } from '../review/deployment-calls.ts'

/** The collection that a draft became. */
export type Deployed = {
  /** Path of its page; null until it is indexed. */
  page: string | null
  /** URL of the plate that stands for its image; undefined until its contract is known. */
  plate: string | undefined
  /** The last answer on its deployment. */
  read: UseQueryResult<{ data: Deployment }>
}

/** Returns the collection of the wizard's draft; undefined before it is deployed. */
export function useDeployed(): Deployed | undefined {
  const { draft, fields, frozen } = useDraftEditor()
  const isDeployed = frozen === 'live'
  const read = useQuery({
    ...deploymentQuery(draft.contract_id),
    enabled: isDeployed,
    // The review reads it again.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!isDeployed) return undefined
  const { collection, predicted_address } = read.data?.data ?? {}
  const contract_address = collection?.contract_address ?? predicted_address
  const { chain_alias } = fields
  return {
    read,
    page: collection ? collectionHref(collection) : null,
    plate: contract_address
      ? collectionPlateUrl({ chain_alias, contract_address })
      : undefined,
  }
}
