import type { ListContent } from '@platemark/lists/read-list'
import { useId, useState } from 'react'
import { useAppConfig } from '../../../../components/app-config.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { fetchHolders } from './list-queries.ts'

type HoldersPanelProps = {
  ensureDraft(): Promise<string | undefined>
  onCsv(source: string, csv: string, keeps: (content: ListContent) => ListContent): void
}

/** Reads the holders of a collection after a block. */
export function HoldersPanel({ ensureDraft, onCsv }: HoldersPanelProps) {
  const { networks } = useAppConfig()
  const [chain, setChain] = useState(networks[0]?.alias ?? '')
  const [collection, setCollection] = useState('')
  const [block, setBlock] = useState('')
  const [usesHeld, setUsesHeld] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<{ collection?: string; block?: string }>({})
  const id = useId()
  const read = async () => {
    if (collection.trim() === '') {
      return setErrors({
        collection: 'Enter the contract address or page address of a collection.',
      })
    }
    if (!/^\d*$/.test(block.trim())) {
      return setErrors({ block: 'Enter the number of a block, or nothing.' })
    }
    setErrors({})
    setBusy(true)
    try {
      const draftId = await ensureDraft()
      if (!draftId) return setErrors({ collection: 'The draft is not saved yet.' })
      const found = await fetchHolders(draftId, {
        chain_alias: chain,
        contract_address: collection.trim(),
        ...(block.trim() !== '' && { block: Number(block) }),
      })
      const at = found.block.toLocaleString('en')
      if (found.holders === 0) {
        return setErrors({ block: `No wallet held ${found.name} at block ${at}.` })
      }
      const source = `Holders of ${found.name} at block ${at}`
      onCsv(source, found.csv, usesHeld ? (content) => content : withoutQuantities)
    } catch (error) {
      setErrors(toErrors(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="list-panel">
      <div className="two">
        <div className="field">
          <div className="field-head">
            <label htmlFor={`${id}-chain`}>Network</label>
          </div>
          <select
            className="input"
            id={`${id}-chain`}
            value={chain}
            onChange={({ target }) => setChain(target.value)}
          >
            {networks.map(({ alias, name }) => (
              <option key={alias} value={alias}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <TextField
          label="Collection"
          placeholder="0x… or page address"
          value={collection}
          error={errors.collection}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setCollection(target.value)}
        />
        <TextField
          label="Block"
          hint="Empty: the last confirmed block."
          inputMode="numeric"
          value={block}
          error={errors.block}
          autoComplete="off"
          onChange={({ target }) => setBlock(target.value)}
        />
        <label className="small held-choice">
          <input
            type="checkbox"
            checked={usesHeld}
            onChange={({ target }) => setUsesHeld(target.checked)}
          />{' '}
          Each wallet can mint as many as it held. Otherwise the limit of the phase.
        </label>
      </div>
      <Button look="quiet" isBusy={isBusy} onClick={() => void read()}>
        Read holders
      </Button>
    </div>
  )
}

function withoutQuantities(content: ListContent): ListContent {
  return { ...content, rows: content.rows.map((row) => ({ ...row, quantity: null })) }
}

function toErrors(error: unknown): { collection?: string; block?: string } {
  const { code, fields, message } = Object(error)
  const block: unknown = fields?.block?.[0]
  if (typeof block === 'string') return { block }
  if (code === 'not_found') return { collection: 'This collection is not on this site.' }
  return { collection: String(message ?? error) }
}
