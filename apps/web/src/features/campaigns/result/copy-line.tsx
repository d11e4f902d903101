import { Copy } from '../../../ui/copy.tsx'

/** A hash or a command, with a button that copies it. */
export function CopyLine({ text, label }: { text: string; label: string }) {
  return (
    <p className="result-hash">
      <code translate="no">{text}</code>
      <Copy text={text} label={label} />
    </p>
  )
}
