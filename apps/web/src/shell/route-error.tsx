import { Problem } from '@platemark/api/problem'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PageTitle } from '../components/page-title.tsx'
import { isOffline } from '../lib/offline.ts'
import { Button } from '../ui/button.tsx'
import { Copy } from '../ui/copy.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'

/** Error page; header and footer stay. */
export function RouteError({ error }: ErrorComponentProps) {
  return (
    <>
      <PageTitle>Not shown</PageTitle>
      <Broken error={error} />
    </>
  )
}

function Broken({ error }: { error: unknown }) {
  const router = useRouter()
  // The page promises to load once the device is online again.
  useEffect(() => {
    const load = () => void router.invalidate()
    addEventListener('online', load)
    return () => removeEventListener('online', load)
  }, [router])
  const requestId = error instanceof Problem ? error.requestId : undefined
  if (isMissingChunk(error) && !isOffline()) return <Outdated />
  const [title, text] = isOffline() ? offline : toErrorText(error)
  return (
    <div className="state-page" role="alert" data-ssr-error="">
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="row">
        <Button onClick={() => void router.invalidate()}>
          <Icon name="retry" />
          Retry
        </Button>
        <Link className="button quiet" href="/">
          Go to the launchpad
        </Link>
      </div>
      {requestId && (
        <p className="tiny">
          Request {requestId}
          <Copy text={requestId} label="Copy request number" />
        </p>
      )}
    </div>
  )
}

type ErrorText = readonly [title: string, text: string]

function toErrorText(error: unknown): ErrorText {
  if (!(error instanceof Problem) || error.code !== 'too_many_requests') return broken
  return [
    'Too many requests',
    `Too many requests came from your connection. Try again in ${error.retryAfter ?? 30} seconds.`,
  ]
}

const broken: ErrorText = [
  'Something went wrong on our side',
  'This page could not be shown. Your transactions and saved changes are safe.',
]
const offline: ErrorText = [
  'You are offline',
  'This page loads when you are back online. Your transactions and saved changes are safe.',
]

/** Error page without header and footer. */
export function ShellError({ error }: ErrorComponentProps) {
  return (
    <main className="page" id="main">
      <title>Not shown</title>
      <Broken error={error} />
    </main>
  )
}

function Outdated() {
  return (
    <div className="state-page" role="alert">
      <h1>This page was updated while you were here</h1>
      <p>Reload to continue. Drafts and pending mints are kept.</p>
      <div className="row">
        <Button onClick={() => location.reload()}>Reload</Button>
      </div>
    </div>
  )
}

/** Browsers use different messages for a failed chunk, and Vite its own for a stylesheet. */
function isMissingChunk(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  return /dynamically imported module|importing a module script|module script failed|preload CSS/i.test(
    message,
  )
}
