import type { ReactNode } from 'react'
import { Copy } from '../../../../ui/copy.tsx'
import { focusWhileScrollable } from './focus-while-scrollable.ts'

type CodeBlockProps = {
  language: string
  title?: string
  /** Source to copy. */
  text: string
  /** The same, highlighted. */
  children: ReactNode
}

/** Block of code with its language and a button that copies it. */
export function CodeBlock({ language, title, text, children }: CodeBlockProps) {
  const name = languageNames[language] ?? language
  const label = [name, title].filter(Boolean).join(', ')
  return (
    <div className="code-block">
      <div className="code-head">
        <span>{label || 'Text'}</span>
        <Copy text={text} label="Copy code" />
      </div>
      <pre translate="no" ref={focusWhileScrollable}>
        <code>{children}</code>
      </pre>
    </div>
  )
}

const languageNames: Record<string, string> = {
  csv: 'CSV',
  json: 'JSON',
  sh: 'Shell',
  text: '',
}
