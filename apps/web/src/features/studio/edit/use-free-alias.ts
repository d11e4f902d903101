import { checkAlias } from '@platemark/api/studio-operations'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiQuery } from '../../../lib/query.ts'
import { readPageText } from './page-texts.ts'

/** Milliseconds without a key until an address is asked about. */
const PAUSE_MS = 400

/**
 * Asks whether a page address that is typed is free for a collection; undefined while that is not
 * known, and for a text that is no address.
 */
export function useFreeAlias(
  contractId: string,
  text: string,
  isChanged: boolean,
): boolean | undefined {
  const read = readPageText('alias', text)
  const alias = isChanged && read.problem === undefined ? read.saved : ''
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(alias), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [alias])
  const { data } = useQuery({
    ...apiQuery(checkAlias, {
      params: { contract_id: contractId },
      query: { alias: asked },
    }),
    enabled: asked !== '' && asked === alias,
    staleTime: 0,
  })
  return asked !== '' && asked === alias ? data?.data.is_free : undefined
}
