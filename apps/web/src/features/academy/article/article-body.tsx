import { articleModules } from 'virtual:academy/articles'
import type { ComponentType } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { servedPart } from '../served-part.tsx'

type BodyProps = object

const bodies = new Map<string, ComponentType<BodyProps>>()

/** Returns the part that renders the text of an article, each of its own chunk. */
export function bodyPart(locale: string, alias: string): ComponentType<BodyProps> {
  const key = `${locale}/${alias}`
  const known = bodies.get(key)
  if (known) return known
  const part = servedPart<BodyProps>(() => loadText(key), {
    missing: 'The text of this lesson could not be loaded',
    placeholder: <BodyPlaceholder />,
    isRare: true,
  })
  bodies.set(key, part)
  return part
}

async function loadText(key: string): Promise<ComponentType<BodyProps>> {
  const [{ ArticleText }, module] = await Promise.all([
    import('./article-text.tsx'),
    articleModules[key]?.(),
  ])
  if (!module) throw new Error(`virtual:academy/articles has no ${key}`)
  return () => <ArticleText module={module} />
}

// The server waits for the parts that exist before it renders; a browser loads what is opened.
if (import.meta.env.SSR) {
  for (const key of Object.keys(articleModules)) {
    const [locale = '', alias = ''] = key.split('/')
    bodyPart(locale, alias)
  }
}

const lines = ['92%', '100%', '96%', '68%']

function BodyPlaceholder() {
  return (
    <div className="body-loading late" role="status" aria-label="Loading the lesson">
      {lines.map((width) => (
        <Skeleton key={width} width={width} height={16} />
      ))}
    </div>
  )
}
