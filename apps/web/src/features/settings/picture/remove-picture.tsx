import { useMutation } from '@tanstack/react-query'
import { useAppConfig } from '../../../components/app-config.ts'
import { READ_ONLY_NOTICE } from '../../../components/read-only/read-only-notice.tsx'
import { refreshUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { removePicture } from '../queries.ts'

type RemovePictureProps = { onProblem: (sentence: string | undefined) => void }

/** Button that reverts to the plate of the address. */
export function RemovePicture({ onProblem }: RemovePictureProps) {
  const { read_only } = useAppConfig()
  const { mutate, isPending } = useMutation({
    mutationFn: removePicture,
    networkMode: 'always',
    onMutate: () => onProblem(undefined),
    onSuccess: (newer) => {
      refreshUser(newer)
      toast('success', 'Picture removed.')
    },
    onError: ({ message }) => onProblem(`Your picture was not removed. ${message}`),
  })
  return (
    <Button
      look="plain"
      isBusy={isPending}
      onClick={() => mutate()}
      {...(read_only && { blockedBy: READ_ONLY_NOTICE })}
    >
      Remove
      <span className="hide"> picture</span>
    </Button>
  )
}
