import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { twoDigits } from '../lib/format.ts'
import { isOffline } from '../lib/offline.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'

/** Bar at the bottom that shows a lost connection after two seconds, and its return. */
export function StateBar() {
  const { connection, since, setConnection } = useConnection()
  useFailedSheets()
  if (connection === 'online') return null
  // One element for both states, so that the change is announced.
  return (
    <div className={connection === 'back' ? 'state-bar ok' : 'state-bar'} role="status">
      {connection === 'back' ? (
        <Back onClose={() => setConnection('online')} />
      ) : (
        <Offline since={since} onReached={() => setConnection('back')} />
      )}
    </div>
  )
}

type Connection = 'online' | 'offline' | 'back'

/** Tracks the connection; `since` is the time of day at which it was lost. */
function useConnection() {
  const queries = useQueryClient()
  const [connection, setConnection] = useState<Connection>('online')
  const [since, setSince] = useState('')

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onOffline = () => {
      const date = new Date()
      setSince(`${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`)
      timer = setTimeout(() => setConnection('offline'), 2000)
    }
    const onOnline = () => {
      clearTimeout(timer)
      setConnection((known) => (known === 'offline' ? 'back' : known))
    }
    addEventListener('offline', onOffline)
    addEventListener('online', onOnline)
    if (isOffline()) onOffline()
    return () => {
      clearTimeout(timer)
      removeEventListener('offline', onOffline)
      removeEventListener('online', onOnline)
    }
  }, [])

  useEffect(() => {
    if (connection !== 'back') return
    void queries.invalidateQueries()
    const timer = setTimeout(() => setConnection('online'), 5000)
    return () => clearTimeout(timer)
  }, [connection, queries])

  return { connection, since, setConnection }
}

/**
 * Loads stylesheets again that failed offline: Vite's preload helper takes each of them for
 * loaded, so that the page they belong to would be shown without.
 */
function useFailedSheets() {
  useEffect(() => {
    const onError = ({ target }: Event) => {
      if (!isOffline() || !(target instanceof HTMLLinkElement)) return
      const loadAgain = () => target.replaceWith(target.cloneNode())
      addEventListener('online', loadAgain, { once: true })
    }
    addEventListener('error', onError, true)
    return () => removeEventListener('error', onError, true)
  }, [])
}

function Offline({ since, onReached }: { since: string; onReached: () => void }) {
  const [isTrying, setTrying] = useState(false)
  const tryNow = async () => {
    setTrying(true)
    const isReached = await fetch('/health').then(
      ({ ok }) => ok,
      () => false,
    )
    setTrying(false)
    if (isReached) onReached()
  }
  return (
    <>
      <Icon name="offline" size={20} />
      <p id="offline">
        <b>You are offline.</b>{' '}
        <span>
          This page is from {since}. You can mint and save once you are back online.
        </span>
      </p>
      <Button look="quiet" isBusy={isTrying} onClick={tryNow}>
        Try now
      </Button>
    </>
  )
}

function Back({ onClose }: { onClose: () => void }) {
  return (
    <>
      <Icon name="circle_check" size={20} />
      <p>
        <b>Back online.</b> <span>Everything is up to date again.</span>
      </p>
      <IconButton icon="close" label="Dismiss" onClick={onClose} />
    </>
  )
}
