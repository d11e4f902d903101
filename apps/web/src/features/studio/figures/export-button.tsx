import { exportFigures } from '@platemark/api/studio-operations'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import type { Own } from '../page/own.ts'
import { StudioIcon } from '../studio-icon.tsx'

type ExportButtonProps = { own: Own; kind: 'holders' | 'referrers' }

/** Saves all holders or referrers of a collection as a CSV file. */
export function ExportButton({ own: { collection, draft }, kind }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(exportFigures, {
        params: { contract_id: draft.contract_id },
        query: { kind },
      }),
    networkMode: 'always',
    onSuccess: ({ csv, rows, total }) => {
      const name = collection.alias ?? collection.contract_address
      saveFile(`${name}-${kind}.csv`, 'text/csv', csv)
      if (rows < total) {
        toast('info', `The file has the first ${rows} of ${total} ${kind}.`)
      }
    },
    onError: (error) =>
      toast('error', `The ${kind} could not be saved.`, { text: error.message }),
  })
  return (
    <Button look="quiet" isBusy={isPending} onClick={() => mutate()}>
      {!isPending && <StudioIcon name="csv" />}
      CSV<span className="hide"> of {kind}</span>
    </Button>
  )
}
