import type { CampaignDetail } from '@platemark/api/campaigns'
import { formatCount } from '@platemark/rules/amounts'
import { Dialog } from '../../../ui/dialog.tsx'
import { listCheckCommands } from './check-commands.ts'
import { CopyLine } from './copy-line.tsx'

type CheckDialogProps = {
  campaign: Pick<CampaignDetail, 'alias' | 'chains'>
  result: NonNullable<CampaignDetail['result']>
  onClose: () => void
}

/** Steps by which anyone compares the result file, and counts it again from the networks alone. */
export function CheckDialog({ campaign, result, onClose }: CheckDialogProps) {
  const commands = listCheckCommands(campaign, location.origin)
  const { chains } = campaign
  const networks = chains.map(({ id, name }) => `${name} (${id})`).join(', ')
  return (
    <Dialog title="Check the result yourself" isOpen onClose={onClose} width={640}>
      <ol className="result-steps">
        <li>
          <h3>Compare the file</h3>
          <p className="muted small">
            <b>result.csv</b> has {formatCount(result.rows)}{' '}
            {result.rows === 1 ? 'row' : 'rows'} and {formatCount(result.bytes)} bytes.
            Its SHA-256 has to be this one:
          </p>
          <CopyLine text={result.sha256} label="Copy the hash" />
          <CopyLine text={commands.hash} label="Copy the command of the hash" />
        </li>
        <li>
          <h3>Count it again</h3>
          <p className="muted small">
            Run this in a copy of the source code of this site, with an endpoint that you
            trust for {networks}. It reads the mints and names from the networks, applies
            the rules, and names each row that differs.
          </p>
          <CopyLine text={commands.count} label="Copy the command of the count" />
          <p className="muted small">
            Who joined and when, guilds, linked wallets and lessons are taken from{' '}
            <a className="link" href={result.inputs} download>
              inputs.json
            </a>
            , because no network has them.
            {result.correction &&
              ' A correction is published later by hand: this count is that of the first result.'}
          </p>
        </li>
      </ol>
    </Dialog>
  )
}
