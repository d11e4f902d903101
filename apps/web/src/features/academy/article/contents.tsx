import { useRef } from 'react'
import { Icon } from '../../../ui/icon.tsx'

export type ArticleSection = { id: string; text: string }

type ContentsProps = {
  sections: readonly ArticleSection[]
  /** Index of the section at the reader's place. */
  current: number
}

/** Contents beside the text. */
export function Contents({ sections, current }: ContentsProps) {
  return (
    <nav className="contents" aria-label="Contents">
      <h2>Contents</h2>
      <SectionLinks sections={sections} current={current} />
    </nav>
  )
}

/** Contents above the text on small screens, under the current section. */
export function ContentsMenu({ sections, current }: ContentsProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (details.current) details.current.open = false
  }
  return (
    <details className="contents-menu" ref={details}>
      <summary>
        <span>{sections[current]?.text}</span>
        <small>
          {current + 1} of {sections.length}
          <Icon name="down" size={16} />
        </small>
      </summary>
      <nav aria-label="Contents">
        <SectionLinks sections={sections} current={current} onFollow={close} />
      </nav>
    </details>
  )
}

type SectionLinksProps = ContentsProps & { onFollow?: () => void }

function SectionLinks({ sections, current, onFollow }: SectionLinksProps) {
  return (
    <ol>
      {sections.map(({ id, text }, index) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={index < current ? 'passed' : undefined}
            aria-current={index === current ? 'location' : undefined}
            onClick={onFollow}
          >
            {text}
          </a>
        </li>
      ))}
    </ol>
  )
}
