import { useEffect, useState, useSyncExternalStore } from 'react'
import { useAppConfig } from '../../components/app-config.ts'
import { closeDialog, dialogs } from '../../lib/dialogs.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import './dialogs.css'
import { walletDialogText } from './wallet-dialog-text.ts'

/**
 * Placeholder of the wallet dialog while its code loads; shown only after a short delay.
 */
export function LoadingDialog() {
  const { product_name } = useAppConfig()
  const request = useSyncExternalStore(dialogs.subscribe, dialogs.read)
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), 150)
    return () => clearTimeout(timer)
  }, [])
  if (request?.name !== 'wallet') return null
  return (
    <Dialog
      title={`Connect to ${product_name}`}
      isOpen={isLate}
      {...(!request.isUnclosable && { onClose: closeDialog })}
    >
      <p className="dialog-text">{walletDialogText(request)}</p>
      <p className="hide" role="status">
        Loading wallets
      </p>
      <ul className="wallets" aria-hidden="true">
        {['55%', '70%', '40%', '60%', '50%'].map((width) => (
          <li key={width} className="wallet">
            <span className="wallet-tile blank" />
            <span className="wallet-who">
              <Skeleton width={width} />
            </span>
            <Skeleton width="48px" />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
