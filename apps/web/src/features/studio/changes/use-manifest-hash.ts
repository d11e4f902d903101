import { getReveal } from '@platemark/api/studio-operations'
import { useQuery } from '@tanstack/react-query'
import { type Hex, zeroHash } from 'viem'
import { call } from '../../../lib/api.ts'
import type { Own } from '../page/own.ts'

/**
 * Reads the hash that a freeze fixes: that of the reveal, else of the works of a set; zero for a
 * picture that all tokens share, whose address is fixed alone.
 */
export function useManifestHash({ draft, collection }: Own, revealed: Hex) {
  const { contract_id } = draft
  return useQuery({
    queryKey: ['manifest hash', collection.contract_address, revealed],
    queryFn: async (): Promise<Hex> => {
      if (revealed !== zeroHash) return revealed
      if (draft.fields.art !== 'set') return zeroHash
      const { set_hash } = await call(getReveal, { params: { contract_id } })
      return set_hash === null ? zeroHash : `0x${set_hash}`
    },
  })
}
