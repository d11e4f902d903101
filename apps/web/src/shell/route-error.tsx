import { Problem } from '@platemark/wire/problem'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { PageTitle } from '../components/page-title.tsx'
import { Button } from '../ui/button.tsx'
import { Copy } from '../ui/copy.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'

/** In place of a page that could not be shown; header and footer stay. */
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
  const requestId = error instanceof Problem ? error.requestId : undefined
  if (isMissingChunk(error)) return <Outdated />
  return (
    <div className="state-page" role="alert" data-painted-error="">
      <h1>Something broke on our side</h1>
      <p>
        This page could not be shown. What you signed is on its network, and what you
        saved is saved.
      </p>
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

/** The same where not even header and footer could be shown. */
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
      <p>Reload to go on. Drafts and pending mints are kept.</p>
      <div className="row">
        <Button onClick={() => location.reload()}>Reload</Button>
      </div>
    </div>
  )
}

/** The words differ from browser to browser. */
function isMissingChunk(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  return /dynamically imported module|importing a module script|module script failed/i.test(
    message,
  )
}
