import type { NameDetail } from '@platemark/api/names'
import { SaveButton } from '../../../components/read-only/save-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useSetPrimary } from '../own/use-set-primary.ts'
import type { NameHome } from '../use-name-home.ts'

type OwnerActionsProps = {
  name: NameDetail
  home: NameHome
  /** Opens the dialog of a change. */
  onOpen(part: 'records' | 'transfer' | 'primary'): void
}

/** Changes that the owner of a name can make. */
export function OwnerActions({ name, home, onOpen }: OwnerActionsProps) {
  const primary = useSetPrimary(name.name)
  return (
    <>
      {name.is_primary && !name.primary_onchain && (
        <Notice
          title={
            name.onchain_primary
              ? `Other apps still show ${name.onchain_primary}.${home.suffix}.`
              : 'Other apps still show your address.'
          }
          actions={
            <Button look="quiet" onClick={() => onOpen('primary')}>
              Update on chain
            </Button>
          }
        />
      )}
      <Button onClick={() => onOpen('records')}>Edit records</Button>
      {!name.is_primary && (
        <SaveButton look="quiet" isBusy={primary.isBusy} onClick={primary.set}>
          Set as primary
        </SaveButton>
      )}
      <Button look="quiet" onClick={() => onOpen('transfer')}>
        Transfer
      </Button>
    </>
  )
}
