import './files.css'
import { Copy } from '../../ui/copy.tsx'

/** Characters of an address that are shown; a contract may name up to 2,048. */
const MAX_SHOWN = 200

/** An address of files with a button that copies it whole. */
export function Identifier({ text, label }: { text: string; label: string }) {
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
  return (
    <span className="row">
      <code title={text} translate="no">
        {shown}
      </code>
      <Copy text={text} label={label} />
    </span>
  )
}
