import type { AppConfig } from '@platemark/api/config'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

type UnsupportedNetworkProps = {
  config: Pick<AppConfig, 'networks'>
  /** `Chain {id} not supported`. */
  message: string
  onClose: () => void
}

/** Content of the network dialog for a network that this instance does not list. */
export function UnsupportedNetwork({
  config,
  message,
  onClose,
}: UnsupportedNetworkProps) {
  const names = config.networks.map(({ name }) => name).join(', ')
  return (
    <>
      <Notice kind="error" title={message}>
        {`This site works on ${names}.`}
      </Notice>
      <Button look="plain" isWide className="cancel" onClick={onClose}>
        Close
      </Button>
    </>
  )
}
