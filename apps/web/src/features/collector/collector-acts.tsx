import type { Collector } from '@platemark/api/collector'
import { useIsOwn } from '../../components/account-lists/use-is-own.ts'
import { useAppConfig } from '../../components/app-config.ts'
import { SavedToggle } from '../../components/saved/saved-toggle.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.ts'

type CollectorActsProps = { collector: Collector; title: string }

/** Buttons of a collector's page: follow and share. */
export function CollectorActs({ collector, title }: CollectorActsProps) {
  const { address, account_chain, name, primary_name } = collector
  const network = useAppConfig().networks.find(({ alias }) => alias === account_chain)
  const isOwn = useIsOwn(collector)
  return (
    <div className="acts">
      {!isOwn && (
        <SavedToggle
          subject={{
            ...{ kind: 'creator', chainId: network?.id ?? null },
            ...{ address, name: name ?? primary_name },
          }}
        />
      )}
      <Button look="quiet" onClick={() => void share(title)}>
        <Icon name="share" size={16} />
        Share
      </Button>
    </div>
  )
}

/** Shares the page's URL. */
async function share(title: string): Promise<void> {
  const url = location.origin + location.pathname
  try {
    if ('share' in navigator) {
      await navigator.share({ title, url })
      return
    }
    // Safe: TypeScript takes `share` for granted; desktop browsers do not have it.
    await (navigator as Navigator).clipboard.writeText(url)
    toast('success', 'Link copied.')
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast('error', 'The link could not be shared.')
  }
}
