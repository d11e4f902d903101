import { setPrimaryName } from '@platemark/api/names-operations'
import { Problem } from '@platemark/api/problem'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { toast } from '../../../ui/toast.ts'
import { nameProfileQuery, ownNamesQuery } from '../queries.ts'

/** Makes a name the primary one of its owner on this site, without a transaction. */
export function useSetPrimary(name: string) {
  const [isBusy, setBusy] = useState(false)
  const [elsewhere, setElsewhere] = useState<string | null>()
  const queries = useQueryClient()
  const set = async () => {
    setBusy(true)
    try {
      const answer = await call(setPrimaryName, { params: { name } })
      if (!answer.primary_onchain) setElsewhere(answer.onchain_primary)
      toast('success', `${name} is your primary name.`)
      await Promise.all([
        queries.invalidateQueries({ queryKey: ownNamesQuery.queryKey }),
        queries.invalidateQueries({ queryKey: nameProfileQuery(name).queryKey }),
        queries.invalidateQueries({ queryKey: ['account name'] }),
      ])
    } catch (error) {
      const text = error instanceof Problem ? error.message : 'Try again in a moment.'
      toast('error', 'The primary name was not changed.', { text })
    } finally {
      setBusy(false)
    }
  }
  return {
    isBusy,
    set: () => void set(),
    /** The primary name that other apps show, null for none; undefined: the same, or not known. */
    elsewhere,
  }
}
