import { writeGiftResults } from '@platemark/lists/write-gifts'
import type { AirdropPlan } from '@platemark/mint/airdrop/airdrop-plans'
import { type GiftRow, toGiftResult } from '@platemark/mint/airdrop/gift-results'
import { runSlices } from '../../../lib/run-slices.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'

type ResultsButtonProps = { plan: AirdropPlan; rows: readonly GiftRow[] }

/** Downloads what became of each row of a file. */
export function ResultsButton({ plan, rows }: ResultsButtonProps) {
  const save = async () => {
    const parts = await runSlices(writeGiftResults(rows.map(toGiftResult)))
    const name = plan.source.replace(/\.\w+$/, '')
    saveFile(`${name}-results.csv`, 'text/csv', ...parts)
  }
  return (
    <Button look="quiet" onClick={() => void save()}>
      Results as CSV<span className="hide"> of {plan.source}</span>
    </Button>
  )
}
