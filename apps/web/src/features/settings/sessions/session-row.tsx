import { Problem } from '@platemark/api/problem'
import type { OpenSession } from '@platemark/api/session'
import { demoWallet, wallets } from '@platemark/wallet/wallets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNow } from '../../../lib/clock.ts'
import { requestLogOut } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toast.ts'
import { endOneSession, openSessions } from '../queries.ts'
import { describeSession } from './session-messages.ts'

type SessionRowProps = { session: OpenSession; onEnded: () => void }

/** One session with its log-out button. */
export function SessionRow({ session, onEnded }: SessionRowProps) {
  const { id, connector, is_current } = session
  const wallet = [...wallets, demoWallet].find((known) => known.id === connector)
  const name = wallet?.name ?? 'Another wallet'
  const now = useNow(60_000) ?? Date.now()
  const [history, future] = describeSession(session, now)
  const { mutate, isPending, error } = useEnding(id, onEnded)
  return (
    <li className="session">
      <span className="session-tile" aria-hidden="true">
        {wallet?.image.letter ?? '?'}
      </span>
      <div>
        <b>
          {name} {is_current && <Tag kind="live">This browser</Tag>}
        </b>
        <span className="muted small">{history}</span>
        <span className="muted small">{future}</span>
        {error && <FieldError>It was not logged out. Try again.</FieldError>}
      </div>
      <Button
        look={is_current ? 'plain' : 'quiet'}
        isBusy={isPending}
        onClick={() => (is_current ? requestLogOut() : mutate(name))}
        aria-label={`Log out the ${name} session${is_current ? ' of this browser' : ''}`}
      >
        Log out
      </Button>
    </li>
  )
}

function useEnding(id: string, onEnded: () => void) {
  const queries = useQueryClient()
  const { queryKey } = openSessions()
  return useMutation({
    networkMode: 'always',
    mutationFn: async (_name: string) => {
      try {
        await endOneSession(id)
      } catch (error) {
        // It ended by itself meanwhile: the intended result.
        if (!(error instanceof Problem && error.status === 404)) throw error
      }
    },
    onSuccess: (_nothing, name) => {
      queries.setQueryData(
        queryKey,
        (known) => known && { data: known.data.filter((one) => one.id !== id) },
      )
      onEnded()
      toast('success', `The ${name} session was logged out.`)
      return queries.invalidateQueries({ queryKey })
    },
  })
}
