import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { two } from '../lib/format.ts'
import { isOffline } from '../lib/is-offline.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'

type Connection = 'online' | 'offline' | 'back'

/** Tells at the bottom edge that the connection is gone, after two seconds, and back. */
export function StateBar() {
  const queries = useQueryClient()
  const [connection, setConnection] = useState<Connection>('online')
  const [since, setSince] = useState('')
  const [isTrying, setTrying] = useState(false)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onOffline = () => {
      const date = new Date()
      setSince(`${two(date.getHours())}:${two(date.getMinutes())}`)
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

  const tryNow = async () => {
    setTrying(true)
    const isReached = await fetch('/health').then(
      ({ ok }) => ok,
      () => false,
    )
    setTrying(false)
    if (isReached) setConnection('back')
  }

  if (connection === 'offline') {
    return (
      <div className="state-bar" role="status">
        <Icon name="offline" size={20} />
        <p id="offline">
          <b>You are offline.</b>{' '}
          <span>
            This page is from {since}. Minting and saving wait until you are back.
          </span>
        </p>
        <Button look="quiet" isBusy={isTrying} onClick={tryNow}>
          Try now
        </Button>
      </div>
    )
  }
  if (connection === 'back') {
    return (
      <div className="state-bar ok" role="status">
        <Icon name="circle_check" size={20} />
        <p>
          <b>Back online.</b> <span>Everything here is fresh again.</span>
        </p>
        <IconButton
          icon="close"
          label="Dismiss"
          onClick={() => setConnection('online')}
        />
      </div>
    )
  }
  return null
}
