import { clearPrimaryName, setPrimaryName } from '@platemark/api/names-operations'
import { Problem } from '@platemark/api/problem'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { toast } from '../../../ui/toast.ts'
import { ownNamesQuery } from '../queries.ts'

/**
 * Chooses among the names of the signed-in user, without a transaction. A choice made while another
 * is being saved follows it, so that keys can pass over the options.
 */
export function useChoosePrimary() {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<string | null>()
  const latest = useRef<string | null>(null)
  const isSaving = useRef(false)
  const save = async () => {
    isSaving.current = true
    try {
      let saved: string | null | undefined
      while (saved !== latest.current) {
        saved = latest.current
        if (saved === null) await call(clearPrimaryName, {})
        else await call(setPrimaryName, { params: { name: saved } })
      }
      const shown = saved === null ? 'Your address' : saved
      toast('success', `${shown} is shown now.`)
    } catch (error) {
      const text = error instanceof Problem ? error.message : 'Try again in a moment.'
      toast('error', 'The primary name was not changed.', { text })
    } finally {
      isSaving.current = false
      await Promise.all([
        queries.invalidateQueries({ queryKey: ownNamesQuery.queryKey }),
        queries.invalidateQueries({ queryKey: ['account name'] }),
      ])
      if (!isSaving.current) setChosen(undefined)
    }
  }
  return {
    /** The choice that is being saved, null for the address; undefined: none. */
    chosen,
    /** Chooses a name; null: the address is shown. */
    choose: (name: string | null) => {
      setChosen(name)
      latest.current = name
      if (!isSaving.current) void save()
    },
  }
}
