import { joinCampaign, leaveCampaign } from '@platemark/api/campaign-operations'
import { Problem } from '@platemark/api/problem'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { openVerifyDialog, openWalletDialog } from '../../../lib/dialogs.ts'
import { useSession } from '../../../lib/session.ts'
import { toast } from '../../../ui/toast.ts'
import { describeProblem } from '../describe-problem.ts'
import type { ShownCampaign } from '../use-campaign.ts'

/** A condition of joining that is not met. */
export type MissingGate = { gate: string; message: string }

/** Joins and leaves a campaign; a visitor is asked to sign in first. */
export function useJoin({ campaign, user, refresh }: ShownCampaign) {
  const { alias, title, me } = campaign
  const { wallet } = useSession()
  const join = useMutation({
    networkMode: 'always',
    mutationFn: (team: string | null) =>
      call(joinCampaign, { params: { alias }, body: team === null ? {} : { team } }),
    onSuccess: ({ team }) => {
      const name = campaign.teams.find((one) => one.alias === team)?.name
      toast('success', name ? `You joined ${name}.` : `You joined ${title}.`)
      refresh()
    },
  })
  const leave = useMutation({
    networkMode: 'always',
    mutationFn: () => call(leaveCampaign, { params: { alias } }),
    onSuccess: () => {
      toast('success', `You left ${title}.`)
      refresh()
    },
    onError: (error) => {
      toast('error', 'You did not leave.', { text: describeProblem(error).text })
      refresh()
    },
  })
  const signIn = () => {
    if (wallet) openVerifyDialog()
    else
      openWalletDialog({
        reason: `Sign in to join ${title}. It is free and needs no transaction.`,
      })
  }
  return {
    isSignedIn: user !== null,
    signIn,
    join,
    leave,
    missing: listMissing(
      join.error,
      me ? me.gates : campaign.gates.map((gate) => ({ ...gate, met: false })),
    ),
    /** Why joining cannot succeed yet; null where it may. */
    gateNote: me?.gates.some(({ met }) => !met)
      ? 'First meet the conditions below.'
      : null,
    /** Why joining failed, unless conditions are missing. */
    problem: describeJoinProblem(join.error),
  }
}

/** Lists the conditions that the server named, or those known from the campaign. */
function listMissing(
  error: Error | null,
  gates: readonly (MissingGate & { met: boolean })[],
): MissingGate[] {
  if (error instanceof Problem && error.code === 'not_eligible') {
    // Safe: the server sends these facts with this error.
    return (error.data as { missing?: MissingGate[] } | undefined)?.missing ?? []
  }
  return gates.filter(({ met }) => !met)
}

function describeJoinProblem(error: Error | null): string | null {
  if (!error) return null
  const { code, text } = describeProblem(error)
  return code === 'not_eligible' ? null : text
}
