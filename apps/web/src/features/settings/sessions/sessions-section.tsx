import type { OpenSession } from '@platemark/api/session'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { Failure } from '../../../components/failure.tsx'
import { requestLogOut } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { endEverySession, openSessions } from '../queries.ts'
import { SettingsSection } from '../settings-section.tsx'
import { SessionRow } from './session-row.tsx'

export function SessionsSection() {
  const { data, error, isFetching, refetch } = useQuery(openSessions())
  const sessions = data?.data
  const list = useRef<HTMLUListElement>(null)
  return (
    <SettingsSection
      title="Sessions"
      text="Where you are signed in. Unused sessions end sooner."
    >
      {sessions ? (
        <>
          <ul className="card sessions" ref={list} tabIndex={-1}>
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                // Removing the row removes the focused button.
                onEnded={() => list.current?.focus()}
              />
            ))}
          </ul>
          {sessions.length === 0 && <p className="muted">No session is open.</p>}
          <LogOutEverywhere sessions={sessions} />
        </>
      ) : error ? (
        <Failure
          title="Your sessions could not be loaded"
          text="They stay as they are."
          error={error}
          onRetry={refetch}
          isBusy={isFetching}
        />
      ) : (
        <SessionsSkeleton />
      )}
    </SettingsSection>
  )
}

function LogOutEverywhere({ sessions }: { sessions: OpenSession[] }) {
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: endEverySession,
    networkMode: 'always',
    onSuccess: () => {
      queries.removeQueries({ queryKey: openSessions().queryKey })
      requestLogOut('everywhere')
    },
  })
  const count = sessions.length
  return (
    <div className="everywhere">
      <span className="muted small">
        Not you? Log out everywhere, then check your wallet.
      </span>
      <Button look="danger" onClick={() => setAsking(true)}>
        Log out everywhere
      </Button>
      <ConfirmDialog
        title="Log out everywhere?"
        isOpen={isAsking}
        isBusy={isPending}
        no="Stay"
        yes="Log out everywhere"
        onNo={() => {
          setAsking(false)
          reset()
        }}
        onYes={() => mutate()}
      >
        <p>
          {count > 1
            ? `${count} sessions end now, this one too.`
            : 'This session ends now.'}{' '}
          Your wallet is disconnected here.
        </p>
        {error && (
          <Notice kind="error" title="You were not logged out.">
            The server did not answer. Try again.
          </Notice>
        )}
      </ConfirmDialog>
    </div>
  )
}

function SessionsSkeleton() {
  return (
    <div className="card sessions late" aria-busy="true" role="status">
      <span className="hide">Loading sessions</span>
      {['first', 'second'].map((row) => (
        <div className="session" key={row} aria-hidden="true">
          <span className="skeleton session-tile" />
          <div className="waiting">
            <Skeleton width={150} height={14} />
            <Skeleton width="80%" />
          </div>
          <Skeleton width={84} height={36} />
        </div>
      ))}
    </div>
  )
}
